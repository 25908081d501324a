"""Tests of two models at equal numbers of trainings, on families of populations whose truth is known."""

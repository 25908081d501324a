"""Commands about metrics, costs and errors of models."""

"""Learn before a class: the plan, the notes, the board, what is printed."""

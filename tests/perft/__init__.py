"""How many card sequences lead from a position to the end: a number that a wrong rule of play would change."""

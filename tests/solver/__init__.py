"""The exact solver against plain minimax on the readable rules."""

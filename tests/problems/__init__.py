"""Fixed deals that carry all their answers."""

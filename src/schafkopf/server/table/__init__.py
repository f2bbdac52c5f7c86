"""One table: what is decided, what follows from it, what each person sees. No I/O, no clock, no randomness."""

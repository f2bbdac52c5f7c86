"""`schafkopf sheet`: a score sheet as a file."""

"""`schafkopf tournament`: a tournament as a file."""

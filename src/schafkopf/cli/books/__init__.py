"""What `schafkopf sheet` and `schafkopf tournament` have in common: the file, the words, the way to fail."""

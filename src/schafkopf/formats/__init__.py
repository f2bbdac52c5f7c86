"""Other programs' files, turned into records. Pure: bytes or text in, records out, no file access."""

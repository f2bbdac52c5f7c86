"""`python -m schafkopf`."""

from schafkopf.cli import main

main()

"""Commands that read a tournament in a file, or write it."""

from __future__ import annotations

from schafkopf.cli.books.command import kinds
from schafkopf.cli.tournament.options import File

reading, writing = kinds("schafkopf.cli.tournament.desk", File)

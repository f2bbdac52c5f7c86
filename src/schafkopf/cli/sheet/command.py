"""Commands that read a sheet in a file, or write it."""

from __future__ import annotations

from schafkopf.cli.books.command import kinds
from schafkopf.cli.sheet.options import File

reading, writing = kinds("schafkopf.cli.sheet.desk", File)

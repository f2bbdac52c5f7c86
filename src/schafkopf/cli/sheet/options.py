"""Arguments that the commands of a sheet share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

File = Annotated[Path, typer.Argument(help="The file of the sheet.")]
Name = Annotated[str, typer.Argument(help="A name, or its beginning.")]
Number = Annotated[str, typer.Argument(help="The number of a line; x1, x2 ... for deleted ones.")]
Note = Annotated[str, typer.Option(help="A note on the line.")]
Dealer = Annotated[str, typer.Option(help="Who dealt; default: whose turn it was.")]
Device = Annotated[str, typer.Option("--device", help="Undo for this device (see history); default: this computer.")]

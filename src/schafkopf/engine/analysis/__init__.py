"""What each card of a deal cost, with all hands open: where the deal was won or lost, and how it could have gone.

The value of a position is what it comes to when everybody plays best from there. A card costs its player the value
before it less the value after it, so the value of the deal at its first card and what all its cards changed add up to
what it came to, exactly.
"""

from __future__ import annotations

from schafkopf.engine.analysis.found import Amounts, Analysis, Doubling, Line, Step, Total, Value
from schafkopf.engine.analysis.known import Judged, judged
from schafkopf.engine.analysis.walk import analyse

__all__ = ["Amounts", "Analysis", "Doubling", "Judged", "Line", "Step", "Total", "Value", "analyse", "judged"]

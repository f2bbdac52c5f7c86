"""The score sheet of a real table: a log of what people typed in, and what follows from it.

>>> from schafkopf.club import sheet
>>> from schafkopf.club.sheet import ops
>>> acts = [ops.Ruled("bavaria"), *(ops.Joined(name, name) for name in ("Anna", "Beni", "Cilli", "Dora"))]
>>> ruf = ops.Result("rufspiel", declarer="Beni", partner="Dora", points=95)
>>> acts.append(ops.Entered(ops.Played("Anna", ("Beni", "Cilli", "Dora", "Anna"), ruf)))
>>> log = [ops.Stored(n, ops.Op(f"op{n}", "phone", n, act)) for n, act in enumerate(acts, 1)]
>>> state = sheet.fold(log)
>>> dict(state.balances), state.turn.dealer
({'Anna': -30, 'Beni': 30, 'Cilli': -30, 'Dora': 30}, 'Beni')
"""

from schafkopf.club.sheet.codec import op_data, read_op, read_stored, stored_data
from schafkopf.club.sheet.errors import Refused
from schafkopf.club.sheet.fold import fold
from schafkopf.club.sheet.ops import Op, Stored
from schafkopf.club.sheet.shown import state_data
from schafkopf.club.sheet.state import Line, State

__all__ = [
    "Line",
    "Op",
    "Refused",
    "State",
    "Stored",
    "fold",
    "op_data",
    "read_op",
    "read_stored",
    "state_data",
    "stored_data",
]

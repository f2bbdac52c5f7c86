"""Counters in Prometheus' text format. Nothing in them is about a person or a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counts requests, and collects what others count when it is asked."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._commands = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0
        self._sources: list[Callable[[], Mapping[str, float]]] = []

    def collect(self, source: Callable[[], Mapping[str, float]]) -> None:
        """Ask this source too: name -> value; what ends in `_total` is a counter."""
        self._sources.append(source)

    def request(self, path: str, status: int, seconds: float) -> None:
        """A request was answered."""
        parts = path.split("/", 3)
        kind = parts[2] if len(parts) > 2 and parts[1] == "api" and parts[2] in _KINDS else "other"
        self._requests[kind, status // 100] += 1
        if path.endswith("/commands"):
            self._seconds += seconds
            index = next((i for i, bound in enumerate(_BOUNDS) if seconds <= bound), len(_BOUNDS))
            self._commands[index] += 1

    def text(self) -> str:
        """All of it."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterable[str]:
        yield "# TYPE schafkopf_requests_total counter"
        for (kind, status), count in sorted(self._requests.items()):
            yield f'schafkopf_requests_total{{kind="{kind}",status="{status}xx"}} {count}'
        yield "# TYPE schafkopf_command_seconds histogram"
        total = 0
        for bound, count in zip((*map(str, _BOUNDS), "+Inf"), self._commands, strict=True):
            total += count
            yield f'schafkopf_command_seconds_bucket{{le="{bound}"}} {total}'
        yield f"schafkopf_command_seconds_sum {self._seconds:.6f}"
        yield f"schafkopf_command_seconds_count {total}"
        for source in self._sources:
            for name, value in source().items():
                yield f"# TYPE schafkopf_{name} {'counter' if name.endswith('_total') else 'gauge'}"
                yield f"schafkopf_{name} {value:g}" if isinstance(value, float) else f"schafkopf_{name} {value}"


_KINDS = frozenset(
    {
        "me",
        "account",
        "login",
        "logout",
        "tables",
        "quick",
        "events",
        "rulesets",
        "rules",
        "replay",
        "qr",
        "books",
        "sheets",
        "tournaments",
        "prices",
    }
)

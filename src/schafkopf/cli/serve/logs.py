"""Logs as JSON, a line each. No card gets into them: of an error only its kind and where it happened."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": _what(record),
        }
        line.update({key: value for key, value in vars(record).items() if key not in _OWN})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
        return json.dumps(line, ensure_ascii=False, default=str)


_TRUSTED = ("schafkopf", "uvicorn.error")
_WORDS = re.compile(r"[\w .]*")


def _what(record: logging.LogRecord) -> object:
    if record.name.startswith(_TRUSTED):
        return record.getMessage()
    if record.name == "asyncio":
        # After these words it shows what a task or callback was given, and the text of its error.
        return _WORDS.match(str(record.msg))[0]  # type: ignore[index]
    return record.msg


def set_up(level: str) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = name != "uvicorn.access"
    for noisy in ("alembic", "sqlalchemy", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)

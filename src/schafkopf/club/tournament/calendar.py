"""The tournament as an entry for calendars (RFC 5545).

Times are written in UTC, reckoned from the local time and its zone: 19:00 in Berlin is 18:00 UTC in January and 17:00
in July, and every calendar shows it right.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from schafkopf.club.tournament.settings import Settings

_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def ics(settings: Settings, uid: str, *, stamp_ms: int) -> bytes:
    """The calendar file. uid: of the entry, always the same for the tournament. stamp_ms: when it was made.

    Raises ValueError if the tournament has no date.
    """
    if not settings.start:
        raise ValueError("the tournament has no date")
    start = datetime.fromisoformat(settings.start).replace(tzinfo=ZoneInfo(settings.zone)).astimezone(UTC)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//schafkopf//tournament//EN",
        "BEGIN:VEVENT",
        f"UID:{uid.translate(_ESCAPES)}",
        f"DTSTAMP:{_utc(datetime.fromtimestamp(stamp_ms // 1000, UTC))}",
        f"DTSTART:{_utc(start)}",
        f"DTEND:{_utc(start + timedelta(minutes=settings.minutes))}",
        f"SUMMARY:{settings.name.translate(_ESCAPES)}",
        *([f"LOCATION:{settings.place.translate(_ESCAPES)}"] if settings.place else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _utc(time: datetime) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 bytes; the next ones begin with a blank."""
    pieces, piece, size = [], "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > 75:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + sign, size + width
    return "\r\n".join([*pieces, piece])

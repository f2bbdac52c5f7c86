"""How a server is set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

KEY_LIFE_S = 400 * 86_400
"""How long a cookie is good; browsers keep none longer."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many a second after that."""

    burst: int
    a_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person or one address may ask for. None: as much as it likes."""

    commands: Rate | None = Rate(60, 20.0)
    """Commands of a person."""
    requests: Rate | None = Rate(240, 60.0)
    """Anything of an address."""
    tables: Rate | None = Rate(20, 1 / 30)
    """Tables made from an address."""
    attempts: Rate | None = Rate(10, 1 / 10)
    """Wrong and new passphrases from an address; codes of tables that are not there."""
    accounts: Rate | None = Rate(200, 1 / 2)
    """Wrong passphrases for an account from anywhere: so many that nobody locks others out by trying."""
    logouts: Rate | None = Rate(60, 1 / 5)
    """Of an address: what is signed out has to be remembered."""
    books: Rate | None = Rate(30, 1 / 20)
    """Sheets and tournaments begun from an address."""
    heavy: Rate | None = Rate(20, 2.0)
    """What costs time: hints, reports and exports of a person; replays, rule forms, price tables, codes to scan and
    what is made of whole sheets of an address."""
    streams: int = 12
    """Event streams of a person."""
    streams_of_address: int = 200
    tables_of_person: int = 40
    """Tables that are not over."""
    books_of_person: int = 500
    """Sheets and tournaments that somebody has made."""

    @classmethod
    def none(cls) -> Limits:
        """For tests and measurements."""
        return cls(None, None, None, None, None, None, None, None, 10_000, 100_000, 1_000_000, 1_000_000)


@dataclass(frozen=True, slots=True)
class Config:
    """How a server is set up. Times in seconds where nothing else is said."""

    database: str
    secret: bytes = field(repr=False)
    """Signs the cookies; at least 32 bytes."""
    static: Path | None = None
    """Where the built client lies; None: beside the package's code."""
    limits: Limits = Limits()
    secure: bool = False
    """Whether browsers reach the server by https only, through a proxy that does not say so."""
    origins: tuple[str, ...] = ()
    """Other origins, like `https://example.org`, that pages may come from: behind a proxy that changes the host."""
    hosts: tuple[str, ...] = ()
    """Names by which browsers ask for this server, like `table.example.org`; see `http.hosts`."""
    watchers: tuple[IPv4Network | IPv6Network, ...] = ()
    """Who may read `/metrics` beside this machine."""
    idle_s: float = 60.0
    """A table that nobody looks at leaves memory after this time."""
    lobby_s: float = 600.0
    """And the lobby after this time."""
    keep_empty_s: float = 86_400.0
    """Tables that never began are deleted after this time."""
    expire_s: float = 14 * 86_400.0
    """An evening to which nobody has come for so long is settled."""
    keep_s: float = 180 * 86_400.0
    """All others after this one, if nothing happens there."""
    keep_unused_books_s: float = 14 * 86_400.0
    """Sheets without a game, and tournaments without a player, are deleted after this time."""
    keep_books_s: float = 800 * 86_400.0
    """And all others, if nothing happens there: seasons are long."""
    heartbeat_s: float = 15.0
    gone_s: float = 2.5
    """How long a connection may be lost before it is noticed: a reload takes less."""
    patience_s: float = 8.0
    """A bot that has not answered after this time is passed over."""
    stream_messages: int = 256
    """Messages that wait for a slow reader before its stream is closed."""
    remembered: int = 96
    """Events of a table kept for those who come back."""

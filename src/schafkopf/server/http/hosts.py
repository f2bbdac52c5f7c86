"""Names by which this server may be asked for.

A page from elsewhere can have its own name point at this machine, and then talks to us as if it were ours (DNS
rebinding). What it cannot choose is the port: the browser names the one that it really came to. So whoever comes
straight to us has to know us by a name that nobody else can own, or that we were told; a proxy in front of us passes
on the name and port by which *it* was asked for, which are another matter: unless we were told our names, any will do.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from functools import lru_cache
from urllib.parse import urlsplit

_SUFFIXES = (".localhost", ".local", ".lan", ".internal", ".home.arpa", ".localdomain")
"""Of names that no one can register: this machine, its network."""
_HOST = re.compile(r"(?P<name>\[[0-9a-f:.%]+\]|[^\[\]:/@\s]+)(?::(?P<port>[0-9]{1,5}))?")


class Hosts:
    """See the module. `public`: our names, as `table.example.org`; anything after a colon is left out."""

    def __init__(self, public: Collection[str], origins: Collection[str] = ()) -> None:
        addresses = (*origins, *(f"//{one}" for one in public))
        self._names = {urlsplit(one).hostname for one in addresses}
        self._told = bool(public)

    def own(self, host: str, port: int | None) -> bool:
        """Whether it is us who is asked for. host: as the browser sent it. port: the one at which we listen."""
        match = _HOST.fullmatch(host.strip().lower())
        if match is None:
            return False
        name = match["name"].rstrip(".")
        if name in self._names or _nobody_elses(name):
            return True
        # Without a port in it, it is the one of http: whoever came by https came to a proxy.
        return not self._told and int(match["port"] or 80) != port


@lru_cache(maxsize=64)
def _nobody_elses(name: str) -> bool:
    """An address, a name without dots, or one of the network: no page of somebody else's is called so."""
    if "." not in name or name.endswith(_SUFFIXES):
        return True
    try:
        ipaddress.ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True

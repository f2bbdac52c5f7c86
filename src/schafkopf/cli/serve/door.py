"""Where the server is found: its socket, its addresses, the code for phones, the browser."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from contextlib import closing

import segno

_TRIES = 20


def listen(host: str, port: int | None, *, preferred: int) -> socket.socket:
    """A listening socket; without a port the preferred one or one after it. Raises OSError that says what to do."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for offset in range(_TRIES):
        wanted = port if port is not None else preferred + offset
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, wanted))
            found.listen(2048)
        except (OSError, UnicodeError) as error:
            found.close()
            if isinstance(error, (socket.gaierror, UnicodeError)) or error.errno == errno.EADDRNOTAVAIL:
                raise OSError(f"{host!r} is no address of this machine; --host names another") from None
            if port is None and offset < _TRIES - 1:
                continue
            taken = "is taken" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise OSError(f"port {wanted} of {host} {taken}; --port names another, 0 any that is free") from None
        found.setblocking(False)
        return found
    raise AssertionError("the last try raises")


def lan_address() -> str | None:
    """The address under which other machines in the same network reach this one; nothing is sent to find it."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def qr_text(url: str) -> str:
    """A code that can be scanned from the terminal."""
    from io import StringIO

    out = StringIO()
    segno.make(url, micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def has_desktop() -> bool:
    """Whether there is somebody with a browser in front of this machine."""
    if not sys.stdout.isatty() or os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform.startswith(("win", "darwin")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show(url: str) -> None:
    """Open the browser; one that cannot be opened is no fault of ours."""
    try:
        webbrowser.open(url)
    except webbrowser.Error:
        return

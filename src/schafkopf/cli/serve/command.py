"""`schafkopf serve`: the table in the browser."""

from __future__ import annotations

import os
import sys
from dataclasses import fields, replace
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

import typer

DEFAULT_PORT = 8032
"""As many cards as there are; if it is taken, the next one that is free."""

Host = Annotated[str, typer.Option(help="Address to listen at.", envvar="SCHAFKOPF_HOST")]
Port = Annotated[int | None, typer.Option(min=0, max=65535, help="Port; 0: any that is free.", envvar="SCHAFKOPF_PORT")]
Database = Annotated[
    str | None,
    typer.Option(
        help="A file for SQLite, or postgresql://...; default: in the user's data folder.", envvar="SCHAFKOPF_DATABASE"
    ),
]
SecretFile = Annotated[
    Path | None,
    typer.Option(help="The key that signs cookies, made if it is not there.", envvar="SCHAFKOPF_SECRET_FILE"),
]
Tune = Annotated[
    list[str] | None,
    typer.Option(help="NAME=SECONDS, or LIMIT=BURST:PER_SECOND; see docs/hosting.md.", envvar="SCHAFKOPF_TUNE"),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", help="Where pages come from behind a proxy: https://...", envvar="SCHAFKOPF_ORIGIN"),
]
PublicHosts = Annotated[
    list[str] | None,
    typer.Option("--public-host", help="A name of this server; others are refused.", envvar="SCHAFKOPF_PUBLIC_HOST"),
]
Watchers = Annotated[
    list[str] | None,
    typer.Option("--watcher", help="Network that may read /metrics: 10.0.0.0/8 ...", envvar="SCHAFKOPF_WATCHER"),
]


def serve_command(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Database = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones in the same network in, and show a code for them.")
    ] = False,
    open_browser: Annotated[
        bool | None, typer.Option("--open/--no-open", help="Open the browser; default: if there is a desktop.")
    ] = None,
    secret_file: SecretFile = None,
    limits: Annotated[bool, typer.Option("--limits/--no-limits", help="Limit how much one person may ask for.")] = True,
    tune: Tune = None,
    origin: Origins = None,
    public_host: PublicHosts = None,
    secure: Annotated[
        bool, typer.Option("--secure", help="Browsers come by https only.", envvar="SCHAFKOPF_SECURE")
    ] = False,
    watcher: Watchers = None,
    static: Annotated[Path | None, typer.Option(help="Another folder with a built client.")] = None,
    trust: Annotated[
        str, typer.Option(help="Addresses of proxies that are believed.", envvar="SCHAFKOPF_TRUST")
    ] = "127.0.0.1",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which bots search.", envvar="SCHAFKOPF_WORKERS")
    ] = None,
    log_level: Annotated[
        str, typer.Option(help="debug, info, warning or error.", envvar="SCHAFKOPF_LOG_LEVEL")
    ] = "warning",
) -> None:
    """The web table: play in the browser, alone or with friends."""
    if log_level not in ("debug", "info", "warning", "error"):
        raise typer.BadParameter("debug, info, warning or error", param_hint="--log-level")
    from sqlalchemy.exc import SQLAlchemyError

    from schafkopf.cli.play.saves import data_folder
    from schafkopf.cli.protocols import read_protocol
    from schafkopf.cli.serve import door, logs
    from schafkopf.cli.serve.mind import EngineMind
    from schafkopf.cli.serve.running import run
    from schafkopf.cli.serve.secret import read_secret
    from schafkopf.server.config import Config, Limits
    from schafkopf.server.http.app import STATIC, build_app
    from schafkopf.server.http.static import Static
    from schafkopf.server.ports import Ports
    from schafkopf.server.store.engine import place_of

    logs.set_up(log_level)
    # Cards and secrets lie in the database: other users of this machine have no business there.
    os.umask(0o077)
    folder = data_folder()
    named = database or str(folder / "tables.db")
    try:
        if not Static(static or STATIC).built:
            advice = "build it with: make client" if static is None else "--static names a folder with an index.html"
            raise ValueError(f"there is no web client in {static or STATIC}; {advice}")
        kept = place_of(named)
        if database is None or secret_file is None:
            folder.mkdir(parents=True, exist_ok=True)
        config = Config(
            database=named,
            secret=read_secret(secret_file or folder / "secret.key"),
            static=static,
            limits=Limits() if limits else Limits.none(),
            secure=secure,
            origins=tuple(origin or ()),
            hosts=tuple(public_host or ()),
            watchers=tuple(ip_network(one) for one in watcher or ()),
        )
        config = tuned(config, tune or [])
        socket = door.listen("0.0.0.0" if lan else host, port, preferred=DEFAULT_PORT)
        app = build_app(config, Ports(EngineMind(workers), read_protocol))
    except (ValueError, OSError) as error:
        print(f"schafkopf: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip()
        print(f"schafkopf: {kept}: {reason}", file=sys.stderr)
        raise typer.Exit(1) from None
    address, bound = socket.getsockname()[:2]
    here = f"http://{_shown(address)}:{bound}/"
    print(f"Schafkopf: {here}", flush=True)
    if lan:
        there = door.lan_address()
        if there is not None:
            url = f"http://{there}:{bound}/"
            print(f"For phones in the same network: {url}\n\n{door.qr_text(url)}", flush=True)
    print(f"The games are kept in: {kept}\nTo stop: Ctrl+C", flush=True)
    if open_browser or (open_browser is None and door.has_desktop()):
        app.on_start(lambda: door.show(here))
    run(app, socket, trust=trust)


def _shown(address: str) -> str:
    if address in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{address}]" if ":" in address else address


def tuned(config: Any, texts: list[str]) -> Any:
    """The configuration with some numbers of it changed. Raises ValueError for a name or number that is none."""
    from schafkopf.server.config import Limits, Rate

    for text in (one for entry in texts for one in entry.split(",")):
        name, _, value = text.partition("=")
        numbers = {field.name for field in fields(config) if isinstance(getattr(config, field.name), int | float)}
        limits = {field.name: getattr(Limits(), field.name) for field in fields(Limits)}
        try:
            if name in numbers - {"secure"}:
                config = replace(config, **{name: _above_0(type(getattr(config, name)), value)})
            elif isinstance(limits.get(name), Rate):
                burst, colon, rate = value.partition(":")
                if not colon:
                    raise ValueError("this is a limit of BURST:PER_SECOND")
                changed = Rate(_above_0(int, burst), _above_0(float, rate))
                config = replace(config, limits=replace(config.limits, **{name: changed}))
            elif name in limits:
                config = replace(config, limits=replace(config.limits, **{name: _above_0(int, value)}))
            else:
                known = ", ".join(sorted((numbers - {"secure"}) | set(limits)))
                raise ValueError(f"nothing is called {name!r}; there are {known}")
        except ValueError as error:
            raise ValueError(f"--tune {text}: {error}") from None
    return config


def _above_0(kind: Any, text: str) -> Any:
    """The number; with 0 the server would wait for nothing, or let nobody in. Raises ValueError."""
    found = kind(text)
    if not 0 < found < float("inf"):
        raise ValueError(f"{text!r} is not above 0")
    return found

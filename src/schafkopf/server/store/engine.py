"""Opening the database: SQLite in WAL mode or PostgreSQL, brought up to date by the migrations of the package."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

_UPGRADING = 0x5CAF
"""Key of PostgreSQL's advisory lock while one process migrates and the others wait."""


def url_of(database: str) -> sa.URL:
    """`database` as an URL for our drivers: a path is a file for SQLite, `postgresql://` is spoken by psycopg 3.

    Raises ValueError for another database.
    """
    if "://" not in database:
        return sa.URL.create("sqlite", database=str(Path(database).expanduser()))
    try:
        url = sa.make_url(database)
    except sa.exc.ArgumentError as error:
        raise ValueError(str(error)) from None
    if url.drivername in ("postgres", "postgresql", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        raise ValueError("the database is a file for SQLite, or postgresql://user:password@host/name")
    return url


def place_of(database: str) -> str:
    """Where the games are kept, for people: a file's path, or an address without its password. Raises like `url_of`."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    return f"postgresql://{url.host or ''}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def open_engine(url: sa.URL) -> sa.Engine:
    """The engine, ready to use; the folder of a SQLite file is made. Raises ValueError where the file is a folder."""
    if url.get_backend_name() == "sqlite":
        assert url.database is not None
        if Path(url.database).is_dir():
            raise ValueError(f"{url.database} is a folder; the database is a file")
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, connect_args={"check_same_thread": False, "timeout": 10.0}, pool_size=4)
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    return sa.create_engine(url, pool_size=4, max_overflow=4, pool_pre_ping=True)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver begins transactions only before it thinks it must; we say it ourselves.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    # Who means to write takes the lock at once: a reader that turns writer can only fail.
    kind = "IMMEDIATE" if connection.get_execution_options().get("writes") else "DEFERRED"
    connection.exec_driver_sql(f"BEGIN {kind}")


def upgrade(engine: sa.Engine) -> None:
    """Run the migrations that are missing. Several processes may start at once.

    Raises ValueError for a database that a newer version has been at.
    """
    with engine.connect().execution_options(writes=True) as connection:
        postgresql = connection.dialect.name == "postgresql"
        found = _revision(connection)
        if found == HEAD:
            return
        if found is not None and found > HEAD:
            raise ValueError(f"the database is at migration {found}, but this version knows none after {HEAD}")
        if postgresql:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADING})")
        if _revision(connection) != HEAD:
            _migrate(connection)
        connection.commit()


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(connection: sa.Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


_MIGRATIONS = Path(__file__).parent / "migrations"
HEAD = max(path.stem.partition("_")[0] for path in (_MIGRATIONS / "versions").glob("[0-9]*.py"))
"""The latest migration; they are numbered in order."""

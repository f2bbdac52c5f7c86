"""Opening the database: SQLite in WAL mode or PostgreSQL, brought up to date by the migrations of the package."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa

_UPGRADING = 0x5CAF
"""Key of PostgreSQL's advisory lock while one process migrates and the others wait."""


_QUIET: dict[str, Any] = {"hide_parameters": True}
"""An error names no values: they are cards and names."""


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
        engine = sa.create_engine(
            url, connect_args={"check_same_thread": False, "timeout": 10.0}, pool_size=4, **_QUIET
        )
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
        return engine
    return sa.create_engine(
        url, pool_size=4, max_overflow=4, pool_timeout=5.0, pool_pre_ping=True, connect_args=patience(url), **_QUIET
    )


def patience(url: sa.URL) -> dict[str, Any]:
    """How long PostgreSQL is waited for; what the address says itself counts. A line that is dead is noticed."""
    usual: dict[str, Any] = {
        "connect_timeout": 4,
        "options": "-c statement_timeout=30s",
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
    }
    return {name: value for name, value in usual.items() if name not in url.query}


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver begins transactions only before it thinks it must; we say it ourselves.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=10000", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    # Who means to write takes the lock at once: a reader that turns writer can only fail.
    kind = "IMMEDIATE" if connection.get_execution_options().get("writes") else "DEFERRED"
    # Past SQLAlchemy, whose way to a statement takes longer than this one.
    driver: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
    try:
        driver.execute(f"BEGIN {kind}")
    except sqlite3.Error as error:
        raise sa.exc.OperationalError(f"BEGIN {kind}", None, error) from error


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
            # Both take as long as they take: waiting for whoever migrates, and migrating a large database.
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
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

"""The tables of the database. What stands here and what the migrations make must be the same; a test compares them."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("person", sa.String(64)),
    sa.Column("command", sa.String(64)),
    sa.Column("body", sa.LargeBinary, nullable=False),
    # A command has one effect; those of two persons are two, whatever they are called.
    sa.UniqueConstraint("table_id", "person", "command", name="uq_events_command"),
)
"""What happened, with all secrets. The key `(table_id, seq)` is the lock: who comes second has to decide anew."""

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("code", sa.String(16), nullable=False, unique=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("snapshot", sa.LargeBinary),
    sa.Column("snapshot_seq", sa.Integer, nullable=False),
    sa.Column("due_ms", sa.BigInteger, index=True),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False, index=True),
    sa.Column("asleep", sa.Boolean, nullable=False),
    sa.Column("card", sa.LargeBinary, nullable=False),
    sa.Column("rewrites", sa.Integer, nullable=False, server_default="0"),
    # For those who look for what nobody needs any more.
    sa.Index("ix_tables_phase", "phase", "changed_ms"),
)
"""One row for each table: where its fold can begin, when the next thing is due, and how it looks in a list.

`rewrites` counts how often somebody else was put into a person's place in what is stored: whoever has read the table
before that may add nothing to it.
"""

members = sa.Table(
    "members",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
    sa.Column("sits", sa.Boolean, nullable=False, server_default=sa.true()),
)
"""Who sits or sat where."""

visitors = sa.Table(
    "visitors",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
)
"""Who looked on where: the other tables in whose events a person is named."""

deals = sa.Table(
    "deals",
    metadata,
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("fairness", sa.Text),
    sa.Column("persons", sa.Text, nullable=False),
)
"""Finished deals as records. `persons`: who sat where, a JSON list by seat, null for a bot."""

books = sa.Table(
    "books",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("changed_ms", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("entries", sa.Integer, nullable=False),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("begun", sa.Boolean, nullable=False),
    sa.Column("roles", sa.Integer, nullable=False),
    sa.Column("epochs", sa.Text, nullable=False),
    sa.Column("card", sa.LargeBinary),
    sa.Column("card_seq", sa.Integer, nullable=False),
    # For those who look for what nobody needs any more.
    sa.Index("ix_books_begun", "begun", "changed_ms"),
)
"""One row for each sheet and tournament.

`entries`, `size`: how many there are, and their bytes. `begun`: something is in it that somebody would miss. `roles`
counts how often somebody came in or was thrown out. `epochs`: JSON, how often the link of a role was renewed, by role.
`card`: how it looks in a list, JSON, as of `card_seq`.
"""

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("book_id", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("command", sa.String(64)),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    # What is sent again has no effect.
    sa.UniqueConstraint("book_id", "command", name="uq_entries_command"),
)
"""What was written into books. `command`: the id that its sender gave it; none if it follows from the one before."""

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("book_id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True, index=True),
    sa.Column("role", sa.String(16), primary_key=True),
    sa.Column("place", sa.String(16), primary_key=True),
    sa.Column("made", sa.Boolean, nullable=False),
    sa.Column("since_ms", sa.BigInteger, nullable=False),
)
"""Who may do what with which book. `made`: he began it and needed no link. `place`: of the role `table`, which one."""

persons = sa.Table(
    "persons",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(64)),
    sa.Column("account", sa.String(64)),
    sa.Column("account_key", sa.String(128), unique=True),
    sa.Column("passphrase", sa.String(256)),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=False, server_default="0", index=True),
)
"""Who has a name or an account; a guest without either is nowhere. `used_ms`: about when he was last here."""

revoked = sa.Table(
    "revoked",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("epoch", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
    sa.Column("until_ms", sa.BigInteger),
)
"""Keys that are no longer good; see `revoking`. `until_ms`: then it has expired anyway, and the row may go."""

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.String(64), nullable=False),
    sa.Column("by_person", sa.String(64), nullable=False, index=True),
    sa.Column("about", sa.String(64)),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("reason", sa.String(16), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
)

processes = sa.Table(
    "processes",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("beat_ms", sa.BigInteger, nullable=False),
)
"""The server processes at work; one that has not beaten for a while is dead."""

streams = sa.Table(
    "streams",
    metadata,
    sa.Column("process", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(64), primary_key=True),
)
"""Who is connected where, so that somebody whose server died is missed."""

"""The books: score sheets and tournaments, what was written into them, and who may."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "books",
        sa.Column("id", sa.String(64), nullable=False),
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
        sa.PrimaryKeyConstraint("id", name="pk_books"),
    )
    op.create_index("ix_books_begun", "books", ["begun", "changed_ms"])
    op.create_table(
        "entries",
        sa.Column("book_id", sa.String(64), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("command", sa.String(64)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "seq", name="pk_entries"),
        sa.UniqueConstraint("book_id", "command", name="uq_entries_command"),
    )
    op.create_table(
        "holders",
        sa.Column("book_id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("place", sa.String(16), nullable=False),
        sa.Column("made", sa.Boolean, nullable=False),
        sa.Column("since_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("book_id", "person", "role", "place", name="pk_holders"),
    )
    op.create_index("ix_holders_person", "holders", ["person"])


def downgrade() -> None:
    """Drop them."""
    for name in ("holders", "entries", "books"):
        op.drop_table(name)

"""Keys that are no longer good, who looked on where, who has left, and what tells old things from those in use."""

from __future__ import annotations

import json
import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them; who looked on until now stands in the events only, who has left and who was last here when nowhere."""
    op.create_table(
        "revoked",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_revoked"),
    )
    op.create_index("ix_revoked_at_ms", "revoked", ["at_ms"])
    op.create_table(
        "visitors",
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name="pk_visitors"),
    )
    op.create_index("ix_visitors_person", "visitors", ["person"])
    op.create_index("ix_tables_phase", "tables", ["phase", "changed_ms"])
    op.add_column("tables", sa.Column("rewrites", sa.Integer, nullable=False, server_default="0"))
    op.add_column("members", sa.Column("sits", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("persons", sa.Column("used_ms", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(f"UPDATE persons SET used_ms = {time.time_ns() // 1_000_000}")
    op.create_index("ix_persons_used_ms", "persons", ["used_ms"])
    op.create_index("ix_reports_at_ms", "reports", ["at_ms"])
    _find_visitors(op.get_bind())


def _find_visitors(connection: sa.Connection) -> None:
    events = sa.table("events", sa.column("table_id"), sa.column("body"))
    # Not all of them at once: that is everything that was ever played.
    read = connection.execute(sa.select(events.c.table_id, events.c.body), execution_options={"yield_per": 500})
    found = {(row.table_id, json.loads(row.body)["person"]) for row in read if b'"e":"watching"' in row.body}
    visitors = sa.table("visitors", sa.column("table_id"), sa.column("person"))
    if found:
        rows = [{"table_id": table_id, "person": person} for table_id, person in sorted(found)]
        connection.execute(sa.insert(visitors), rows)


def downgrade() -> None:
    """Drop them."""
    for table, column in (("reports", "at_ms"), ("persons", "used_ms"), ("tables", "phase")):
        op.drop_index(f"ix_{table}_{column}", table)
    for table, column in (("persons", "used_ms"), ("members", "sits"), ("tables", "rewrites")):
        op.drop_column(table, column)
    for name in ("visitors", "revoked"):
        op.drop_table(name)

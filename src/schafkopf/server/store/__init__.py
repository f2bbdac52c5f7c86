"""What lasts: events, tables, persons. SQLite or PostgreSQL, the same statements."""

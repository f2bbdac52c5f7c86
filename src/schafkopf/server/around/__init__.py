"""Around the table: rules to look at and to change, records to open, codes to scan."""

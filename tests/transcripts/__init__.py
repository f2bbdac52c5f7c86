"""Readable playthroughs: one for each contract and each ruleset that ships, made from the records in `data`."""

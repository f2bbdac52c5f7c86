"""Measurements: run one by `python -m bench.replay`, all of the quick ones by `make bench`."""

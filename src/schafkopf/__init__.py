"""Schafkopf: a rules engine and a table for the Bavarian card game.

Importing this package loads nothing else; import the part you need, such as `schafkopf.game`.
"""

__version__ = "0.1.0"

"""The books of people who play with real cards: score sheets and tournaments, as streams of what was written."""

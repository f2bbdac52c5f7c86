"""The laboratory: bots against bots, measured so that the result can be trusted and had again."""

"""Tables in memory: commands in, events out, clocks, bots, who is connected."""

"""`schafkopf serve` and `schafkopf bot`: the table on the network, with its bots and its door."""

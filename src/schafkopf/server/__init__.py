"""The table on the network: a fold over stored events, cut to what each seat may know before anything leaves."""

"""`schafkopf play`: an evening in the terminal. The person sees only what a `View` of his own seat shows."""

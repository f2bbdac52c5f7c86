"""A club's tournament, pure: what happened is a list of events, and the state is their fold."""

"""The server as browsers and programs see it."""

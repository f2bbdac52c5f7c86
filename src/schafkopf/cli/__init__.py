"""The doors: one module per command group; the only place that wires the parts together."""


def main() -> None:
    """Run the command line."""
    from schafkopf.cli.app import app

    app()

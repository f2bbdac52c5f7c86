"""The doors: one module per command group; the only place that wires the parts together."""


def main() -> None:
    """Run the command line; heavy imports happen here, not when the package is imported."""
    import typer

    import schafkopf

    app = typer.Typer(no_args_is_help=True, help="Schafkopf: rules, referee and table.")

    @app.callback()
    def root() -> None: ...

    @app.command()
    def version() -> None:
        """Print the version."""
        typer.echo(schafkopf.__version__)

    app()

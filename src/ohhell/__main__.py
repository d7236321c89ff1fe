"""`python -m ohhell` is the command `ohhell`."""

from ohhell.cli import interrupts


def main() -> None:
    """Heed Ctrl-C first of all: the imports take longer than an impatient hand."""
    interrupts.leave_at_once()
    from ohhell.cli.main import main as run

    run()


if __name__ == "__main__":
    main()

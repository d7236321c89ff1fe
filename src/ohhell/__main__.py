"""`python -m ohhell` is the command `ohhell`."""

from ohhell.cli.main import main

if __name__ == "__main__":
    main()

"""`python -m mx2core`, and `mx2`."""

import sys


def main() -> int:
    """The exit status; Ctrl-C is one line while modules are loaded, too."""
    try:
        from .cli.main import main

        return main()
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())

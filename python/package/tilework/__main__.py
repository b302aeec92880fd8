"""The calculator: `python -m tilework '(4,8):(8,1) o 4:2'`."""

import sys

from . import _tilework


def main():
    """Runs the calculator with the arguments of the command line, and ends with its exit status."""
    sys.stdout.flush()
    sys.exit(_tilework.calculator(sys.argv[1:]))


if __name__ == "__main__":
    main()

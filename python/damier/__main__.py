"""The `damier` command: the program `damier` of this package, and ``python -m damier``."""

import signal
import sys
from typing import NoReturn

from ._damier import _run_command


def main() -> NoReturn:
    """Runs the command with the arguments of this process, and ends the process."""
    # Python would only note Ctrl-C until the command returns. The command watches for it where it ends with more care.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_run_command(["damier", *sys.argv[1:]]))


if __name__ == "__main__":
    main()

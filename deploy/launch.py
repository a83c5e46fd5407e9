"""Where a bundled Sandtable begins: as `sandtable` does, and as Python for its own processes.

The program starts processes of itself by the interpreter it runs in: players that compute games,
the drawer of a page's map. In a bundle that interpreter is the program, so it listens to the few
words of Python that are said to it then.
"""

from __future__ import annotations

import multiprocessing
import runpy
import sys


def main() -> None:
    """Be a worker, a module or a line of Python where one is asked for; else the program."""
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["-P"]:  # no bundle imports from the current folder
        del sys.argv[1]
    match sys.argv[1:3]:
        case ["-m", module]:
            del sys.argv[:2]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case ["-c", line]:
            sys.argv[:3] = ["-c"]
            exec(line, {"__name__": "__main__"})
        case _:
            from studio.command_line import main as sandtable

            sandtable()


if __name__ == "__main__":
    main()

"""`make bench`: every timing in one run, as one table; name parts to run only those.

python -m tests.bench [files|sight|moves|play|forecast|session|editing|writing|canvas|window …]
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.bench.table import show

PARTS = (
    "files",
    "sight",
    "moves",
    "play",
    "memo",
    "forecast",
    "session",
    "editing",
    "writing",
    "canvas",
    "window",
    "playing",
    "host",
    "balance",
    "ground",
    "umpiring",
)


def main() -> None:
    """Run the parts named on the command line, or all."""
    chosen = sys.argv[1:] or PARTS
    show({name: import_module(f"tests.bench.{name}_bench").rows() for name in chosen})


if __name__ == "__main__":
    main()

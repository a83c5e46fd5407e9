"""`make bench`: every timing in one run, as one table; name parts to run only those.

python -m tests.bench                     all parts
python -m tests.bench window playing      some of them
python -m tests.bench --help              which there are
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence

from tests.bench.parts import PARTS, measured
from tests.bench.table import Row, show


def parts(words: Sequence[str]) -> Sequence[str]:
    """The parts that the command line asks for, or all. It ends the program for any other word."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure what takes time, and tell it as one table.",
        epilog=f"Parts: {', '.join(PARTS)}.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="measure this one; else all")
    asked: list[str] = parser.parse_args(words).parts
    if unknown := [part for part in asked if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    return asked or PARTS


def main() -> None:
    """Measure the parts named on the command line, or all; 1 if one of them could not be."""
    table: dict[str, list[Row]] = {}
    asked = parts(sys.argv[1:])
    for part in asked:
        try:
            table[part] = measured(part)
        except Exception:  # noqa: BLE001 (said at once; the other parts are measured all the same)
            traceback.print_exc()
    show(table)
    sys.exit(len(table) < len(asked))


if __name__ == "__main__":
    main()

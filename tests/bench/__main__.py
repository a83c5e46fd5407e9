"""`make bench`: every timing in one run, as one table; name parts to run only those.

python -m tests.bench                     all parts
python -m tests.bench window playing      some of them
python -m tests.bench --quick             all, with few repetitions; only twice the limit is over
python -m tests.bench --help              which there are

It ends with 1 where a row is over its limit, or a part could not be measured.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from functools import partial

from rich.console import Console

from tests.bench.parts import PARTS, measured
from tests.bench.rows import Row
from tests.bench.sizes import SIZES
from tests.bench.table import WIDE, over, show
from tests.bench.timing import spent_by_children

QUICK_ALLOWANCE = 2.0


def asked(words: Sequence[str]) -> argparse.Namespace:
    """Return what the command line asks for. It ends the program for a part there is not."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description="Measure what takes time, and show it as one table with limits.",
        epilog=f"Parts: {', '.join(PARTS)}.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help="measure this one; else all")
    parser.add_argument(
        "--quick", action="store_true", help="few repetitions; fail only at twice a limit"
    )
    found = parser.parse_args(words)
    if unknown := [part for part in found.parts if part not in PARTS]:
        parser.error(f"there is no part {', '.join(unknown)}; there are {', '.join(PARTS)}")
    found.parts = found.parts or list(PARTS)
    return found


def main(words: Sequence[str], measure: Callable[[str], list[Row]] = measured) -> int:
    """Measure the parts asked for, show them, and return 1 if anything is over its limit."""
    options = asked(words)
    if options.quick:
        os.environ[SIZES] = "quick"  # for the processes of the parts
    allowance = QUICK_ALLOWANCE if options.quick else 1.0
    table: dict[str, list[Row]] = {}
    for part in options.parts:
        began = time.monotonic()
        busy = spent_by_children(partial(_measure, part, measure, table))
        sys.stderr.write(f"{part}: {time.monotonic() - began:.0f} s, {busy:.0f} of the processor\n")
    show(table, allowance, Console(width=WIDE))
    wrong = list(over(table, allowance))
    wrong += [f"{part}: not measured" for part in options.parts if part not in table]
    if wrong:
        bound = "the limit" if allowance == 1 else f"{allowance:g} × the limit"
        sys.stdout.write("\n".join([f"Over {bound}:", *wrong]) + "\n")
    return int(bool(wrong))


def _measure(part: str, measure: Callable[[str], list[Row]], table: dict[str, list[Row]]) -> None:
    """Put what a part finds into the table; what it fails with is said, and the others go on."""
    try:
        table[part] = measure(part)
    except Exception:  # noqa: BLE001 (said at once)
        traceback.print_exc()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

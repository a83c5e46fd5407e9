"""`make bench`: every timing in one run, as one table; name parts to run only those.

python -m tests.bench [files|sight|moves|play|forecast|session|editing|writing|canvas|window …]
"""

from __future__ import annotations

import sys
import traceback

from tests.bench.parts import PARTS, measured
from tests.bench.table import Row, show


def main() -> None:
    """Measure the parts named on the command line, or all; 1 if one of them could not be."""
    table: dict[str, list[Row]] = {}
    for part in sys.argv[1:] or PARTS:
        try:
            table[part] = measured(part)
        except Exception:  # noqa: BLE001 (said at once; the other parts are measured all the same)
            traceback.print_exc()
    show(table)
    sys.exit(len(table) < len(sys.argv[1:] or PARTS))


if __name__ == "__main__":
    main()

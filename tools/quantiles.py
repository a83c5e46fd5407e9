"""Writes the quantiles of the normal distribution that a shot's dice stand for (S3).

`python -m tools.quantiles engine/tabletop/quantiles.txt`: a thousand lines' worth of whole
thousandths, that of face f at the share (f - ½) / 1000, found by halving with forty digits.
"""

from __future__ import annotations

import sys
from decimal import Decimal, getcontext
from pathlib import Path

FACES = 1000
PER_LINE = 10
DIGITS = 40
MINIMUM = Decimal(10) ** -30


def series(z: Decimal) -> Decimal:
    """The share of a normal distribution between its middle and z."""
    term = total = z
    order = 0
    while abs(term) > MINIMUM:
        order += 1
        term *= -z * z / (2 * order)
        total += term / (2 * order + 1)
    return total / (2 * Decimal(PI)).sqrt()


PI = "3.14159265358979323846264338327950288419716939937510"


def quantile(face: int) -> int:
    """The quantile of a face in whole thousandths; those of opposite faces are opposite."""
    if 2 * face <= FACES:
        return -quantile(FACES + 1 - face)
    share = (Decimal(2 * face - 1) / (2 * FACES)) - Decimal("0.5")
    low, high = 0, 4000
    while low < high:
        middle = (low + high) // 2
        if series(Decimal(2 * middle + 1) / 2000) < share:
            low = middle + 1
        else:
            high = middle
    return low


def main() -> None:
    """Write the table to the file that is named."""
    getcontext().prec = DIGITS
    table = [quantile(face) for face in range(1, FACES + 1)]
    lines = [table[start : start + PER_LINE] for start in range(0, FACES, PER_LINE)]
    said = "\n".join(" ".join(f"{each:5}" for each in line) for line in lines)
    Path(sys.argv[1]).write_text(said + "\n", encoding="ascii")


if __name__ == "__main__":
    main()

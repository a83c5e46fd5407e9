"""How much is measured: all of it, or in a minute or two what has become much slower."""

from __future__ import annotations

import os
from typing import TypeVar

SIZES = "SANDTABLE_BENCH"  # the environment variable; "quick" is its one value
Size = TypeVar("Size")


def is_quick() -> bool:
    """Return True where the short form is measured."""
    return os.environ.get(SIZES) == "quick"


def sized(whole: Size, quick: Size) -> Size:
    """Return a number of repetitions or a choice of rows: the whole of it, or what is quick.

    What a limit speaks of (the size of a map, a number of units) is the same in both.
    """
    return quick if is_quick() else whole

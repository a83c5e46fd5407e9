"""How much is measured: as much as the goals speak of, or just enough to show that it runs."""

from __future__ import annotations

import os
from typing import TypeVar

SIZES = "SANDTABLE_BENCH"  # the environment variable; "tiny" is its one value
Size = TypeVar("Size")


def sized(whole: Size, tiny: Size) -> Size:
    """A size, a number of repetitions, or a choice of rows: the whole of it, or the least."""
    return tiny if os.environ.get(SIZES) == "tiny" else whole

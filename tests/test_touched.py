"""One deed runs few modules: a reader who follows it need not open half the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.touched import touched_modules

# The most modules of the program in which anything runs; the numbers only shrink.
CEILINGS = {
    "a stroke": 75,
    "an option clicked": 102,
    "an order from the web, carried out": 40,
    "an order from the web, from page to page": 40,
}


@pytest.mark.long
def test_one_deed_touches_few_modules(tmp_path: Path) -> None:
    touched = touched_modules(tmp_path)
    assert touched.keys() == CEILINGS.keys()
    over = {
        deed: (len(modules), sorted(modules))
        for deed, modules in touched.items()
        if not 0 < len(modules) <= CEILINGS[deed]
    }
    assert over == {}

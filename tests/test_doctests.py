"""The examples in the docstrings of the library come out as they stand there."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

# Each class that a user of the library meets first, by its module.
SHOWN = {
    "engine.hexes.hex": ("Hex", "HexSide"),
    "engine.hexes.grid": ("Grid",),
    "engine.hexes.labels": ("Labels",),
    "engine.map.map": ("Map",),
    "engine.play.game": ("Game",),
    "engine.sight.map_sight": ("Sight",),
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_examples_of_a_module_come_out_as_written(name: str) -> None:
    module = import_module(name)
    found = doctest.DocTestFinder().find(module)
    with_examples = {test.name for test in found if test.examples}
    assert with_examples >= {f"{name}.{shown}" for shown in SHOWN[name]}
    outcome = doctest.testmod(module, optionflags=doctest.FAIL_FAST)
    assert outcome.failed == 0

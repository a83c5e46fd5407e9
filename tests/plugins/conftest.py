"""Plug-ins of a test, and the program as it was before them afterwards."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine import games, plugins

Adding = Callable[[Path], None]


@pytest.fixture(scope="module")
def add_folder() -> Iterator[Adding]:
    """Let the program look for plug-ins in a folder."""
    before, modules, patch = list(games.PACKAGES), set(sys.modules), pytest.MonkeyPatch()

    def look_again() -> None:
        plugins.reset_plugins()
        games._add_those_of_plugins.cache_clear()

    def add(folder: Path) -> None:
        patch.setenv(plugins.FOLDERS, str(folder))
        look_again()

    yield add
    patch.undo()
    look_again()
    for game in set(games.PACKAGES) - set(before):
        games.remove(game)
    for name in set(sys.modules) - modules:
        if "plugged" in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]

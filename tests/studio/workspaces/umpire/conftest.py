"""What tests of the umpire's console have in common."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.studio.workspaces.umpire.hands import Umpire, opened


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[Umpire]:
    """A window in which a room may be begun."""
    with opened(qtbot, tmp_path) as made:
        yield made


@pytest.fixture
def umpire(window: Umpire) -> Umpire:
    """The three cities, umpired from their beginning."""
    window.begin()
    return window

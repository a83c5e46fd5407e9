"""The desk of an author, for tests of panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED

if TYPE_CHECKING:
    from tests.studio.workspaces.scenario.desks import Desk

CROSSROADS = SHIPPED / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def context(qtbot: QtBot) -> Iterator[Desk]:
    from tests.studio.workspaces.scenario.desks import Desk

    context = Desk(qtbot, CROSSROADS)
    yield context
    context.close()

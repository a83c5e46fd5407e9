"""After an edit only what looks different is painted anew, and all of that is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QRegion
from pytestqt.qtbot import QtBot

from engine.editing import zone_edits
from tests.studio.workspaces.scenario.forces.author import Author
from tests.studio.workspaces.scenario.forces.conftest import (  # noqa: F401  # fixtures
    author,
    crossroads,
    make_window,
    prompts,
)

STEPS = 30
FAINT = 96  # of 255: edges of letters are not set alike each time


def picture(author: Author) -> NDArray[np.int16]:  # noqa: F811  # the fixture
    """The canvas as it looks when every counter has its picture."""
    canvas = author.tab.canvas
    for _ in range(4):
        image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint8)
    return flat.reshape(image.height(), image.width(), 4).astype(np.int16)


def painted(author: Author, deed: Callable[[], object]) -> QRegion | None:  # noqa: F811
    """What is painted anew after something is done; None for all."""
    found, canvas = QRegion(), author.tab.canvas
    was, is_all = canvas.update, False

    def note(*changed: QRegion) -> None:
        nonlocal found, is_all
        is_all = is_all or not changed
        found += changed[0] if changed else QRegion()
        was(*changed)

    canvas.update = note  # type: ignore[method-assign, assignment]  # listened to
    deed()
    canvas.update = was  # type: ignore[method-assign]  # no more
    return None if is_all else found


def deeds(author: Author, dice: Random) -> list[Callable[[], object]]:  # noqa: F811
    """Things an author does."""
    forces, scenario = author.forces, author.scenario
    some = dice.sample([unit.id for unit in scenario.units], 2)
    at = scenario.map.grid.hex(dice.randrange(24), dice.randrange(18))
    zone = dice.choice(["westerby", "ridge-farm", "village", "north-edge"])
    hexes = dict.fromkeys([at, *(n for n in scenario.map.grid.neighbours(at))])
    drawn = zone_edits.with_zone(scenario, "westerby", [h for h in hexes if h in scenario.map.grid])
    return [
        lambda: forces.place_at(some, at),
        lambda: forces.set_up_in_zone(zone, some),
        lambda: forces.set_arrival_turn(dice.randrange(1, 9), some, zone),
        lambda: forces.choose(some),
        lambda: forces.set_mark("suppressed", True, some),
        lambda: forces.rename(lambda unit: "Tank 77", units=some[:1]),
        lambda: author.tab.document.apply(drawn, "zone"),
        author.tab.undo,
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_what_looks_different_after_an_edit_is_painted_anew(
    author: Author,  # noqa: F811  # the fixture
    qtbot: QtBot,
    seed: int,
) -> None:
    dice, canvas = Random(seed), author.tab.canvas
    qtbot.waitUntil(lambda: canvas.is_settled, timeout=30_000)
    before, small = picture(author), 0
    for _ in range(STEPS):
        region = painted(author, dice.choice(deeds(author, dice)))
        after = picture(author)
        rows, columns = np.nonzero((np.abs(before - after) > FAINT).any(axis=2))
        before = after
        if region is None:
            continue
        box = region.boundingRect()
        area = box.width() * box.height()
        small += area < canvas.width() * canvas.height() / 2
        for row, column in list(zip(rows, columns, strict=True))[::7]:
            assert region.contains(QPoint(int(column), int(row)))
    assert small > STEPS * 0.5, "mostly a small part is enough"

"""Above the palette lie favourites and what was painted with lately; all of it can be a grid."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.widgets.localization import Localizer
from studio.workspaces.map.map_palette_panel import PalettePanel
from studio.workspaces.map.map_toolbox import MaterialFamily, PaletteMaterial, Toolbox
from studio.workspaces.map.swatch_grid import SHOWN, SwatchGrid

WOODS, MARSH = (
    PaletteMaterial(MaterialFamily.GROUND, "woods"),
    PaletteMaterial(MaterialFamily.GROUND, "marsh"),
)
STREAM = PaletteMaterial(MaterialFamily.SIDE, "stream")


class Remembered:
    favourites = "side:stream nonsense:x ground:marsh"


@pytest.fixture
def palette(qtbot: QtBot) -> PalettePanel:
    made = PalettePanel(Toolbox(memory=Remembered()), Localizer("en"))
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.show()
    qtbot.waitUntil(lambda: made._is_drawn, timeout=8000)
    return made


def shown(grid: SwatchGrid) -> list[PaletteMaterial]:
    return [grid.item(row).data(SHOWN) for row in range(grid.count())]


def test_what_was_used_lately_follows_the_favourites_and_a_click_takes_it(
    palette: PalettePanel,
) -> None:
    toolbox = palette._toolbox
    assert shown(palette.strip) == [STREAM, MARSH]
    toolbox.take(WOODS)
    toolbox.take(MARSH)
    assert shown(palette.strip) == [STREAM, MARSH, WOODS]
    place = palette.strip.visualItemRect(palette.strip.item(2)).center()
    QTest.mouseClick(palette.strip.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert toolbox.material == WOODS


def test_an_entry_is_kept_above_by_its_menu_and_let_go_again(palette: PalettePanel) -> None:
    for wanted in ([STREAM, MARSH, WOODS], [STREAM, MARSH]):
        menu = palette.menu(WOODS)
        menu.actions()[0].trigger()
        assert list(palette._toolbox.favourites) == wanted
        menu.deleteLater()


def test_the_grid_shows_what_the_search_finds(palette: PalettePanel) -> None:
    QTest.mouseClick(palette.as_grid, Qt.MouseButton.LeftButton)
    assert palette.grid.isVisible()
    assert not palette.tree.isVisible()
    assert palette.grid.count() == len(palette.items())
    QTest.keyClicks(palette.search, "woods")
    assert WOODS in shown(palette.grid)
    assert palette.grid.count() < 8
    assert palette.grid.item(0).toolTip()

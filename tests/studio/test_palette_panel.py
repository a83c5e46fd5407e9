"""The palette shows what the game has rules for, finds the rest, and keeps favourites at hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.games import map_games
from engine.map.terrain import load_catalogue
from studio.previews.preview_settings import PreviewOptions, PreviewSettings
from studio.widgets.localization import Localizer
from studio.workspaces.map.map_palette_panel import RECENT, TERRAIN, PalettePanel
from studio.workspaces.map.map_toolbox import NONE, MaterialFamily, PaletteMaterial, Toolbox
from studio.workspaces.map.swatch_grid import MATERIAL

WOODS, MARSH, LAKE = (
    PaletteMaterial(MaterialFamily.GROUND, kind) for kind in ("woods", "marsh", "lake")
)
STREAM = PaletteMaterial(MaterialFamily.SIDE, "stream")


class Remembered:
    favourites = "side:stream nonsense:x ground:marsh"
    terrain_filter = ""


def make_palette(qtbot: QtBot, memory: Remembered, game: str = "tank") -> PalettePanel:
    settings = PreviewSettings(PreviewOptions(game))
    made = PalettePanel(Toolbox(memory=memory), settings, Localizer("en"))
    qtbot.addWidget(made)
    made.resize(320, 700)
    made.show()
    qtbot.wait_until(lambda: made._is_drawn)
    return made


@pytest.fixture
def palette(qtbot: QtBot) -> PalettePanel:
    return make_palette(qtbot, Remembered())


def group(palette: PalettePanel, key: str) -> list[PaletteMaterial]:
    grid = palette.swatches.groups[key][1]
    return [grid.item(row).data(MATERIAL) for row in range(grid.count())]


def kinds_shown(palette: PalettePanel) -> set[str]:
    shown = [item.data(MATERIAL) for item in palette.items()]
    return {each.kind for each in shown if each.family in TERRAIN}


def test_what_was_used_lately_follows_the_favourites_and_a_click_takes_it(
    palette: PalettePanel,
) -> None:
    toolbox = palette._toolbox
    assert group(palette, RECENT) == [STREAM, MARSH]
    toolbox.take(WOODS)
    toolbox.take(MARSH)
    assert group(palette, RECENT) == [STREAM, MARSH, WOODS]
    grid = palette.swatches.groups[RECENT][1]
    place = grid.visualItemRect(grid.item(2)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert toolbox.material == WOODS


def test_an_entry_is_kept_above_by_its_menu_and_let_go_again(palette: PalettePanel) -> None:
    for wanted in ([STREAM, MARSH, WOODS], [STREAM, MARSH]):
        menu = palette.menu(WOODS)
        menu.actions()[0].trigger()
        assert list(palette._toolbox.favourites) == wanted
        menu.deleteLater()


@pytest.mark.parametrize("game", map_games())
def test_only_terrain_of_the_game_is_shown_until_all_is_asked_for(qtbot: QtBot, game: str) -> None:
    memory = Remembered()
    memory.favourites = ""
    palette = make_palette(qtbot, memory, game)
    catalogue, known = set(load_catalogue().kinds), set(palette._previews.handbook.terrain())
    held = palette._toolbox.material.kind
    assert kinds_shown(palette) - {NONE} == (known & catalogue) | {held}
    palette.filter.setFocus()
    QTest.keyClick(palette.filter, Qt.Key.Key_Down)
    assert kinds_shown(palette) >= catalogue
    again = make_palette(qtbot, memory, game)
    assert kinds_shown(again) >= catalogue, "the choice is remembered"


def test_a_search_looks_through_all_terrain_and_says_when_there_is_none(
    palette: PalettePanel,
) -> None:
    assert "jungle" not in kinds_shown(palette)
    QTest.keyClicks(palette.search, "jungle")
    assert "jungle" in kinds_shown(palette)
    assert not palette.none_found.isVisible()
    QTest.keyClicks(palette.search, "qqq")
    assert palette.items() == []
    assert palette.none_found.isVisible()


def test_the_arrows_lead_from_group_to_group_and_return_takes(palette: PalettePanel) -> None:
    first, second = [grid for _, grid in palette.swatches.groups.values()][:2]
    first.setFocus(Qt.FocusReason.TabFocusReason)
    first.setCurrentRow(0)
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert second.hasFocus()
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert palette._toolbox.material == second.item(0).data(MATERIAL)
    QTest.keyClick(second, Qt.Key.Key_Up)
    assert first.hasFocus()


def test_no_picture_is_tinted_where_it_is_selected(palette: PalettePanel) -> None:
    palette._toolbox.take(LAKE)
    grid = palette.swatches.groups[MaterialFamily.GROUND][1]
    place = group(palette, MaterialFamily.GROUND).index(LAKE)
    middle = grid.visualItemRect(grid.item(place)).center()

    def shade() -> str:
        return grid.viewport().grab().toImage().pixelColor(middle).name()

    selected = shade()
    palette._toolbox.take(WOODS)
    assert shade() == selected

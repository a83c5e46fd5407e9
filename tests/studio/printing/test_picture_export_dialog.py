"""A picture of a map is what is asked for: a part, a size, layers; the dialog shows it first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.blank_maps import make_blank_map
from engine.files.map_style_files import style_shipped
from engine.hexes import flat_index
from engine.hexes.grid import Grid, Orientation
from engine.map.map import Map
from studio.canvas.canvas_content import LayerSettings
from studio.printing.picture_export import bounding_rect
from studio.printing.picture_export_dialog import PictureDialog
from studio.printing.printing_questions import PictureExportQuestion
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import PictureTooLarge, render_map, render_part
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.localization import Localizer
from studio.widgets.map_style_box import MapStyleBox, StyleChoice


@pytest.fixture
def country() -> Map:
    map_ = make_blank_map(12, 10)
    map_.ground[3:6, 4:8] = map_.grounds.index("woods")
    return map_


def image(content: bytes) -> QImage:
    return QImage.fromData(content)


def alike(one: QColor, other: QColor) -> bool:
    """The same but for what less than a pixel's shift does."""
    parts = [(each.red(), each.green(), each.blue(), each.alpha()) for each in (one, other)]
    return all(abs(a - b) < 40 for a, b in zip(*parts, strict=True))


def test_a_part_is_just_that_part_of_the_whole(qtbot: QtBot, country: Map) -> None:
    look = RenderOptions(30.0, legend=False)
    part = QRectF(3, 2, 4, 3)
    whole = image(render_map(country, look, PictureFormat.PNG).content)
    cut = image(render_part(country, look, part, PictureFormat.PNG).content)
    assert (cut.width(), cut.height()) == (120, 90)
    margin = 2  # of a bare sheet
    same = [
        alike(cut.pixelColor(x, y), whole.pixelColor(x + 90 + margin, y + 60 + margin))
        for x in range(0, 120, 7)
        for y in range(0, 90, 7)
    ]
    assert sum(same) > 0.9 * len(same)


def test_a_part_that_is_too_large_is_refused(qtbot: QtBot, country: Map) -> None:
    with pytest.raises(PictureTooLarge, match="at most 16384"):
        render_part(country, RenderOptions(4000.0), QRectF(0, 0, 8, 8), PictureFormat.PNG)


@pytest.mark.parametrize("orientation", Orientation)
def test_what_is_round_a_selection_holds_the_whole_of_its_hexes(orientation: Orientation) -> None:
    grid = Grid(12, 10, orientation)
    selected = np.array([14, 15, 40, 77], np.int32)
    room = bounding_rect(grid, selected)
    for hex_ in flat_index.from_indices(grid, selected):
        for x, y in grid.outline(hex_):
            assert room.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(x, y)
    assert room.width() < 8


def test_the_dialog_gives_back_what_is_chosen(qtbot: QtBot, country: Map) -> None:
    part = QRectF(1, 1, 5, 4)
    styles = [StyleChoice(name, style_shipped(name)) for name in ("modern", "staff-map")]
    layers = LayerSettings(labels=False, style=styles[0].style)
    asked = PictureExportQuestion(country, layers, {"selection": part}, styles=styles)
    dialog = PictureDialog(asked, Localizer("en"))
    qtbot.addWidget(dialog)
    dialog.show()
    assert not {"notes", "underlay"} & {*dialog.layers}, "are for the designer alone"
    assert dialog.export_request().part is None
    assert "labels" in dialog.export_request().look.hidden
    assert dialog.style_box.currentText() == "modern"
    QTest.keyClick(dialog.region, Qt.Key.Key_Down)
    dialog.hex_px.selectAll()
    QTest.keyClicks(dialog.hex_px, "100")
    QTest.mouseClick(dialog.layers["grid"], Qt.MouseButton.LeftButton,
                     pos=dialog.layers["grid"].rect().center() / 8)  # fmt: skip
    dialog.layers["grid"].setChecked(False)
    order = dialog.export_request()
    assert order.part == part
    assert (order.look.hex_px, order.look.grid, order.look.legend) == (100.0, False, False)
    assert dialog.size_told.text() == "500 × 400 pixels"
    QTest.keyClick(dialog.by, Qt.Key.Key_Down)
    dialog.hex_mm.setValue(25.4)
    assert dialog.export_request().look.hex_px == pytest.approx(300)
    qtbot.waitUntil(lambda: dialog.picture.pixmap().width() > 50)
    was = dialog.picture.pixmap().toImage()
    QTest.keyClick(dialog.style_box, Qt.Key.Key_Down)
    assert dialog.export_request().look.style == styles[1].style
    qtbot.waitUntil(lambda: dialog.picture.pixmap().toImage() != was)


def test_a_style_that_is_shown_is_offered_though_it_is_no_longer_filed(qtbot: QtBot) -> None:
    box = MapStyleBox([StyleChoice("As the map says", None)], style_shipped("staff-map"))
    qtbot.addWidget(box)
    assert box.chosen == style_shipped("staff-map")
    QTest.keyClick(box, Qt.Key.Key_Home)
    assert box.chosen is None


def test_every_card_of_a_deck_becomes_a_picture(qtbot: QtBot, tmp_path: Path) -> None:
    from engine.files.source_text import SHIPPED
    from studio.documents.deck_document import DeckDocument
    from studio.printing.picture_export import card_files

    deck = next((SHIPPED / "samples").rglob("*.deck.yaml"))
    work = DeckDocument.open(deck)
    files, write = card_files(work, tmp_path, "en")
    write(40)
    assert len(files) == len(list(tmp_path.glob("*.png"))) > 3
    work.close()

"""A picture over the map: loaded, moved, fitted by points, kept for each map, lost and found."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, QSize, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage, QMouseEvent
from PySide6.QtTest import QTest

from engine.texts import text
from studio.canvas.image_placement import ImagePlacement
from studio.canvas.underlay_painter import Underlay
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.underlay.underlay_image import (
    MAX_PIXELS,
    UnderlayError,
    UnderlaySettings,
    bounded_size,
    is_picture,
    load_underlay_image,
)
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import Scripted, at, click, do, ground


@pytest.fixture
def scan(tmp_path: Path) -> Path:
    """A picture of 400 × 300 pixels."""
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    image.fill(QColor("#aa3300"))
    path = tmp_path / "scan.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def laid(window: MainWindow, editor: MapEditorTab, scan: Path) -> MapEditorTab:
    """A blank map with the picture over it."""
    window.underlays.load(scan)
    return editor


def underlay(editor: MapEditorTab) -> Underlay:
    position = editor.canvas.position
    assert position is not None
    assert position.underlay is not None
    return position.underlay


def png(width: int, height: int) -> bytes:
    """The beginning of a PNG file that says it is so large."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    body = b"IDAT" + zlib.compress(b"\0" * 100)
    data = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return b"\x89PNG\r\n\x1a\n" + chunk + data


# --- pictures -------------------------------------------------------------------------------------


def test_a_picture_is_loaded_into_the_middle_of_the_map(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, scan: Path
) -> None:
    prompts.picture = scan
    do(window, "underlay-load")
    wide, high = editor.document.map.grid.size()
    x, y = underlay(editor).placing.page((200, 150))
    assert (x, y) == pytest.approx((wide / 2, high / 2))
    assert window.bars.actions["underlay-fit"].isEnabled()
    assert not editor.document.is_dirty


def test_a_picture_dropped_on_a_map_is_laid_over_it(
    window: MainWindow, editor: MapEditorTab, scan: Path
) -> None:
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(scan))])
    window.dropEvent(
        QDropEvent(
            QPointF(5, 5), Qt.DropAction.CopyAction, dropped, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )  # fmt: skip
    assert underlay(editor).picture.width() == 400
    assert window.docks.named["underlay"].isVisible()


def test_what_is_no_picture_is_refused_in_words(
    window: MainWindow, editor: MapEditorTab, prompts: Scripted, tmp_path: Path
) -> None:
    (tmp_path / "scan.png").write_text("words")
    window.underlays.load(tmp_path / "scan.png")
    assert prompts.told[0] == text("underlay.no-picture", "en", file=str(tmp_path / "scan.png"))
    assert not window.underlays.has_picture


@pytest.mark.parametrize("side", [20_000, 2**31 - 1])
def test_a_file_that_says_it_is_huge_is_refused_before_it_is_read(
    qapp: object, tmp_path: Path, side: int
) -> None:
    (tmp_path / "huge.png").write_bytes(png(side, side))
    with pytest.raises(UnderlayError):
        load_underlay_image(tmp_path / "huge.png")


def test_a_file_that_ends_too_soon_breaks_nothing(qapp: object, tmp_path: Path) -> None:
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0" + b"\0" * 30)
    with pytest.raises(UnderlayError, match=r"cut\.jpg"):
        load_underlay_image(tmp_path / "cut.jpg")


def test_a_large_photograph_is_read_smaller(qapp: object, tmp_path: Path) -> None:
    image = QImage(8000, 6000, QImage.Format.Format_Grayscale8)
    image.fill(128)
    assert image.save(str(tmp_path / "large.jpg"))
    picture = load_underlay_image(tmp_path / "large.jpg")
    assert picture.width() * picture.height() <= MAX_PIXELS
    assert picture.width() / picture.height() == pytest.approx(8000 / 6000, rel=1e-3)


def test_what_is_kept_in_memory_has_the_same_shape() -> None:
    size = bounded_size(QSize(20_000, 10_000))
    assert size.width() * size.height() <= MAX_PIXELS
    assert size.width() == pytest.approx(2 * size.height(), abs=2)
    assert bounded_size(QSize(300, 200)) == QSize(300, 200)


def test_pictures_are_known_by_their_names() -> None:
    assert is_picture(Path("a.PNG"))
    assert is_picture(Path("a.jpeg"))
    assert not is_picture(Path("a.map.yaml"))
    assert not is_picture(Path("a"))


# --- how it lies ----------------------------------------------------------------------------------


def test_opacity_and_showing_are_set_in_the_panel(window: MainWindow, laid: MapEditorTab) -> None:
    window.docks.underlay.opacity.setValue(80)
    assert underlay(laid).opacity == pytest.approx(0.8)
    do(window, "underlay-shown")
    assert laid.canvas.position is not None
    assert laid.canvas.position.underlay is None
    do(window, "underlay-shown")
    assert underlay(laid).opacity == pytest.approx(0.8)


def test_a_removed_picture_is_gone(window: MainWindow, laid: MapEditorTab) -> None:
    window.docks.underlay.buttons["remove"].click()
    assert laid.canvas.position is not None
    assert laid.canvas.position.underlay is None
    assert not window.docks.underlay.buttons["fit"].isEnabled()


def test_numbers_place_it(window: MainWindow, laid: MapEditorTab) -> None:
    panel = window.docks.underlay
    before = underlay(laid).placing
    panel.numbers["left"].setValue(2.0)
    panel.numbers["top"].setValue(-1.0)
    panel.numbers["width"].setValue(8.0)
    panel.numbers["turn"].setValue(90.0)
    placing = underlay(laid).placing
    assert placing.page((0, 0)) == pytest.approx((2.0, -1.0))
    assert placing.page((400, 0)) == pytest.approx((2.0, 7.0))
    assert placing.turn == pytest.approx(90.0)
    for _ in range(4):
        panel.buttons["reset"].click()
    assert underlay(laid).placing == before
    assert not panel.buttons["reset"].isEnabled()


def drag(editor: MapEditorTab, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier) -> None:
    canvas, button = editor.canvas, Qt.MouseButton.LeftButton
    QTest.mouseMove(canvas, start)
    QTest.mousePress(canvas, button, keys, start)
    _move(editor, end, keys)
    QTest.mouseRelease(canvas, button, keys, end)


def _move(editor: MapEditorTab, point: QPoint, keys: Qt.KeyboardModifier) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), editor.canvas.mapToGlobal(QPointF(point)),
        Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton, keys,
    )  # fmt: skip
    QCoreApplication.sendEvent(editor.canvas, event)


def test_while_it_is_adjusted_a_drag_moves_it_and_paints_nothing(
    window: MainWindow, laid: MapEditorTab
) -> None:
    window.docks.underlay.buttons["adjust"].click()
    before = underlay(laid).placing
    drag(laid, at(laid, 2, 2), at(laid, 4, 2), Qt.KeyboardModifier.NoModifier)
    now = underlay(laid).placing
    assert now.e - before.e == pytest.approx(2.0, abs=0.05)
    assert now.f == pytest.approx(before.f, abs=0.05)
    assert ground(laid, 2, 2) == "open"
    QTest.keyClick(laid.canvas, Qt.Key.Key_Escape)
    assert not window.docks.underlay.buttons["adjust"].isChecked()
    assert underlay(laid).placing == now
    click(laid, at(laid, 2, 2))
    assert ground(laid, 2, 2) == "woods"
    window.docks.underlay.buttons["reset"].click()
    assert underlay(laid).placing == before


def test_with_shift_it_turns_and_with_control_it_grows(
    window: MainWindow, laid: MapEditorTab
) -> None:
    window.docks.underlay.buttons["adjust"].click()
    middle = underlay(laid).placing.page((200, 150))
    width = laid.canvas.hex_width
    centre = QPointF(*laid.canvas.camera.screen_point(middle[0] * width, middle[1] * width))
    right = (centre + QPointF(100, 0)).toPoint()
    below, further = (centre + QPointF(0, 100)).toPoint(), (centre + QPointF(150, 0)).toPoint()
    scale = underlay(laid).placing.scale
    drag(laid, right, below, Qt.KeyboardModifier.ShiftModifier)
    assert underlay(laid).placing.turn == pytest.approx(90, abs=2)
    drag(laid, right, further, Qt.KeyboardModifier.ControlModifier)
    assert underlay(laid).placing.scale == pytest.approx(1.5 * scale, rel=0.03)
    assert underlay(laid).placing.page((200, 150)) == pytest.approx(middle, abs=0.05)


# --- fitting --------------------------------------------------------------------------------------


def test_two_points_fit_the_picture_and_nothing_is_painted(
    window: MainWindow, laid: MapEditorTab
) -> None:
    do(window, "underlay-fit")
    before = underlay(laid).placing
    points = [(2, 2), (4, 3), (8, 2), (9, 7)]
    grid = laid.document.map.grid
    first = before.picture(grid.centre(grid.hex(2, 2), 1.0))
    for column, row in points:
        click(laid, at(laid, column, row))
    QTest.keyClick(laid.canvas, Qt.Key.Key_Return)
    after = underlay(laid).placing
    assert after.page(first) == pytest.approx(grid.centre(grid.hex(4, 3), 1.0), abs=0.1)
    assert after.scale != pytest.approx(before.scale, rel=0.05)
    assert laid.document.history.count() == 0
    click(laid, at(laid, 2, 2))
    assert ground(laid, 2, 2) == "woods"
    window.docks.underlay.buttons["reset"].click()
    assert underlay(laid).placing == before


def test_the_third_pair_ends_the_fitting(window: MainWindow, laid: MapEditorTab) -> None:
    do(window, "underlay-fit")
    for column, row in [(2, 2), (2, 3), (8, 2), (9, 2), (5, 8), (5, 7)]:
        click(laid, at(laid, column, row))
    assert window.docks.underlay.hint.text() == ""
    assert window.docks.underlay.buttons["reset"].isEnabled()


def test_escape_puts_the_picture_back(window: MainWindow, laid: MapEditorTab) -> None:
    before = underlay(laid).placing
    do(window, "underlay-fit")
    click(laid, at(laid, 2, 2))
    click(laid, at(laid, 5, 5))
    assert underlay(laid).placing != before
    do(window, "escape")
    assert underlay(laid).placing == before
    assert not window.docks.underlay.buttons["leave"].isVisible()


def test_backspace_takes_the_last_point_back(window: MainWindow, laid: MapEditorTab) -> None:
    before = underlay(laid).placing
    do(window, "underlay-fit")
    click(laid, at(laid, 2, 2))
    click(laid, at(laid, 5, 5))
    QTest.keyClick(laid.canvas, Qt.Key.Key_Backspace)
    assert underlay(laid).placing == before
    asked = text("underlay.underlay-point-there", "en", number=1)
    assert asked in window.docks.underlay.hint.text()


def test_a_point_belongs_to_a_hex_named_by_its_label(
    window: MainWindow, laid: MapEditorTab
) -> None:
    do(window, "underlay")
    do(window, "underlay-fit")
    click(laid, at(laid, 2, 2))
    line = window.docks.underlay.label
    QTest.keyClicks(line, "nowhere")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert "nowhere" in window.docks.underlay.hint.text()
    grid = laid.document.map.grid
    QTest.keyClicks(line, laid.document.map.labels.label(grid.hex(6, 4)))
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert "Point 2" in window.docks.underlay.hint.text()


def test_points_that_coincide_are_told(window: MainWindow, laid: MapEditorTab) -> None:
    do(window, "underlay-fit")
    for column, row in [(2, 2), (5, 5), (8, 2), (5, 5)]:
        click(laid, at(laid, column, row))
    assert text("underlay.underlay-coincide", "en") in window.docks.underlay.hint.text()


def test_the_keyboard_alone_fits_a_picture(window: MainWindow, laid: MapEditorTab) -> None:
    do(window, "underlay-fit")
    canvas, grid = laid.canvas, laid.document.map.grid
    before = underlay(laid).placing
    for column, row in [(2, 2), (3, 2), (8, 2), (8, 4)]:
        canvas.set_keyboard_hex(grid.hex(column, row))
        QTest.keyClick(canvas, Qt.Key.Key_Return)
        canvas.setFocus()
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    first = before.picture(grid.centre(grid.hex(2, 2), 1.0))
    assert underlay(laid).placing.page(first) == pytest.approx(grid.centre(grid.hex(3, 2), 1.0))
    assert not window.docks.underlay.buttons["done"].isVisible()
    assert laid.document.history.count() == 0


# --- kept -----------------------------------------------------------------------------------------


def test_a_picture_comes_back_with_its_map(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path, scan: Path
) -> None:
    first = make_window()
    do(first, "new")
    prompts.file = tmp_path / "a.map.yaml"
    first.underlays.load(scan)
    first.docks.underlay.numbers["turn"].setValue(30.0)
    placing = underlay(first.required_map_editor).placing
    do(first, "save")
    text = prompts.file.read_text("utf-8")
    assert "scan" not in text
    assert first.close()
    second = make_window()
    second.filing.open_file(prompts.file)
    assert underlay(second.required_map_editor).placing == placing
    assert second.docks.underlay.numbers["turn"].value() == pytest.approx(30.0)


@pytest.fixture
def lost(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path, scan: Path
) -> Path:
    """A map file whose picture was taken away."""
    window = make_window()
    do(window, "new")
    prompts.file = tmp_path / "a.map.yaml"
    do(window, "save")
    window.underlays.load(scan)
    assert window.close()
    scan.rename(tmp_path / "moved.png")
    return prompts.file


def test_a_picture_that_is_missing_can_be_found_again(
    make_window: Callable[..., MainWindow], prompts: Scripted, tmp_path: Path, lost: Path,
    scan: Path,
) -> None:  # fmt: skip
    prompts.answers, prompts.picture = [PromptAnswer.YES], tmp_path / "moved.png"
    window = make_window()
    window.filing.open_file(lost)
    assert str(scan) in prompts.asked[0]
    assert underlay(window.required_map_editor).picture.width() == 400


def test_a_picture_that_is_missing_can_be_given_up(
    make_window: Callable[..., MainWindow], prompts: Scripted, lost: Path
) -> None:
    prompts.answers = [PromptAnswer.NO]
    window = make_window()
    window.filing.open_file(lost)
    assert not window.underlays.has_picture
    assert window.preferences.underlay(lost) == ""


def test_what_is_kept_reads_back() -> None:
    kept = UnderlaySettings(
        Path("a, “b” 底图.png"), 400, ImagePlacement(0.1, 0.2, -0.2, 0.1, 3.0, 4.0), 0.3, False
    )
    assert UnderlaySettings.from_text(kept.as_text()) == kept


@pytest.mark.parametrize(
    "words",
    ["", "[]", "{", '["a", 0, [1, 0, 0, 1, 0, 0], 0.5, true]',
     '["a", 5, [1, 0, 0, NaN, 0, 0], 0.5, true]', '["a", 5, ["1", 0, 0, 1, 0, "inf"], 0.5, true]',
     '["a", 5, [0, 0, 0, 0, 0, 0], 0.5, true]'],
)  # fmt: skip
def test_settings_that_somebody_broke_count_as_none(words: str) -> None:
    assert UnderlaySettings.from_text(words) is None


def test_a_picture_read_at_another_size_lies_at_the_same_place(qapp: object) -> None:
    kept = UnderlaySettings(Path("a.png"), 400, ImagePlacement(0.1, 0.2, -0.2, 0.1, 3.0, 4.0))
    smaller = kept.fitting(QImage(200, 150, QImage.Format.Format_RGB32))
    assert smaller.placing.page((200, 150)) == pytest.approx(kept.placing.page((400, 300)))

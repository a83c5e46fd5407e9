"""What the window looks like, compared with pictures in `reference`.

A panel that vanishes, lies over another or loses what it shows is found; a word or a colour that
is a little different is not. Text is drawn as boxes of a font of the test's own, so that pictures
are the same whatever fonts there are. After a change that is meant, record them again and look:

    RECORD_PICTURES=1 pytest tests/studio/main_window/pictures.py
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.files.source_text import SHIPPED
from engine.session.seats import Seat
from studio.framework.document_tab import MapDocumentTab
from studio.framework.prompts import PromptAnswer
from studio.main_window import start_page
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.previews.background_loading import background_loader
from studio.widgets import themes
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from tests.assertions import require_type
from tests.studio.main_window.boxes_font import FAMILY, font
from tests.studio.main_window.conftest import PATIENT, Scripted, wait
from tests.studio.rendering.comparing import pixels

REFERENCE = Path(__file__).parent / "reference"
SAMPLES = SHIPPED / "samples" / "tank"
MAP = SAMPLES / "maps" / "crossroads.map.yaml"
SCENARIO = SAMPLES / "scenarios" / "crossroads.scenario.yaml"
IS_RECORDING = bool(os.environ.get("RECORD_PICTURES"))
WIDE, HIGH = 1280, 800
COARSE = 4  # pixels of the screen that are one of a picture kept
FAR = 40  # of 255: from here on a pixel counts as another one
MAX_FAR = 0.035  # of the pixels

Made = Callable[[str, str], MainWindow]


@pytest.fixture
def boxes(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """All text of the window in boxes; afterwards the application looks as it did."""
    letters, style, palette = qapp.font(), qapp.style().objectName(), qapp.palette()
    number = QFontDatabase.addApplicationFontFromData(font())
    assert QFontInfo(QFont(FAMILY)).family() == FAMILY
    monkeypatch.setattr(themes, "font_families", lambda: (FAMILY,))
    yield
    QFontDatabase.removeApplicationFont(number)
    qapp.setFont(letters)
    qapp.setStyle(style)
    qapp.setPalette(palette)


@pytest.fixture
def made(boxes: None, qtbot: QtBot, tmp_path: Path) -> Iterator[Made]:
    """Makes a window of a fixed size in a language and a theme."""
    windows: list[MainWindow] = []

    def make(language: str, theme: str) -> MainWindow:
        preferences = Preferences(tmp_path / "studio.ini")
        preferences.language, preferences.theme = language, theme
        window = MainWindow(preferences, Scripted(), tmp_path / "journals", tmp_path / "games")
        window.jobs.patience = PATIENT
        windows.append(window)
        window.resize(WIDE, HIGH)
        window.show()
        qtbot.waitExposed(window)
        return window

    yield make
    for window in windows:
        window.playing.stop()
        assert isinstance(window.prompts, Scripted)
        window.prompts.answers = [PromptAnswer.NO] * len(window.works)
        assert window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def coarse(widget: QWidget) -> QImage:
    """What a widget looks like from far off."""
    image = widget.grab().toImage()
    return image.scaled(
        image.width() // COARSE, image.height() // COARSE,
        Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
    )  # fmt: skip


def far_share(one: QImage, other: QImage) -> float:
    """The share of the pixels that are others; all of them in pictures of another size."""
    if one.size() != other.size():
        return 1.0
    apart = np.abs(pixels(one) - pixels(other)).max(axis=2)
    return float((apart > FAR).mean())


@pytest.fixture
def found(qtbot: QtBot) -> Callable[[QWidget], QImage]:
    """What a widget looks like when everything is painted that is painted little by little."""

    def find(widget: QWidget) -> QImage:
        seen = [QImage(), coarse(widget)]

        def is_still() -> bool:
            seen.append(coarse(widget))
            return seen[-1] == seen[-2] == seen[-3]

        qtbot.wait(100)
        qtbot.waitUntil(is_still)
        return seen[-1]

    return find


@pytest.fixture
def looks_like(
    found: Callable[[QWidget], QImage], tmp_path: Path
) -> Callable[[QWidget, str], None]:
    """Fails where a widget is not like its picture."""

    def compare(widget: QWidget, name: str) -> None:
        now, file = found(widget), REFERENCE / f"{name}.png"
        if IS_RECORDING:
            assert now.save(str(file))
        share = far_share(now, QImage(str(file)))
        now.save(str(tmp_path / file.name))
        assert share <= MAX_FAR, f"{100 * share:.1f} % differ of {tmp_path / file.name}"

    return compare


LooksLike = Callable[[QWidget, str], None]


def opened(window: MainWindow, file: Path) -> MainWindow:
    background_loader().future.result()
    window.filing.open_file(file)
    wait(lambda: require_type(window.active_tab, MapDocumentTab).canvas.is_settled)
    return window


# --- the whole window -----------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_the_first_page(
    made: Made,
    looks_like: LooksLike,
    language: str,
    theme: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start_page, "AFTER_MS", 1_000_000)  # before the pictures of the files
    looks_like(made(language, theme), f"first-{language}-{theme}")


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("zh", "light")])
def test_a_map_with_its_panels(
    made: Made, looks_like: LooksLike, language: str, theme: str
) -> None:
    looks_like(opened(made(language, theme), MAP), f"map-{language}-{theme}")


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("zh", "dark")])
def test_a_game_with_its_panels(
    made: Made, looks_like: LooksLike, language: str, theme: str
) -> None:
    looks_like(begun(made(language, theme)), f"game-{language}-{theme}")


def begun(window: MainWindow) -> MainWindow:
    """The window with a game that asks for the first decision."""
    assert isinstance(window.prompts, Scripted)
    window.prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=3)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    opened(window, SCENARIO).stage.play()
    QCoreApplication.processEvents()  # the map is fitted beside what floats over it
    wait(lambda: require_type(window.active_tab, MapDocumentTab).canvas.is_settled)
    return window


# --- panels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("panel", ["palette", "problems", "lookout"])
def test_a_panel_of_a_map(made: Made, looks_like: LooksLike, panel: str) -> None:
    window = opened(made("en", "light"), MAP)
    looks_like(window.docks.named[panel], panel)


def test_the_panel_of_decisions(made: Made, looks_like: LooksLike) -> None:
    window = begun(made("zh", "light"))
    looks_like(window.playing.docks["decision"], "decision")


# --- the measure ----------------------------------------------------------------------------------


def test_a_panel_that_vanished_is_found(made: Made, found: Callable[[QWidget], QImage]) -> None:
    window = opened(made("en", "dark"), MAP)
    window.docks.named["palette"].hide()
    assert far_share(found(window), QImage(str(REFERENCE / "map-en-dark.png"))) > MAX_FAR


def test_a_panel_that_lost_what_it_shows_is_found(
    made: Made, found: Callable[[QWidget], QImage]
) -> None:
    window = begun(made("zh", "light"))
    window.playing.decision.list.clear()
    dock = window.playing.docks["decision"]
    assert far_share(found(dock), QImage(str(REFERENCE / "decision.png"))) > MAX_FAR

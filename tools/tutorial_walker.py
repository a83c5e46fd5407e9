"""Somebody who goes through a tutorial in the real window, and takes pictures on the way."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from PIL import Image
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QPoint,
    Qt,
    QTimer,
)
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QWidget,
)

from studio import app
from tools import likeness
from tools.stage import canvas_of, settled

ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "samples"
SIZE = 1280, 800
COLOURS = 128  # of a picture: screens of a program have few
MAX_BYTES = 120_000
PATIENT = 60_000  # milliseconds until what is computed behind the window must be there
A_MOMENT = 60
AFTER = 350  # until what a key began is drawn
SETTLED = 900  # until panels have their room and previews are there


class Stuck(Exception):
    """The window did not do what the page says it does."""


class Walk:
    """Somebody who goes through a tutorial: presses, clicks, waits, takes pictures."""

    def __init__(self, name: str, language: str, folder: Path) -> None:
        """`folder` is where the files of the tutorial are saved."""
        self.name, self.language, self.folder = name, language, folder
        self.taken: dict[str, bytes] = {}
        self.window = app.open_window([], safe_mode=True)
        sys.excepthook = sys.__excepthook__
        self.window.localize.set_language(language)
        self.window.resize(*SIZE)
        self.window.show()
        self.wait(AFTER)

    # --- what is pressed --------------------------------------------------------------------------

    def open(self, *names: str) -> None:
        """Open samples, as File → Open does."""
        for name in names:
            self.window.filing.open_file(SAMPLES / name)
        self.wait(SETTLED)

    def press(self, *keys: str) -> None:
        """Press keys one after the other, where the focus is."""
        for key in keys:
            self.come_forward()
            QTest.keySequence(self._focus(), QKeySequence(key))
            self.wait(AFTER)

    def come_forward(self) -> None:
        """The window has the keys again, as it has when a dialog has closed."""
        if QApplication.activeModalWidget() is not None:
            return
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if QApplication.activeWindow() is not self.window:
            self.window.activateWindow()
            QTest.qWaitForWindowActive(self.window)
        self.window.bars.refresh()

    @contextmanager
    def holding(self, key: Qt.Key) -> Iterator[None]:
        """While a key is down over the map."""
        self.come_forward()
        canvas = canvas_of(self.window)
        QTest.keyPress(canvas, key)
        self.wait(SETTLED)
        yield
        QTest.keyRelease(canvas, key)

    def type(self, words: str) -> None:
        """Type words where the focus is."""
        focus = self._focus()
        if isinstance(focus, QLineEdit | QAbstractSpinBox):
            focus.selectAll()
        line = focus.lineEdit() if isinstance(focus, QComboBox) else None
        if line is not None:
            line.selectAll()
        for letter in words:
            typed(focus, letter)
        self.wait(A_MOMENT)

    def answer(self, keys: str, deed: Callable[[Any], None]) -> None:
        """Press keys that open a dialog, and do something in it."""
        self.meanwhile(lambda: self.press(keys), deed)

    def meanwhile(self, begin: Callable[[], object], deed: Callable[[Any], None]) -> None:
        """Begin what opens a dialog, and do something in it; it is closed in any case."""
        faults: list[Exception] = []
        clock, waited = QTimer(interval=A_MOMENT), [0]

        def look() -> None:
            dialog = QApplication.activeModalWidget()
            waited[0] += A_MOMENT
            if not isinstance(dialog, QDialog):
                if waited[0] > PATIENT:
                    clock.stop()
                return
            clock.stop()
            try:
                self.wait(AFTER)
                deed(dialog)
                if dialog.isVisible():
                    raise Stuck(f"{dialog.windowTitle()} is still open")
            except Exception as fault:  # noqa: BLE001 (told when the dialog is gone)
                faults.append(fault)
                dialog.reject()

        clock.timeout.connect(look)
        clock.start()
        begin()
        clock.stop()
        if faults:
            raise faults[0]
        if waited[0] > PATIENT:
            raise Stuck("no dialog came")
        self.wait(AFTER)

    def save_as(self, keys: str, file: str) -> None:
        """Press keys that ask for a file, and write its name."""

        def write(dialog: QFileDialog) -> None:
            line = dialog.findChild(QLineEdit)
            assert line is not None
            line.setText(str(self.folder / file))
            QTest.keyClick(line, Qt.Key.Key_Return)

        self.answer(keys, write)

    def click(self, button: QAbstractButton) -> None:
        """Click a button that must be there and may be pressed."""
        if not (button.isVisible() and button.isEnabled()):
            raise Stuck(f"{button.text()} cannot be clicked")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.wait(AFTER)

    def button(self, words: str, inside: QWidget | None = None) -> QAbstractButton:
        """The button that is called so by a key of the texts."""
        named = self.window.localize(words).replace("&", "")
        for each in (inside or self.window).findChildren(QAbstractButton):
            if each.text().replace("&", "") == named and each.isVisible():
                return each
        raise Stuck(f"no button is called {named!r}")

    # --- the map ----------------------------------------------------------------------------------

    def menu(self, key: str) -> None:
        """Press a key that opens a menu, and take its first entry."""

        def first() -> None:
            if popup := QApplication.activePopupWidget():
                QTest.keyClick(popup, Qt.Key.Key_Down)
                QTest.keyClick(popup, Qt.Key.Key_Return)

        QTimer.singleShot(AFTER, first)
        self.press(key)
        self.wait(AFTER)

    def spot(self, column: int, row: int) -> QPoint:
        """Return the place where a hex of the active map is drawn."""
        canvas = canvas_of(self.window)
        grid = canvas.camera.grid if hasattr(canvas.camera, "grid") else self.grid
        x, y = canvas.camera.centre(grid.hex(column, row))
        return QPoint(round(x), round(y))

    @property
    def grid(self) -> Any:
        """The grid of what is in front."""
        tab: Any = self.window.active_tab
        return tab.document.map.grid

    def point(self, at: QPoint) -> None:
        """The pointer rests there."""
        QTest.mouseMove(canvas_of(self.window), at)
        self.wait(AFTER)

    def tap(self, at: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """A click on the map."""
        canvas = canvas_of(self.window)
        QTest.mouseMove(canvas, at)
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, keys, at)
        self.wait(AFTER)

    def drag(self, *points: QPoint) -> None:
        """Press at the first point, through the others, let go at the last."""
        canvas, left = canvas_of(self.window), Qt.MouseButton.LeftButton
        QTest.mouseMove(canvas, points[0])
        QTest.mousePress(canvas, left, pos=points[0])
        for start, end in pairwise(points):
            for step in range(1, 7):
                QTest.mouseMove(canvas, start + (end - start) * step / 6)
                self.wait(10)
        QTest.mouseRelease(canvas, left, pos=points[-1])
        self.wait(AFTER)

    # --- waiting and taking -----------------------------------------------------------------------

    def wait(self, milliseconds: int) -> None:
        """Let the window work."""
        QTest.qWait(milliseconds)

    def until(self, is_there: Callable[[], object], what: str) -> None:
        """Wait for something; Stuck if it does not come."""
        for _ in range(PATIENT // A_MOMENT):
            if is_there():
                return
            self.wait(A_MOMENT)
        raise Stuck(f"{what} did not come")

    def take(self, number: int, shown: QWidget | None = None) -> None:
        """Take a picture of the window, or of a dialog; what has just been said is gone by then."""
        self.wait(SETTLED)
        self.window.statusBar().clearMessage()
        png = likeness.as_png(settled(shown or self.window))
        self.taken[f"{self.name}-{number}"] = reduced(png)

    def _focus(self) -> QWidget:
        modal = QApplication.activeModalWidget()
        top: QWidget = modal or self.window
        return QApplication.focusWidget() or top.focusWidget() or top


def typed(focus: QWidget, letter: str) -> None:
    """A letter of any script, as its keyboard gives it."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        key = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
        QCoreApplication.sendEvent(focus, key)


def reduced(png: bytes) -> bytes:
    """The same picture with fewer colours, as small as pages want it."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (COLOURS, COLOURS // 2, COLOURS // 4):
        out = io.BytesIO()
        few = image.quantize(colours, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(out, "PNG", optimize=True)
        if out.tell() <= MAX_BYTES:
            break
    return out.getvalue()

"""What tests of the studio have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtGui import QCursor
from pytestqt.qtbot import QtBot

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:  # many tests need no window
    from tests.studio.main_window.window_loan import WindowLender

PATIENCE = 60_000  # milliseconds: machines that build are slow at times


class PatientBot(QtBot):
    """A bot of pytest-qt whose waits for a state do not depend on the speed of the machine."""

    def waitUntil(self, callback: Callable[[], Any], *, timeout: int = PATIENCE) -> None:
        """Wait until a state has come; a minute, where nothing else is said."""
        super().waitUntil(callback, timeout=timeout)

    wait_until = waitUntil


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return the hand of a test: it waits longer than the library's own."""
    return PatientBot(request)


@pytest.fixture(autouse=True, scope="module")
def _nothing_in_the_way(qapp: QApplication) -> None:
    """No window of an earlier module is open: the pointer would meet the oldest that is there."""
    for left in qapp.topLevelWidgets():
        left.hide()


@pytest.fixture(autouse=True)
def _pointer_aside(qapp: QApplication) -> None:
    """The pointer rests where no test points: Qt tells of no move to where it already is."""
    QCursor.setPos(0, 0)


@pytest.fixture(scope="module")
def window_lender(_nothing_in_the_way: None) -> Iterator[WindowLender]:
    """Lends one window to the tests of a module; it is closed after the last."""
    from tests.studio.main_window.window_loan import WindowLender

    lender = WindowLender()
    yield lender
    lender.close()

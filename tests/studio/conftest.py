"""What tests of the studio have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QCursor

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:  # many tests need no window
    from tests.studio.main_window.window_loan import WindowLender


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

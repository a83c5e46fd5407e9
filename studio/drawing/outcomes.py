"""The colours of results, the same on every table, chart and roll; never the only distinction."""

from __future__ import annotations

from PySide6.QtGui import QColor

from engine.games.looks import Results
from studio.drawing.inks import colour, is_dark
from studio.drawing.lettering import INK, PALE


def result_colour(results: Results, word: str) -> QColor:
    """The colour of a result or a mark of a game."""
    return QColor(results.colour(word))


def text_colour_on(shade: QColor) -> QColor:
    """What can be read on a colour."""
    return colour(PALE if is_dark(shade) else INK)

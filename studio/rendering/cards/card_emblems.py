"""The emblems of event cards that have no picture: strokes on a square, drawn at any size."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><g fill="none" stroke="{ink}" '
    'stroke-width="{width}" stroke-linejoin="round" stroke-linecap="round"><path d="{path}"/></g>'
    "</svg>"
)
STROKE = 2.2
PATHS = {
    "advance": "M6 12 L18 24 L6 36 M17 12 L29 24 L17 36 M28 12 L40 24 L28 36",
    "burst": "M24 4 L28 17 L40 10 L33 22 L45 26 L32 29 L37 42 L26 33 L19 44 L18 32 L4 34 L14 25"
    " L5 15 L19 18 Z",
    "wrench": "M30 8 A10 10 0 0 0 20 22 L7 35 A4.2 4.2 0 0 0 13 41 L26 28 A10 10 0 0 0 40 18"
    " L33 22 L27 21 L26 15 Z",
    "shield": "M24 5 L40 10 V23 C40 33 33 39 24 43 C15 39 8 33 8 23 V10 Z M24 5 V43 M8 23 H40",
    "shells": "M12 42 V20 C12 14 15 9 17 6 C19 9 22 14 22 20 V42 Z M12 34 H22"
    " M27 42 V20 C27 14 30 9 32 6 C34 9 37 14 37 20 V42 Z M27 34 H37",
    "battery": "M6 33 A6 6 0 1 0 18 33 A6 6 0 1 0 6 33 M12 33 L36 12 L40 16 L20 34 H42 M9 24 L20 28"
    " M38 6 L36 9 M45 12 L42 14 M44 5 L41 8",
    "star": "M24 5 L29.3 18.2 L43.5 19.1 L32.6 28.2 L36.1 42 L24 34.4 L11.9 42 L15.4 28.2 L4.5 19.1"
    " L18.7 18.2 Z",
    "flag": "M11 44 V5 M11 7 C18 3 24 11 38 7 V26 C24 30 18 22 11 26",
    "plus": "M24 8 V40 M8 24 H40",
    "cloud": "M14 37 A8 8 0 0 1 13 21 A11 11 0 0 1 34 18 A9.5 9.5 0 0 1 35 37 Z",
    "spade": "M24 4 V26 M17 4 H31 M15 26 H33 V34 C33 39 28 42 24 44 C20 42 15 39 15 34 Z",
    "dice": "M10 10 H38 V38 H10 Z M17 17 h.1 M31 17 h.1 M24 24 h.1 M17 31 h.1 M31 31 h.1",
    "bar": "M24 5 A19 19 0 1 0 24 43 A19 19 0 1 0 24 5 M11 11 L37 37",
    "card": "M14 6 H34 A3 3 0 0 1 37 9 V39 A3 3 0 0 1 34 42 H14 A3 3 0 0 1 11 39 V9"
    " A3 3 0 0 1 14 6 Z M24 15 L31 19 V27 L24 31 L17 27 V19 Z",
}


def paint_emblem(painter: QPainter, emblem: str, box: QRectF, ink: str) -> None:
    """Draw an emblem in a square box; an unknown one is drawn as a card."""
    emblem_renderer(emblem if emblem in PATHS else "card", ink).render(painter, box)


@cache
def emblem_renderer(emblem: str, ink: str) -> QSvgRenderer:
    """The renderer of an emblem in a colour."""
    drawing = SVG.format(ink=ink, width=STROKE, path=PATHS[emblem])
    return QSvgRenderer(QByteArray(drawing.encode()))

"""The pictures on the tool bar: strokes in the colour of the window's text."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

SIZE = 24
SHARP = 2  # pictures hold twice the pixels, for screens of high density
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="{path}" fill="none" '
    'stroke="{ink}" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"/></svg>'
)
HEX = "M12 3 L20 7.5 V16.5 L12 21 L4 16.5 V7.5 Z"
PATHS = {
    "dock-close": "M5 5 L19 19 M19 5 L5 19",
    "dock-float": "M4 9 H15 V20 H4 Z M9 9 V4 H20 V15 H15",
    "new": "M6 3 H14 L18 7 V21 H6 Z M14 3 V7 H18",
    "open": "M3 19 V5 H9 L11 8 H20 V11 M3 19 L7 11 H22 L18 19 Z",
    "map": "M3 6 L9 3 L15 6 L21 3 V18 L15 21 L9 18 L3 21 Z M9 3 V18 M15 6 V21",
    "globe": "M12 3 A9 9 0 1 0 12.1 3 M3 12 H21 M12 3 C16.5 8 16.5 16 12 21 C7.5 16 7.5 8 12 3",
    "sparkles": "M11 4 L13 10 L19 12 L13 14 L11 20 L9 14 L3 12 L9 10 Z M19 3 V7 M17 5 H21",
    "import": "M12 3 V14 M8 10 L12 14 L16 10 M8 6 H4 V20 H20 V6 H16",
    "tour": "M2 9 L12 4 L22 9 L12 14 Z M6 11 V16 C9 19 15 19 18 16 V11 M22 9 V15",
    "search": "M10.5 4 A6.5 6.5 0 1 0 10.6 4 M15.5 15.5 L21 21",
    "save": "M4 4 H17 L20 7 V20 H4 Z M8 4 V9 H15 V4 M8 20 V14 H16 V20",
    "undo": "M8 5 L3 10 L8 15 M3 10 H15 C19 10 21 12.5 21 15 C21 18 19 20 15 20 H10",
    "redo": "M16 5 L21 10 L16 15 M21 10 H9 C5 10 3 12.5 3 15 C3 18 5 20 9 20 H14",
    "zoom-in": "M10.5 4 A6.5 6.5 0 1 0 10.6 4 M15.5 15.5 L21 21 M7.5 10.5 H13.5 M10.5 7.5 V13.5",
    "zoom-out": "M10.5 4 A6.5 6.5 0 1 0 10.6 4 M15.5 15.5 L21 21 M7.5 10.5 H13.5",
    "zoom-fit": "M4 9 V4 H9 M15 4 H20 V9 M20 15 V20 H15 M9 20 H4 V15 M9 12 H15",
    "play": "M7 4 L20 12 L7 20 Z",
    "stop-play": "M6 6 H18 V18 H6 Z",
    "tool-ground": HEX + " M8 15 L12 8 L16 15 Z",
    "tool-side": "M12 3 L20 7.5 M20 16.5 L12 21 L4 16.5 V7.5 L12 3 M20 5 V19 M22.5 6 V18",
    "tool-link": HEX + " M1 12 H23",
    "tool-level": "M2 20 L9 9 L13 14 L17 6 L22 20 Z M17 2 V0.5",
    "tool-zone": "M5 21 V3 L19 7 L5 12",
    "tool-stamp": "M9 4 H15 L14 12 H19 V16 H5 V12 H10 Z M5 20 H19",
    "tool-name": "M5 19 L12 4 L19 19 M8 14 H16",
    "tool-erase": "M9 20 L3 14 L13 4 L21 12 L13 20 Z M8 9 L16 17",
    "tool-select": "M4 8 V4 H8 M11 4 H14 M17 4 H20 V8 M20 11 V14 M20 17 V20 H17 M14 20 H11"
    " M8 20 H4 V17 M4 14 V11",
    "tool-move": "M12 2 V22 M2 12 H22 M9 5 L12 2 L15 5 M9 19 L12 22 L15 19 M5 9 L2 12 L5 15"
    " M19 9 L22 12 L19 15",
    "tool-pick": "M4 20 L5 16 L14 7 L17 10 L8 19 Z M13 5 L19 11 M16 8 L20 4",
    "point": "M12 5 A7 7 0 1 0 12.1 5 M12 2 V8 M12 16 V22 M2 12 H8 M16 12 H22",
    "time-first": "M5 5 V19 M19 5 L9 12 L19 19 Z",
    "time-back": "M13 5 L5 12 L13 19 M20 5 V19",
    "time-run": "M7 4 L20 12 L7 20 Z",
    "time-pause": "M8 5 V19 M16 5 V19",
    "time-on": "M11 5 L19 12 L11 19 M4 5 V19",
    "time-last": "M19 5 V19 M5 5 L15 12 L5 19 Z",
    "pin": "M8 3 H16 L15 10 L18 14 H6 L9 10 Z M12 14 V21",
    "manner-brush": "M14 4 L20 10 L11 16 L8 13 Z M8 13 C4 14 5 19 3 20 C7 21 11 20 11 16",
    "manner-line": "M4 20 L20 4 M2.5 20 H5.5 M18.5 4 H21.5",
    "manner-rectangle": "M4 6 H20 V18 H4 Z",
    "manner-polygon": "M5 8 L14 3 L21 12 L15 20 L4 17 Z",
    "manner-lasso": "M7 15 C0 12 4 4 12 4 C22 4 23 13 15 15 C10 16 8 14 8 17 C8 19 10 20 12 21",
    "manner-bucket": "M4 12 L12 4 L20 12 L12 20 Z M4 12 H20 M12 4 V1 M22 15 V19",
    "manner-disc": "M12 4 A8 8 0 1 0 12.1 4 M12 12 H20",
    "shown": "M2 12 C6 5 18 5 22 12 C18 19 6 19 2 12 Z M12 9 A3 3 0 1 0 12.1 9",
    "hidden": "M2 12 C6 16 18 16 22 12 M6 14.5 L4 18 M12 16 V20 M18 14.5 L20 18",
    "locked": "M6 11 H18 V20 H6 Z M8.5 11 V7.5 C8.5 3 15.5 3 15.5 7.5 V11",
    "unlocked": "M6 11 H18 V20 H6 Z M8.5 11 V7.5 C8.5 3 15.5 3 15.5 6",
    "table-tape": "M3 15 L15 3 L21 9 L9 21 Z M7 11 L9.5 13.5 M10 8 L12.5 10.5 M13 5 L15.5 7.5",
    "manner-way": "M3 20 C3 12 10 16 11 11 C12 6 16 8 20 4 M16 3 L20.5 3.5 L20 8",
}


def theme_icon(name: str, role: QPalette.ColorRole = QPalette.ColorRole.WindowText) -> QIcon:
    """Return an icon of the set in a colour of the window's palette."""
    return action_icon(name, QGuiApplication.palette().color(role).name())


def action_icon(name: str, ink: str) -> QIcon:
    """The icon of an action in an ink `#rrggbb`, fainter when disabled; empty if there is none."""
    faint = QGuiApplication.palette().color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    return _draw(name, ink, faint.name())


@lru_cache(maxsize=256)
def _draw(name: str, ink: str, faint: str) -> QIcon:
    if name not in PATHS:
        return QIcon()
    found = QIcon(_picture(name, ink))
    found.addPixmap(_picture(name, faint), QIcon.Mode.Disabled)  # Qt's own is fainter still
    return found


def _picture(name: str, ink: str) -> QPixmap:
    image = QPixmap(SIZE * SHARP, SIZE * SHARP)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    drawing = SVG.format(path=PATHS[name], ink=ink)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    image.setDevicePixelRatio(SHARP)
    return image


def swatch_icon(shade: str) -> QIcon:
    """A square of a colour; nothing for none."""
    if not shade:
        return QIcon()
    picture = QPixmap(SIZE, SIZE)
    picture.fill(QColor(shade))
    return QIcon(picture)

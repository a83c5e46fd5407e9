"""Icons: the Lucide set in the window's ink, and drawings of our own for what is made of hexes.

Lucide is read from the `lucide` package, one archive of SVG drawings, when an icon is first
painted. Icons are drawn at the size and in the colours in force when they are shown.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from zipfile import ZipFile

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QIconEngine,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer

from studio.widgets.tokens import ICON_STROKE

# The icons of actions and buttons, by their names in Lucide.
LUCIDE = {
    "dock-close": "x",
    "section-folded": "chevron-right",
    "section-open": "chevron-down",
    "section-page": "chevron-right",
    "back": "arrow-left",
    "menu": "menu",
    "file-map": "map",
    "file-scenario": "swords",
    "file-deck": "layers",
    "file-room": "users",
    "file-text": "file-text",
    "problems": "triangle-alert",
    "no-problems": "circle-check",
    "dock-float": "picture-in-picture-2",
    "new": "file-plus",
    "open": "folder-open",
    "map": "map",
    "globe": "globe",
    "sparkles": "sparkles",
    "import": "import",
    "tour": "graduation-cap",
    "search": "search",
    "save": "save",
    "print": "printer",
    "find-action": "search",
    "command": "chevron-right",
    "place": "map-pin",
    "unit": "shield",
    "card": "wallet-cards",
    "page": "book-open",
    "preferences": "settings",
    "undo": "undo-2",
    "redo": "redo-2",
    "zoom-in": "zoom-in",
    "zoom-out": "zoom-out",
    "zoom-fit": "scan",
    "play": "play",
    "stop-play": "square",
    "room-proceed": "step-forward",
    "tool-link": "route",
    "tool-level": "mountain",
    "tool-zone": "flag",
    "tool-stamp": "stamp",
    "tool-name": "type",
    "tool-erase": "eraser",
    "tool-select": "mouse-pointer-2",
    "tool-move": "move",
    "tool-pick": "pipette",
    "point": "locate-fixed",
    "branches": "git-branch",
    "time-first": "skip-back",
    "time-back": "step-back",
    "time-run": "play",
    "time-pause": "pause",
    "time-on": "step-forward",
    "time-last": "skip-forward",
    "pin": "pin",
    "manner-brush": "brush",
    "manner-line": "slash",
    "manner-rectangle": "rectangle-horizontal",
    "manner-polygon": "pentagon",
    "manner-lasso": "lasso",
    "manner-bucket": "paint-bucket",
    "manner-disc": "circle",
    "manner-way": "waypoints",
    "shown": "eye",
    "hidden": "eye-off",
    "locked": "lock",
    "unlocked": "lock-open",
    "table-tape": "ruler",
}
HEX = "M12 2.5 L20.2 7.25 V16.75 L12 21.5 L3.8 16.75 V7.25 Z"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">'
    "{shapes}</svg>"
)
# What no set has: a hex with terrain in it, and one with a side that stands out.
OWN = {
    "tool-ground": f'<path d="{HEX}"/><path d="M12 8 L15.5 14.5 H8.5 Z M12 14.5 V17"/>',
    "tool-side": '<path d="M20.2 7.25 L12 2.5 L3.8 7.25 V16.75 L12 21.5 L20.2 16.75"'
    ' stroke-opacity="0.45"/><path d="M20.2 7.25 V16.75" stroke-width="4"/>',
}
ICONS = frozenset({*LUCIDE, *OWN})
SWATCH = 24


def action_icon(name: str) -> QIcon:
    """Return the icon of an action, fainter when disabled, in the accent when on; or none."""
    return _icon(name) if name in ICONS else QIcon()


def theme_icon(name: str, role: QPalette.ColorRole = QPalette.ColorRole.WindowText) -> QIcon:
    """Return an icon of the set in a colour of the window's palette."""
    return QIcon(_DrawnIcon(name, role))


@cache
def _icon(name: str) -> QIcon:
    return QIcon(_DrawnIcon(name))


class _DrawnIcon(QIconEngine):
    """Draws an icon in the ink of its mode and state when it is asked for."""

    def __init__(self, name: str, role: QPalette.ColorRole = QPalette.ColorRole.WindowText) -> None:
        super().__init__()
        self._name, self._role = name, role

    def paint(self, painter: QPainter, room: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Draw it into a room."""
        scale = painter.device().devicePixelRatioF()
        drawn = QPixmap(self.pixmap(room.size() * scale, mode, state))
        drawn.setDevicePixelRatio(scale)
        painter.drawPixmap(room.topLeft(), drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return a picture of so many pixels."""
        return _picture(self._name, _ink(self._role, mode, state), size.width(), size.height())

    def actualSize(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QSize:
        """Return the size it has: any."""
        return size

    def isNull(self) -> bool:
        """Return False: it can always be drawn."""
        return False

    def clone(self) -> QIconEngine:
        """Return one that draws the same."""
        return _DrawnIcon(self._name, self._role)


def _ink(role: QPalette.ColorRole, mode: QIcon.Mode, state: QIcon.State) -> str:
    palette = QGuiApplication.palette()
    if mode is QIcon.Mode.Disabled:
        return palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text).name()
    is_on = state is QIcon.State.On
    return palette.color(QPalette.ColorRole.Accent if is_on else role).name()


@lru_cache(maxsize=512)
def _picture(name: str, ink: str, width: int, height: int) -> QPixmap:
    picture = QPixmap(width, height)
    picture.fill(Qt.GlobalColor.transparent)
    side = min(width, height)
    room = QRectF((width - side) / 2, (height - side) / 2, side, side)
    painter = QPainter(picture)
    QSvgRenderer(QByteArray(_drawing(name, ink))).render(painter, room)
    painter.end()
    return picture


def _drawing(name: str, ink: str) -> bytes:
    """Return the SVG of an icon in an ink, its strokes as thick as the tokens say."""
    drawn = SVG.format(shapes=OWN[name]) if name in OWN else _lucide(LUCIDE[name])
    stroked = drawn.replace('stroke-width="2"', f'stroke-width="{ICON_STROKE}"')
    return stroked.replace("currentColor", ink).encode()


def _lucide(name: str) -> str:
    """Return a drawing of Lucide; KeyError for one it does not have."""
    return _archive().read(f"{name}.svg").decode()


@cache
def _archive() -> ZipFile:
    return ZipFile(BytesIO((resources.files("lucide") / "lucide.zip").read_bytes()))


def swatch_icon(shade: str) -> QIcon:
    """Return a square of a colour; nothing for none."""
    if not shade:
        return QIcon()
    picture = QPixmap(SWATCH, SWATCH)
    picture.fill(QColor(shade))
    return QIcon(picture)

"""Fusion, whose boxes and dock buttons are hard to see in the dark, with rims that are seen."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

from studio.parts.icons import icon

Element = QStyle.PrimitiveElement
BOXES = (Element.PE_IndicatorCheckBox, Element.PE_IndicatorItemViewItemCheck)
TITLE_BUTTONS = {
    QStyle.StandardPixmap.SP_TitleBarCloseButton: "dock-close",
    QStyle.StandardPixmap.SP_TitleBarNormalButton: "dock-float",
}
CIRCLE = Element.PE_IndicatorRadioButton


class LegibleStyle(QProxyStyle):
    """A rim round every box to tick, and a dock's buttons in the colour of the window's text."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.setObjectName("fusion")
        self._buttons: dict[tuple[QStyle.StandardPixmap, str], QIcon] = {}

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """As Fusion does, and the rim."""
        super().drawPrimitive(element, option, painter, widget)
        if element in BOXES or element is CIRCLE:
            painter.save()
            painter.setPen(QPen(option.palette.color(QPalette.ColorRole.PlaceholderText), 1.2))
            room = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
            if element is CIRCLE:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.drawEllipse(room)
            else:
                painter.drawRect(room)
            painter.restore()

    def standardIcon(
        self,
        standardIcon: QStyle.StandardPixmap,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> QIcon:
        """As Fusion has it, but for the buttons of docks."""
        if standardIcon in TITLE_BUTTONS:
            ink = QGuiApplication.palette().windowText().color().name()
            drawn = self._buttons.get((standardIcon, ink))
            if drawn is None:
                drawn = self._buttons[standardIcon, ink] = icon(TITLE_BUTTONS[standardIcon], ink)
            return drawn
        return super().standardIcon(standardIcon, option, widget)


class StillStyle(LegibleStyle):
    """The same for who wants nothing to move: what Qt would show moving is there at once."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        """As Fusion has it, but movements last no time."""
        if hint is QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0
        return super().styleHint(hint, option, widget, returnData)

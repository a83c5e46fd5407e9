"""Fusion, with boxes and dock buttons that are seen in the dark, and arrows beside words."""

from __future__ import annotations

from typing import TypeGuard

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QToolButton,
    QWidget,
)

from studio.parts.calm_wheel import WheelGuard
from studio.parts.icons import icon

Element = QStyle.PrimitiveElement
BOXES = (Element.PE_IndicatorCheckBox, Element.PE_IndicatorItemViewItemCheck)
TITLE_BUTTONS = {
    QStyle.StandardPixmap.SP_TitleBarCloseButton: "dock-close",
    QStyle.StandardPixmap.SP_TitleBarNormalButton: "dock-float",
}
CIRCLE = Element.PE_IndicatorRadioButton
ARROW = Element.PE_IndicatorArrowDown
BESIDE = 14  # pixels more for a button of words that has a menu: its arrow, and as much at the left


class ApplicationStyle(QProxyStyle):
    """A rim round every box to tick, and a dock's buttons in the colour of the window's text.

    The arrow of a menu stands beside the words of its button, where Fusion has it below their end,
    as if it were a comma. The wheel turns no field that was not clicked.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.setObjectName("fusion")
        self._buttons: dict[tuple[QStyle.StandardPixmap, str], QIcon] = {}
        self._calm = WheelGuard(self)

    def polish(self, target: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # all three
        """As Fusion does; every field that is shown leaves the wheel to scrolling."""
        super().polish(target)
        if isinstance(target, QWidget):
            self._calm.watch(target)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """As Fusion does, and the rim; an arrow beside words at their height."""
        if element is ARROW and has_words_and_menu(widget):
            option.rect.moveCenter(QPoint(option.rect.center().x() - 1, widget.rect().center().y()))
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

    def sizeFromContents(
        self,
        type: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        """As in Fusion, with room for the arrow."""
        found = super().sizeFromContents(type, option, size, widget)  # type: ignore[arg-type]  # None too
        if type is QStyle.ContentsType.CT_ToolButton and has_words_and_menu(widget):
            found.setWidth(found.width() + BESIDE)
        return found

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


def has_words_and_menu(widget: QWidget | None) -> TypeGuard[QToolButton]:
    """Whether this is a button of words that opens a menu wherever it is pressed."""
    return (
        isinstance(widget, QToolButton)
        and widget.menu() is not None
        and widget.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup
        and bool(widget.text())
        and widget.icon().isNull()
    )


class ReducedMotionStyle(ApplicationStyle):
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

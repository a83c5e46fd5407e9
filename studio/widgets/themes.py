"""Light and dark themes: window colours with the contrast of WCAG 2, and details of Fusion."""

from __future__ import annotations

from typing import Any, TypeGuard

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QIcon, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QToolButton,
    QWidget,
)

from studio.rendering.chinese_script import text_language
from studio.rendering.text_painting import font_families
from studio.widgets.icons import action_icon
from studio.widgets.sizing import POINTS
from studio.widgets.wheel_guard import WheelGuard

READABLE = 4.5  # WCAG 2.2, 1.4.3 (AA)
STEP = 1.06


def contrast_ratio(one: QColor, other: QColor) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def readable_colour(shade: QColor | str, ground: QColor) -> QColor:
    """A colour, made darker or lighter until text in it can be read on a ground."""
    found, is_dark = QColor(shade), _luminance(ground) < 0.18
    while contrast_ratio(found, ground) < READABLE and not _is_extreme(found, is_dark):
        light = found.lightnessF()
        light = min(1.0, light * STEP + 0.01) if is_dark else light / STEP
        found = QColor.fromHslF(max(found.hslHueF(), 0.0), found.hslSaturationF(), light)
    return found


def _is_extreme(colour: QColor, is_dark: bool) -> bool:
    return colour.lightnessF() >= 1.0 if is_dark else colour.lightnessF() < 0.01


def _luminance(colour: QColor) -> float:
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Element, Role = QStyle.PrimitiveElement, QPalette.ColorRole
BOXES = (Element.PE_IndicatorCheckBox, Element.PE_IndicatorItemViewItemCheck)
TITLE_BUTTONS = {
    QStyle.StandardPixmap.SP_TitleBarCloseButton: "dock-close",
    QStyle.StandardPixmap.SP_TitleBarNormalButton: "dock-float",
}
PANEL, FOCUS = Element.PE_PanelButtonCommand, Element.PE_FrameFocusRect
CARD_RADIUS, LINE = 8, 0.16  # pixels, and the opacity of its line
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
        """As Fusion does, and the rim; an arrow beside words at their height; cards and chips."""
        shape = _shape_of(widget) if element in (PANEL, FOCUS) else ""
        if shape:
            (_paint_card if element is PANEL else _paint_ring)(painter, option, shape)
            return
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
                drawn = self._buttons[standardIcon, ink] = action_icon(
                    TITLE_BUTTONS[standardIcon], ink
                )
            return drawn
        return super().standardIcon(standardIcon, option, widget)


def _shape_of(widget: QWidget | None) -> str:
    """Return `card` or `chip` for a widget with that property."""
    shapes = ("card", "chip") if widget is not None else ()
    return next((shape for shape in shapes if widget and widget.property(shape)), "")


def _paint_card(painter: QPainter, option: QStyleOption, shape: str) -> None:
    """Draw the ground and line of a card or chip; its line is strong under the pointer."""
    palette, state = option.palette, option.state
    accent, line = palette.color(Role.Highlight), palette.color(Role.WindowText)
    is_over = bool(state & QStyle.StateFlag.State_MouseOver)
    ground = palette.color(Role.Base if shape == "card" else Role.Button)
    if state & QStyle.StateFlag.State_Sunken:
        ground = palette.color(Role.AlternateBase)
    if state & QStyle.StateFlag.State_On:
        ground = accent
    line.setAlphaF(LINE)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(accent if is_over else line, 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(*_outline(option, shape, 0.5))
    painter.restore()


def _paint_ring(painter: QPainter, option: QStyleOption, shape: str) -> None:
    """Draw a ring within the edge of a card or chip that has the keyboard."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(option.palette.color(Role.Highlight), 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(*_outline(option, shape, 1.0))
    painter.restore()


def _outline(option: QStyleOption, shape: str, inside: float) -> tuple[QRectF, float, float]:
    """Return the room of a card or chip so far within its edge, and the radii of its corners."""
    room = QRectF(option.rect).adjusted(inside, inside, -inside, -inside)
    radius = CARD_RADIUS if shape == "card" else room.height() / 2
    return room, radius, radius


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


LIGHT = {
    Role.Window: "#f3f1ec", Role.WindowText: "#1f2328", Role.Base: "#ffffff",
    Role.AlternateBase: "#f0eee8", Role.Text: "#1f2328", Role.Button: "#ebe8e1",
    Role.ButtonText: "#1f2328", Role.ToolTipBase: "#fffdf2", Role.ToolTipText: "#1f2328",
    Role.Highlight: "#2f6f9f", Role.HighlightedText: "#ffffff", Role.Link: "#1f5fbf",
    Role.PlaceholderText: "#60656c", Role.BrightText: "#b3122a",
}  # fmt: skip
DARK = {
    Role.Window: "#26282b", Role.WindowText: "#e6e4df", Role.Base: "#1c1e20",
    Role.AlternateBase: "#232527", Role.Text: "#e6e4df", Role.Button: "#323539",
    Role.ButtonText: "#e6e4df", Role.ToolTipBase: "#3a3d41", Role.ToolTipText: "#f2f0ea",
    Role.Highlight: "#3577a5", Role.HighlightedText: "#ffffff", Role.Link: "#7db7e8",
    Role.PlaceholderText: "#a7acb3", Role.BrightText: "#ff8795",
}  # fmt: skip
FAINT = {"light": "#7e8083", "dark": "#868a8f"}


def apply_theme(theme: str, *, is_still: bool = False) -> None:
    """Give the whole application a theme: `light`, `dark`, or `system` to follow the system's.

    Where it is to be still nothing in it moves by itself.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    dark = theme == "dark" or (theme == "system" and _is_system_dark())
    application.setPalette(theme_palette("dark" if dark else "light"))
    # After the palette: its icons are drawn in that.
    application.setStyle(ReducedMotionStyle() if is_still else ApplicationStyle())


def apply_text_settings(language: str, size: int = 100) -> None:
    """Write everything in the window in the letters of a language, in per cent of their size."""
    with text_language(language):
        letters = QFont(list(font_families()))
    letters.setPointSizeF(POINTS * size / 100)
    now = QApplication.font()
    if (now.families(), now.pointSizeF()) != (letters.families(), letters.pointSizeF()):
        QApplication.setFont(letters)
        panels: Any = "QDockWidget"  # of the class whose titles are there already
        QApplication.setFont(letters, panels)


def theme_palette(theme: str) -> QPalette:
    """The palette of a theme."""
    palette = QPalette()
    for role, colour in (DARK if theme == "dark" else LIGHT).items():
        palette.setColor(role, QColor(colour))
    for role in (Role.WindowText, Role.Text, Role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(FAINT[theme]))
    return palette


def _is_system_dark() -> bool:
    return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark

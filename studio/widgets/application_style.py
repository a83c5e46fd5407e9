"""The style of the window: Fusion's measures and behaviour, drawn from the design tokens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionGroupBox,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QToolButton,
    QWidget,
)

from studio.widgets import control_drawings as controls
from studio.widgets import panel_drawings as panels
from studio.widgets.icons import action_icon
from studio.widgets.tokens import Space, current_colours
from studio.widgets.wheel_guard import WheelGuard

Element = QStyle.PrimitiveElement
Control = QStyle.ControlElement
Complex = QStyle.ComplexControl
Sub = QStyle.SubControl
Metric = QStyle.PixelMetric
Contents = QStyle.ContentsType
State = QStyle.StateFlag
Role = QPalette.ColorRole

TITLE_BUTTONS = {
    QStyle.StandardPixmap.SP_TitleBarCloseButton: "dock-close",
    QStyle.StandardPixmap.SP_TitleBarNormalButton: "dock-float",
}
ARROW = Element.PE_IndicatorArrowDown
BESIDE = 14  # pixels more for a button of words that has a menu: its arrow, and as much at the left
FIELD = 8  # pixels above and below the words of a field or a button together
METRICS = {
    Metric.PM_DefaultFrameWidth: 2,  # a line, and room for round corners
    Metric.PM_SpinBoxFrameWidth: 2,
    Metric.PM_ScrollBarExtent: 10,
    Metric.PM_ScrollBarSliderMin: 28,
    Metric.PM_IndicatorWidth: 16,
    Metric.PM_IndicatorHeight: 16,
    Metric.PM_ExclusiveIndicatorWidth: 16,
    Metric.PM_ExclusiveIndicatorHeight: 16,
    Metric.PM_SplitterWidth: 4,
    Metric.PM_DockWidgetSeparatorExtent: 4,
    Metric.PM_DockWidgetTitleMargin: 4,
    Metric.PM_TabBarTabHSpace: 20,
    Metric.PM_TabBarTabVSpace: 8,
    Metric.PM_MenuVMargin: 4,
    Metric.PM_ToolBarItemSpacing: 2,
    Metric.PM_ToolBarItemMargin: 3,
    Metric.PM_ToolBarFrameWidth: 1,
}
FIELDS = (Contents.CT_LineEdit, Contents.CT_ComboBox, Contents.CT_SpinBox, Contents.CT_PushButton)
Drawn = Callable[[QPainter, Any, QWidget | None], None]


class ApplicationStyle(QProxyStyle):
    """Hairlines and round corners instead of bevels; the wheel turns no field that was not clicked.

    The arrow of a menu stands beside the words of its button, where Fusion has it below their end,
    as if it were a comma.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.setObjectName("fusion")
        self._calm = WheelGuard(self)

    def polish(self, target: QWidget | QApplication | QPalette) -> None:  # type: ignore[override]  # all three
        """Polish as Fusion does; every field that is shown leaves the wheel to scrolling."""
        super().polish(target)
        if isinstance(target, QWidget):
            self._calm.watch(target)

    # --- what is drawn ----------------------------------------------------------------------------

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw from the tokens, the rest as Fusion does; an arrow beside words at their height."""
        if element is ARROW and has_words_and_menu(widget):
            option.rect.moveCenter(QPoint(option.rect.center().x() - 1, widget.rect().center().y()))
        drawn = PRIMITIVES.get(element)
        if element in SHAPED and (shape := controls.shape_of(widget)):
            SHAPED[element](painter, option, shape)
        elif drawn is not None:
            drawn(painter, option, widget)
        elif element in controls.TURNS:
            controls.draw_arrow(painter, element, option)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw from the tokens; the words of some controls as Fusion does, in another ink."""
        drawn = CONTROLS.get(element)
        if drawn is not None:
            drawn(painter, option, widget)
            return
        inked = INKS.get(element)
        if inked is not None:
            inked(option)
        super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw what has parts: choices, numbers, bars and groups."""

        def part(name: QStyle.SubControl) -> QRect:
            return self.subControlRect(control, option, name, widget)

        if control is Complex.CC_ComboBox and isinstance(option, QStyleOptionComboBox):
            if option.frame:
                controls.draw_field(painter, option)
            middle = QRectF(part(Sub.SC_ComboBoxArrow)).center()
            controls.draw_chevron(painter, middle, 0, controls.arrow_ink(option))
        elif control is Complex.CC_SpinBox and isinstance(option, QStyleOptionSpinBox):
            panels.draw_spin_box(painter, option, part)
        elif control is Complex.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            painter.fillRect(option.rect, option.palette.color(panels.ground_role(widget)))
            controls.draw_scroll_bar(painter, option, part(Sub.SC_ScrollBarSlider))
        elif control is Complex.CC_Slider and isinstance(option, QStyleOptionSlider):
            handle = part(Sub.SC_SliderHandle)
            controls.draw_slider(painter, option, part(Sub.SC_SliderGroove), handle)
        elif control is Complex.CC_GroupBox and isinstance(option, QStyleOptionGroupBox):
            self._draw_group(painter, option, part, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def _draw_group(
        self,
        painter: QPainter,
        option: QStyleOptionGroupBox,
        part: Callable[[QStyle.SubControl], QRect],
        widget: QWidget | None,
    ) -> None:
        """Draw the heading of a group, and its box to tick; it has no frame."""
        words = part(Sub.SC_GroupBoxLabel)
        if option.text and words.isValid():
            panels.draw_heading(painter, words, option.text, option.palette, option.state)
        if option.subControls & Sub.SC_GroupBoxCheckBox:
            option.rect = part(Sub.SC_GroupBoxCheckBox)
            controls.draw_check_box(painter, option)
        if option.state & State.State_HasFocus and words.isValid():
            controls.draw_focus_ring(painter, words.adjusted(-3, 0, 3, 0), Space.TIGHT)

    # --- how large it is --------------------------------------------------------------------------

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return a length of a control."""
        found = METRICS.get(metric)
        return super().pixelMetric(metric, option, widget) if found is None else found

    def sizeFromContents(
        self,
        type: QStyle.ContentsType,
        option: QStyleOption,
        size: QSize,
        widget: QWidget | None = None,
    ) -> QSize:
        """Return the size as Fusion has it; fields and buttons are of one height."""
        found = super().sizeFromContents(type, option, size, widget)  # type: ignore[arg-type]  # None too
        if type is Contents.CT_ToolButton and has_words_and_menu(widget):
            found.setWidth(found.width() + BESIDE)
        elif type in FIELDS:
            found.setHeight(max(found.height(), option.fontMetrics.height() + FIELD))
        elif type is Contents.CT_GroupBox and isinstance(option, QStyleOptionGroupBox):
            needed = panels.heading_size(option.text).width() + Space.LARGE
            found.setWidth(max(found.width(), needed))
        return found

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        """Return where a part lies; scroll bars have no arrows, headings their own letters."""
        if control is Complex.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            found = _part_of_scroll_bar(option, part)
            if found is not None:
                return found
        found = super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]  # None too
        if control is Complex.CC_GroupBox and part is Sub.SC_GroupBoxLabel:
            found.setWidth(panels.heading_size(getattr(option, "text", "")).width())
        return found

    def standardIcon(
        self,
        standardIcon: QStyle.StandardPixmap,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> QIcon:
        """Return Fusion's icon, but for the buttons of docks."""
        name = TITLE_BUTTONS.get(standardIcon)
        return action_icon(name) if name else super().standardIcon(standardIcon, option, widget)

    def generatedIconPixmap(
        self, iconMode: QIcon.Mode, pixmap: QPixmap | QImage, option: QStyleOption
    ) -> QPixmap:
        """Return a picture for a mode: what is selected keeps its colours."""
        if iconMode is QIcon.Mode.Selected:
            return QPixmap(pixmap)
        return super().generatedIconPixmap(iconMode, pixmap, option)


class ReducedMotionStyle(ApplicationStyle):
    """The same without motion: what Qt would show moving is there at once."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        """Behave as usual, but movements last no time."""
        if hint is QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0
        return super().styleHint(hint, option, widget, returnData)


def has_words_and_menu(widget: QWidget | None) -> TypeGuard[QToolButton]:
    """True for a button of words that opens a menu wherever it is pressed."""
    return (
        isinstance(widget, QToolButton)
        and widget.menu() is not None
        and widget.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup
        and bool(widget.text())
        and widget.icon().isNull()
    )


def _part_of_scroll_bar(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect | None:
    """Return where a part of a scroll bar lies, without arrows; None for what Fusion knows."""
    room = option.rect
    is_high = option.orientation is Qt.Orientation.Vertical
    if part in (Sub.SC_ScrollBarAddLine, Sub.SC_ScrollBarSubLine):
        return QRect()
    if part is Sub.SC_ScrollBarGroove:
        return QRect(room)
    length = room.height() if is_high else room.width()
    span = option.maximum - option.minimum
    size = length
    if span > 0:
        share = length * option.pageStep // (span + option.pageStep)
        size = min(length, max(share, METRICS[Metric.PM_ScrollBarSliderMin]))
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - size, option.upsideDown
    )
    ranges = {
        Sub.SC_ScrollBarSlider: (start, size),
        Sub.SC_ScrollBarSubPage: (0, start),
        Sub.SC_ScrollBarAddPage: (start + size, length - start - size),
    }
    if part not in ranges:
        return None
    first, long = ranges[part]
    if is_high:
        return QRect(room.left(), room.top() + first, room.width(), long)
    found = QRect(room.left() + first, room.top(), long, room.height())
    return QStyle.visualRect(option.direction, room, found)


# --- inks -----------------------------------------------------------------------------------------


def _ink_button(option: QStyleOption) -> None:
    """Write on a primary button in the ink for the accent."""
    if controls.is_primary(option):
        option.palette.setColor(Role.ButtonText, QColor(current_colours().on_accent))


def _ink_tab(option: QStyleOption) -> None:
    if not option.state & State.State_Selected and option.state & State.State_Enabled:
        option.palette.setColor(Role.WindowText, QColor(current_colours().muted))


def _ink_header(option: QStyleOption) -> None:
    option.palette.setColor(Role.ButtonText, QColor(current_colours().muted))


PRIMITIVES: dict[QStyle.PrimitiveElement, Drawn] = {
    Element.PE_PanelButtonCommand: lambda painter, option, _: controls.draw_button(painter, option),
    Element.PE_FrameDefaultButton: panels.draw_nothing,
    Element.PE_PanelButtonTool: controls.draw_tool_button,
    Element.PE_PanelLineEdit: panels.draw_line_edit,
    Element.PE_FrameLineEdit: panels.draw_line_edit,
    Element.PE_Frame: panels.draw_frame,
    Element.PE_FrameFocusRect: panels.draw_focus,
    Element.PE_FrameGroupBox: panels.draw_nothing,
    Element.PE_FrameTabWidget: panels.draw_pane,
    Element.PE_FrameTabBarBase: panels.draw_nothing,
    Element.PE_IndicatorTabClose: panels.draw_tab_close,
    Element.PE_FrameDockWidget: panels.draw_nothing,
    Element.PE_FrameStatusBarItem: panels.draw_nothing,
    Element.PE_PanelStatusBar: panels.draw_status_bar,
    Element.PE_FrameMenu: panels.draw_popup,
    Element.PE_PanelMenu: panels.draw_popup,
    Element.PE_PanelTipLabel: panels.draw_tip,
    Element.PE_IndicatorCheckBox: lambda painter, option, _: controls.draw_check_box(
        painter, option
    ),
    Element.PE_IndicatorItemViewItemCheck: lambda painter, option, _: controls.draw_check_box(
        painter, option
    ),
    Element.PE_IndicatorRadioButton: lambda painter, option, _: controls.draw_radio_button(
        painter, option
    ),
    Element.PE_IndicatorBranch: lambda painter, option, _: controls.draw_branch(painter, option),
    Element.PE_IndicatorToolBarSeparator: panels.draw_separator,
    Element.PE_IndicatorDockWidgetResizeHandle: panels.draw_handle,
}
# Push buttons that look like cards or chips.
SHAPED = {
    Element.PE_PanelButtonCommand: controls.draw_shape,
    Element.PE_FrameFocusRect: controls.draw_shape_focus,
}
CONTROLS: dict[QStyle.ControlElement, Drawn] = {
    Control.CE_DockWidgetTitle: panels.draw_dock_title,
    Control.CE_HeaderSection: panels.draw_header,
    Control.CE_HeaderEmptyArea: panels.draw_empty_header,
    Control.CE_TabBarTabShape: panels.draw_tab,
    Control.CE_ToolBar: panels.draw_tool_bar,
    Control.CE_MenuBarEmptyArea: panels.draw_menu_bar,
    Control.CE_Splitter: panels.draw_handle,
    Control.CE_ShapedFrame: panels.draw_shaped_frame,
    Control.CE_ProgressBarGroove: panels.draw_groove,
    Control.CE_ProgressBarContents: lambda painter, option, _: controls.draw_progress(
        painter, option
    ),
}
INKS: dict[QStyle.ControlElement, Callable[[QStyleOption], None]] = {
    Control.CE_PushButtonLabel: _ink_button,
    Control.CE_TabBarTabLabel: _ink_tab,
    Control.CE_HeaderLabel: _ink_header,
}

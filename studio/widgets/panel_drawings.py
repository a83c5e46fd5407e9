"""Drawings of panels and bars from the design tokens: titles, headings, tabs, lists, menus."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QFrame,
    QStyle,
    QStyleOption,
    QStyleOptionDockWidget,
    QStyleOptionFrame,
    QStyleOptionHeader,
    QStyleOptionSpinBox,
    QStyleOptionTab,
    QWidget,
)

from studio.widgets import control_drawings as controls
from studio.widgets.control_drawings import draw_box, draw_hairline
from studio.widgets.icons import action_icon
from studio.widgets.sizing import heading_font
from studio.widgets.tokens import Space, current_colours

Sub = QStyle.SubControl
State = QStyle.StateFlag
Role = QPalette.ColorRole
CLOSE = 12  # pixels of the cross on a tab


def heading_size(words: str) -> QSize:
    """Return how large the heading of a group is."""
    return QFontMetrics(heading_font()).size(Qt.TextFlag.TextSingleLine, shown_heading(words))


def shown_heading(words: str) -> str:
    """Return a heading in capitals; a mnemonic's sign is not shown."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&").upper()


def draw_heading(
    painter: QPainter, room: QRect, words: str, palette: QPalette, state: QStyle.StateFlag
) -> None:
    """Write the heading of a group: small bold capitals in a muted ink."""
    colours = current_colours()
    painter.save()
    painter.setFont(heading_font())
    painter.setPen(QColor(colours.muted if state & State.State_Enabled else colours.faint))
    shown = painter.fontMetrics().elidedText(
        shown_heading(words), Qt.TextElideMode.ElideRight, room.width()
    )
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
    painter.restore()


# --- panels and bars ------------------------------------------------------------------------------


def ground_role(widget: QWidget | None) -> QPalette.ColorRole:
    """Return the role of what a scroll bar stands on: a list's, or a panel's."""
    box = widget.parentWidget() if widget is not None else None
    area = box.parentWidget() if box is not None else None
    if isinstance(area, QAbstractScrollArea):
        return area.viewport().backgroundRole()
    return Role.Window


def draw_nothing(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """Leave out what Fusion draws."""


def draw_frame(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    if isinstance(option, QStyleOptionFrame) and not option.lineWidth:
        return
    colours = current_colours()
    if not isinstance(widget, QAbstractScrollArea):
        draw_box(painter, option.rect, None, colours.border)
        return
    fill = option.palette.color(widget.viewport().backgroundRole())
    has_focus = bool(option.state & State.State_HasFocus)
    draw_box(painter, option.rect, fill, colours.focus if has_focus else colours.border)


def draw_line_edit(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    if isinstance(option, QStyleOptionFrame) and option.lineWidth > 0:
        controls.draw_field(painter, option)


def draw_popup(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    colours = current_colours()
    painter.fillRect(option.rect, QColor(colours.raised))
    draw_box(painter, option.rect, None, colours.border, radius=0)


def draw_tip(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    painter.fillRect(option.rect, option.palette.toolTipBase())
    draw_box(painter, option.rect, None, current_colours().border, radius=0)


def draw_focus(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    if option.state & State.State_KeyboardFocusChange:
        controls.draw_focus_ring(painter, option.rect, Space.TIGHT)


def draw_status_bar(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    draw_hairline(painter, option.rect, Qt.Edge.TopEdge)


def draw_separator(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    room = QRect(option.rect)
    middle = room.center()
    if option.state & State.State_Horizontal:
        room = QRect(middle.x(), room.top() + 3, 1, room.height() - 6)
    else:
        room = QRect(room.left() + 3, middle.y(), room.width() - 6, 1)
    painter.fillRect(room, QColor(current_colours().border))


def draw_handle(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """Draw the line between panels that can be dragged, in the accent under the pointer."""
    colours, room = current_colours(), option.rect
    middle = room.center()
    is_hovered = bool(option.state & State.State_MouseOver)
    if room.height() > room.width():
        line = QRect(middle.x(), room.top(), 1, room.height())
    else:
        line = QRect(room.left(), middle.y(), room.width(), 1)
    painter.fillRect(line, QColor(colours.accent if is_hovered else colours.border))


def draw_dock_title(
    painter: QPainter, option: QStyleOptionDockWidget, widget: QWidget | None
) -> None:
    room = QRect(option.rect)
    draw_hairline(painter, room, Qt.Edge.BottomEdge)
    style = widget.style() if widget is not None else QApplication.style()
    words = style.subElementRect(
        QStyle.SubElement.SE_DockWidgetTitleBarText, option, widget
    ).adjusted(Space.TIGHT, 0, 0, 0)
    draw_heading(painter, words, option.title, option.palette, option.state)


def draw_header(painter: QPainter, option: QStyleOptionHeader, widget: QWidget | None) -> None:
    room, colours = option.rect, current_colours()
    painter.fillRect(room, QColor(colours.sunken if option.state & State.State_Sunken
                                  else colours.surface))  # fmt: skip
    draw_hairline(painter, room, Qt.Edge.BottomEdge)
    if option.orientation is Qt.Orientation.Horizontal:
        line = QRect(room.right(), room.top() + 4, 1, max(0, room.height() - 8))
        painter.fillRect(line, QColor(colours.border))


def draw_empty_header(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    painter.fillRect(option.rect, QColor(current_colours().surface))
    draw_hairline(painter, option.rect, Qt.Edge.BottomEdge)


def draw_tab(painter: QPainter, option: QStyleOptionTab, widget: QWidget | None) -> None:
    """Draw a tab: a chip behind the one in front."""
    colours = current_colours()
    room = QRect(option.rect).adjusted(2, 3, -2, -3)
    if option.state & State.State_Selected:
        draw_box(painter, room, colours.sunken)
    elif option.state & State.State_MouseOver and option.state & State.State_Enabled:
        draw_box(painter, room, colours.hover)
    if option.state & State.State_HasFocus:
        controls.draw_focus_ring(painter, room)


def draw_tab_close(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    if option.state & State.State_MouseOver:
        draw_box(painter, option.rect, current_colours().border, radius=Space.TIGHT)
    room = QRect(0, 0, CLOSE, CLOSE)
    room.moveCenter(option.rect.center())
    action_icon("dock-close").paint(painter, room)


def draw_tool_bar(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    painter.fillRect(option.rect, option.palette.window())
    is_row = bool(option.state & State.State_Horizontal)
    draw_hairline(painter, option.rect, Qt.Edge.BottomEdge if is_row else Qt.Edge.RightEdge)


def draw_menu_bar(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    painter.fillRect(option.rect, option.palette.window())


def draw_pane(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    draw_hairline(painter, option.rect, Qt.Edge.TopEdge)


def draw_groove(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    colours = current_colours()
    draw_box(painter, option.rect, colours.raised, colours.border)


def draw_shaped_frame(painter: QPainter, option: QStyleOptionFrame, widget: QWidget | None) -> None:
    """Draw a frame by its shape: a line, a box, or nothing."""
    room, border = option.rect, QColor(current_colours().border)
    match option.frameShape:
        case QFrame.Shape.HLine:
            painter.fillRect(QRect(room.left(), room.center().y(), room.width(), 1), border)
        case QFrame.Shape.VLine:
            painter.fillRect(QRect(room.center().x(), room.top(), 1, room.height()), border)
        case QFrame.Shape.NoFrame:
            return
        case _:
            draw_frame(painter, option, widget)


def draw_spin_box(
    painter: QPainter, option: QStyleOptionSpinBox, part: Callable[[QStyle.SubControl], QRect]
) -> None:
    if option.frame:
        controls.draw_field(painter, option)
    for name, turn, flag in (
        (Sub.SC_SpinBoxUp, 180, QAbstractSpinBox.StepEnabledFlag.StepUpEnabled),
        (Sub.SC_SpinBoxDown, 0, QAbstractSpinBox.StepEnabledFlag.StepDownEnabled),
    ):
        room = part(name)
        if room.isEmpty():
            continue
        colours = current_colours()
        can_step = bool(option.stepEnabled & flag) and bool(option.state & State.State_Enabled)
        if can_step and option.activeSubControls & name:
            draw_box(painter, room.adjusted(1, 1, -1, -1), colours.hover, radius=Space.TIGHT)
        ink = colours.muted if can_step else colours.faint
        painter.save()
        painter.translate(QRectF(room).center())
        painter.scale(0.8, 0.8)
        controls.draw_chevron(painter, QPointF(0, 0), turn, ink)
        painter.restore()

"""Drawings of buttons, fields, indicators and bars, from the design tokens."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import (
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QWidget,
)

from studio.rendering.painting import clip_to
from studio.widgets.tokens import FOCUS_LINE, HAIRLINE, Colours, Radius, current_colours

State = QStyle.StateFlag
CHEVRON = 7.0  # how wide an arrow is
STROKE = 1.5
GROOVE, HANDLE = 4.0, 14.0  # of sliders
TURNS = {
    QStyle.PrimitiveElement.PE_IndicatorArrowDown: 0,
    QStyle.PrimitiveElement.PE_IndicatorArrowLeft: 90,
    QStyle.PrimitiveElement.PE_IndicatorArrowUp: 180,
    QStyle.PrimitiveElement.PE_IndicatorArrowRight: 270,
}


# --- boxes ----------------------------------------------------------------------------------------


def draw_box(
    painter: QPainter,
    room: QRect,
    fill: str | QColor | None,
    line: str | None = None,
    radius: float = Radius.CONTROL,
    width: float = HAIRLINE,
) -> None:
    """Draw a rectangle with round corners, its line inside the room."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(line), width) if line else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    half = width / 2 if line else 0.0
    painter.drawRoundedRect(QRectF(room).adjusted(half, half, -half, -half), radius, radius)
    painter.restore()


def draw_hairline(painter: QPainter, room: QRect, edge: Qt.Edge) -> None:
    """Draw a hairline along one edge of a room."""
    line = QRect(room)
    match edge:
        case Qt.Edge.TopEdge:
            line.setHeight(1)
        case Qt.Edge.BottomEdge:
            line.setTop(room.bottom())
        case Qt.Edge.LeftEdge:
            line.setWidth(1)
        case Qt.Edge.RightEdge:
            line.setLeft(room.right())
    painter.fillRect(line, QColor(current_colours().border))


def draw_focus_ring(painter: QPainter, room: QRect, radius: float = Radius.CONTROL) -> None:
    """Draw the ring around what the keyboard speaks to."""
    draw_box(painter, room, None, current_colours().focus, radius, FOCUS_LINE)


def draw_field(painter: QPainter, option: QStyleOption) -> None:
    """Draw the box of a field: its text, number or choice is drawn over it."""
    colours, state = current_colours(), option.state
    is_enabled = bool(state & State.State_Enabled)
    has_focus = is_enabled and bool(state & State.State_HasFocus)
    fill = colours.raised if is_enabled else colours.surface
    line = colours.focus if has_focus else colours.border
    draw_box(painter, option.rect, fill, line, width=FOCUS_LINE if has_focus else HAIRLINE)


# --- buttons --------------------------------------------------------------------------------------


def is_primary(option: QStyleOption) -> bool:
    """True for the button that Enter presses: it is drawn in the accent."""
    return (
        isinstance(option, QStyleOptionButton)
        and bool(option.features & QStyleOptionButton.ButtonFeature.DefaultButton)
        and not option.features & QStyleOptionButton.ButtonFeature.Flat
        and bool(option.state & State.State_Enabled)
    )


def draw_button(painter: QPainter, option: QStyleOption) -> None:
    """Draw the box of a push button."""
    colours, state = current_colours(), option.state
    is_down = bool(state & (State.State_Sunken | State.State_On))
    is_hovered = bool(state & State.State_MouseOver) and bool(state & State.State_Enabled)
    if is_primary(option):
        fill = QColor(colours.accent)
        if is_down or is_hovered:
            fill = fill.darker(112 if is_down else 106)
        draw_box(painter, option.rect, fill)
        return
    is_flat = isinstance(option, QStyleOptionButton) and bool(
        option.features & QStyleOptionButton.ButtonFeature.Flat
    )
    if is_flat and not (is_down or is_hovered):
        return
    if state & State.State_On:
        draw_box(painter, option.rect, colours.accent_soft, colours.accent)
    elif not state & State.State_Enabled:
        draw_box(painter, option.rect, colours.surface, colours.border)
    else:
        fill_name = colours.sunken if is_down else colours.hover if is_hovered else colours.raised
        draw_box(painter, option.rect, fill_name, colours.border)


def shape_of(widget: QWidget | None) -> str:
    """Return `card` or `chip` for a button with that property."""
    shapes = ("card", "chip") if widget is not None else ()
    return next((shape for shape in shapes if widget and widget.property(shape)), "")


def draw_shape(painter: QPainter, option: QStyleOption, shape: str) -> None:
    """Draw the ground and line of a card or chip; its line is the accent under the pointer."""
    colours, state = current_colours(), option.state
    ground = colours.raised if shape == "card" else colours.sunken
    if state & State.State_Sunken:
        ground = colours.hover
    if state & State.State_On:
        ground = colours.accent_soft
    line = colours.accent if state & State.State_MouseOver else colours.border
    draw_box(painter, option.rect, ground, line, _radius(option, shape))


def draw_shape_focus(painter: QPainter, option: QStyleOption, shape: str) -> None:
    """Draw a ring within the edge of a card or chip that the keyboard speaks to."""
    draw_focus_ring(painter, option.rect, _radius(option, shape))


def _radius(option: QStyleOption, shape: str) -> float:
    return Radius.PANEL if shape == "card" else option.rect.height() / 2


def draw_tool_button(painter: QPainter, option: QStyleOption, widget: QWidget | None) -> None:
    """Draw the box of a tool button: none at rest where it stands in a bar."""
    colours, state = current_colours(), option.state
    room = option.rect
    if state & State.State_On:
        draw_box(painter, room, colours.accent_soft)
    elif state & State.State_Sunken:
        draw_box(painter, room, colours.sunken)
    elif state & State.State_MouseOver and state & State.State_Enabled:
        draw_box(painter, room, colours.hover)
    if not state & State.State_AutoRaise and not state & State.State_On:
        draw_box(painter, room, None, colours.border)


# --- indicators -----------------------------------------------------------------------------------


def draw_check_box(painter: QPainter, option: QStyleOption) -> None:
    """Draw a box to tick, with its tick or its dash."""
    colours, state = current_colours(), option.state
    is_enabled = bool(state & State.State_Enabled)
    room = centred_square(option.rect)
    is_on = bool(state & State.State_On)
    is_partly = bool(state & State.State_NoChange)
    rim = colours.accent if (is_on or is_partly) and is_enabled else _rim(colours, is_enabled)
    fill = rim if is_on or is_partly else colours.raised if is_enabled else colours.surface
    draw_box(painter, room, fill, rim, radius=Radius.CONTROL / 1.5, width=1.2)
    if not (is_on or is_partly):
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ink = QColor(colours.on_accent if is_enabled else colours.surface)
    painter.setPen(QPen(ink, 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    across = QRectF(room)
    marks = ((0.27, 0.5), (0.73, 0.5)) if is_partly else ((0.25, 0.53), (0.43, 0.7), (0.76, 0.32))
    painter.drawPolyline(QPolygonF([
        QPointF(across.x() + x * across.width(), across.y() + y * across.height())
        for x, y in marks
    ]))  # fmt: skip
    painter.restore()


def draw_radio_button(painter: QPainter, option: QStyleOption) -> None:
    """Draw a round choice, its middle filled when it is the one."""
    colours, state = current_colours(), option.state
    is_enabled = bool(state & State.State_Enabled)
    room = QRectF(centred_square(option.rect)).adjusted(0.6, 0.6, -0.6, -0.6)
    is_on = bool(state & State.State_On)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rim = colours.accent if is_on and is_enabled else _rim(colours, is_enabled)
    painter.setPen(QPen(QColor(rim), 1.2))
    painter.setBrush(QColor(colours.raised if is_enabled else colours.surface))
    painter.drawEllipse(room)
    if is_on:
        part = room.width() / 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(rim))
        painter.drawEllipse(room.adjusted(part, part, -part, -part))
    painter.restore()


def _rim(colours: Colours, is_enabled: bool) -> str:
    return colours.edge if is_enabled else colours.faint


def centred_square(room: QRect) -> QRect:
    """Return the largest square in the middle of a room."""
    side = min(room.width(), room.height())
    found = QRect(0, 0, side, side)
    found.moveCenter(room.center())
    return found


def draw_chevron(painter: QPainter, middle: QPointF, turn: int, ink: str | QColor) -> None:
    """Draw an arrow of two strokes that points down, turned clockwise by so many degrees."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(middle)
    painter.rotate(turn)
    painter.setPen(QPen(QColor(ink), STROKE, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap,
                        Qt.PenJoinStyle.RoundJoin))  # fmt: skip
    across, down = CHEVRON / 2, CHEVRON / 4
    painter.drawPolyline(
        QPolygonF([QPointF(-across, -down), QPointF(0, down), QPointF(across, -down)])
    )
    painter.restore()


def draw_arrow(painter: QPainter, element: QStyle.PrimitiveElement, option: QStyleOption) -> None:
    """Draw an arrow in the colour of text."""
    middle = QRectF(option.rect).center()
    draw_chevron(painter, middle, TURNS[element], arrow_ink(option))


def arrow_ink(option: QStyleOption) -> str:
    """Return the colour of an arrow, by whether it can be pressed."""
    colours = current_colours()
    return colours.muted if option.state & State.State_Enabled else colours.faint


def draw_branch(painter: QPainter, option: QStyleOption) -> None:
    """Draw the arrow of a row that has others in it; no lines lead to it."""
    if option.state & State.State_Children:
        is_right_to_left = option.direction is Qt.LayoutDirection.RightToLeft
        closed = 90 if is_right_to_left else 270
        turn = 0 if option.state & State.State_Open else closed
        draw_chevron(painter, QRectF(option.rect).center(), turn, current_colours().muted)


# --- bars -----------------------------------------------------------------------------------------


def draw_scroll_bar(painter: QPainter, option: QStyleOptionSlider, handle: QRect) -> None:
    """Draw a thin bar: no trough, and a handle that grows under the pointer."""
    colours = current_colours()
    is_active = bool(option.state & (State.State_MouseOver | State.State_Sunken))
    if option.minimum >= option.maximum:
        return
    inset = 2 if is_active else 3
    across = QRect(handle).adjusted(inset, inset, -inset, -inset)
    if option.orientation is Qt.Orientation.Vertical:
        across = QRect(handle).adjusted(inset, 1, -inset, -1)
    else:
        across = QRect(handle).adjusted(1, inset, -1, -inset)
    fill = colours.muted if option.state & State.State_Sunken else colours.edge
    draw_box(painter, across, fill, radius=min(across.width(), across.height()) / 2)


def draw_slider(
    painter: QPainter, option: QStyleOptionSlider, groove: QRect, handle: QRect
) -> None:
    """Draw a thin groove, in the accent up to the handle, and a round handle."""
    colours = current_colours()
    is_enabled = bool(option.state & State.State_Enabled)
    along = QRectF(groove)
    at = QRectF(handle).center()
    before = QRectF(along)
    if option.orientation is Qt.Orientation.Horizontal:
        along.setTop(at.y() - GROOVE / 2)
        along.setHeight(GROOVE)
        before = QRectF(along)
        if option.upsideDown:
            before.setLeft(at.x())
        else:
            before.setRight(at.x())
    else:
        along.setLeft(at.x() - GROOVE / 2)
        along.setWidth(GROOVE)
        before = QRectF(along)
        if option.upsideDown:
            before.setTop(at.y())
        else:
            before.setBottom(at.y())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for room, ink in (
        (along, colours.border),
        (before, colours.accent if is_enabled else colours.faint),
    ):
        painter.setBrush(QColor(ink))
        painter.drawRoundedRect(room, GROOVE / 2, GROOVE / 2)
    ink = colours.accent if is_enabled else colours.faint
    has_focus = bool(option.state & State.State_HasFocus)
    painter.setPen(QPen(QColor(colours.focus if has_focus else ink), 2.5 if has_focus else 1.5))
    painter.setBrush(QColor(colours.accent_soft if has_focus else colours.raised))
    round_ = QRectF(0, 0, HANDLE, HANDLE)
    round_.moveCenter(at)
    painter.drawEllipse(round_.adjusted(1, 1, -1, -1))
    painter.restore()


def draw_progress(painter: QPainter, option: QStyleOptionProgressBar) -> None:
    """Draw how much is done; the bar's words are drawn over it."""
    room, most = QRect(option.rect), option.maximum - option.minimum
    colours = current_colours()
    if most <= 0:  # the amount is unknown
        draw_box(painter, room, colours.accent_soft, colours.accent)
        return
    part = (option.progress - option.minimum) / most
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(room), Radius.CONTROL, Radius.CONTROL)
    done = QRect(room)
    done.setWidth(round(room.width() * max(0.0, min(1.0, part))))
    with clip_to(painter, outline):
        painter.fillRect(done, QColor(colours.accent_soft))
    draw_box(painter, room, None, colours.border)

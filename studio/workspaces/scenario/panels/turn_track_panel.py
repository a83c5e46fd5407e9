"""The turn track: a box for every turn, in it the reinforcements that come then."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from engine.games import mark_looks_of
from engine.narration.turn_text import arrival_condition_text, turn_title, waiting_badge
from engine.scenario.scenario import Arrival, Scenario
from studio.canvas.counter_cache import CounterCache
from studio.canvas.counter_effects import CounterRing
from studio.framework.prompts import Prompts
from studio.rendering.counters.counter_painter import (
    Counter,
    build_counter,
    counter_tooltip,
    side_colours,
)
from studio.rendering.counters.stacks import CounterSpot, topmost_unit
from studio.rendering.painting import clip_to
from studio.rendering.text_painting import INK, PALE, draw_text, make_font, text_rect
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.scenario.editor.scenario_panel import MapScenarioPanel
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.forces_tree_model import (
    to_drag_data,
    units_from_drag_data,
)
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name, zone_names
from studio.workspaces.scenario.panels.order_of_battle_forms import refill_options

HEAD, HIGH, MINIMUM, GAP = 18, 58, 45, 4  # pixels of a box: its head, its height, its least width
CELL, SIZE, ROWS = 35.0, 29.0, 1  # of the counters in it
BADGE = 9  # pixels: the letters of what a unit waits for
DRAG_FROM = 6  # pixels a counter is pulled before it is carried


class TurnTrackView(QWidget):
    """Draws the boxes; says what is chosen and what is dropped where."""

    dropped = Signal(int, object)  # a turn, and the ids of units
    pressed = Signal(str, bool)  # a unit or nothing, and whether others stay chosen
    deferred = Signal(int)  # those chosen come so many turns later

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self.turns: list[list[Counter]] = []  # by turn, the first at 0
        self.waits: Mapping[str, Arrival] = {}  # those who wait for a die or a condition
        self._scenario: Scenario | None = None
        self.chosen: frozenset[str] = frozenset()
        self.current = 1  # the turn the keyboard points at
        self._over = 0
        self._pictures = CounterCache(1000)
        self._pulled_from: QPointF | None = None
        self.setAcceptDrops(True)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_turns(self, turns: list[list[Counter]], scenario: Scenario) -> None:
        """Show other reinforcements."""
        self.turns, self._scenario = turns, scenario
        comes = {unit.id: unit.arrives for unit in scenario.units if unit.arrives is not None}
        self.waits = {unit: each for unit, each in comes.items() if waiting_badge(each)}
        self.current = min(max(self.current, 1), max(len(turns), 1))
        self._take_height()
        self.update()

    def show_chosen(self, chosen: Sequence[str]) -> None:
        """Ring those that are chosen."""
        self.chosen = frozenset(chosen)
        self.update()

    # --- where things are -------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Room for every box, in as many rows as the width makes of them."""
        low = max((box.bottom() for box in self.boxes()), default=float(_high()))
        return QSize(scale_length(MINIMUM) + 2 * GAP, math.ceil(low) + GAP)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the rows anew."""
        super().resizeEvent(event)
        self._take_height()

    def _take_height(self) -> None:
        self.setMinimumSize(self.sizeHint())
        self.updateGeometry()

    def _width(self, counters: Sequence[Counter]) -> int:
        return max(scale_length(MINIMUM), math.ceil(math.ceil(len(counters) / ROWS) * CELL) + 8)

    def boxes(self) -> list[QRectF]:
        """The box of every turn, from left to right and row below row."""
        found, left, top = [], float(GAP), float(GAP)
        for counters in self.turns:
            wide = self._width(counters)
            if left > GAP and left + wide + GAP > self.width():
                left, top = float(GAP), top + _high() + GAP
            found.append(QRectF(left, top, wide, _high()))
            left += wide + GAP
        return found

    def spots(self) -> list[CounterSpot]:
        """Return the place of each counter."""
        found = []
        for box, counters in zip(self.boxes(), self.turns, strict=True):
            for number, counter in enumerate(counters):
                column, row = divmod(number, ROWS)
                x = box.left() + 4 + (column + 0.5) * CELL
                y = box.top() + scale_length(HEAD) + (row + 0.5) * CELL
                found.append(CounterSpot(counter, x, y, SIZE))
        return found

    def turn_at(self, point: QPointF) -> int:
        """The turn whose box is at a point; 0 for none."""
        places = (turn for turn, box in enumerate(self.boxes(), 1) if box.contains(point))
        return next(places, 0)

    # --- painting ---------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw what of the track is seen."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for turn, box in enumerate(self.boxes(), 1):
            if box.intersects(QRectF(event.rect())):
                self._paint_box(painter, turn, box)
        self._pictures.begin()
        for spot in self.spots():
            if spot.square.intersects(QRectF(event.rect())):
                if spot.counter.id in self.chosen:
                    self._pictures.paint_ring(painter, CounterRing.SELECTED, spot.middle, spot.size)
                language = self._localize.language
                self._pictures.paint(painter, spot.counter, spot.middle, spot.size, language)
                if spot.counter.id in self.waits:
                    _paint_badge(painter, waiting_badge(self.waits[spot.counter.id]), spot.square)
        painter.end()

    def _paint_box(self, painter: QPainter, turn: int, box: QRectF) -> None:
        palette, path = self.palette(), QPainterPath()
        path.addRoundedRect(box, 5, 5)
        is_over, is_current = turn == self._over, turn == self.current and self.hasFocus()
        painter.fillPath(path, palette.color(QPalette.ColorRole.Base))
        head = QRectF(box.left(), box.top(), box.width(), scale_length(HEAD))
        with clip_to(painter, path):
            painter.fillRect(head, palette.color(QPalette.ColorRole.Button))
        lit = palette.color(QPalette.ColorRole.Accent)
        rim = lit if is_over or is_current else palette.color(QPalette.ColorRole.Mid)
        painter.setPen(QPen(rim, 2.0 if is_over or is_current else 1.0))
        painter.setBrush(_faint(lit) if is_over else Qt.BrushStyle.NoBrush)
        painter.drawPath(path)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        words = turn_title(self._game, turn, self._localize.language)
        if painter.fontMetrics().horizontalAdvance(words) > head.width() - 2 * GAP:
            words = str(turn)
        painter.drawText(head, Qt.AlignmentFlag.AlignCenter, words)

    # --- the pointer ------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a unit; or the turn that the keyboard then points at."""
        point = event.position()
        self.current = self.turn_at(point) or self.current
        unit = topmost_unit(self.spots(), point)
        more = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        is_more = bool(event.modifiers() & more)
        if unit is None or is_more or unit not in self.chosen:
            self.pressed.emit(unit or "", is_more)
        self._pulled_from = point if unit else None
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry those chosen to another turn, to the map or into the list."""
        at = self._pulled_from
        if at is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return
        if (event.position() - at).manhattanLength() >= DRAG_FROM and self.chosen:
            self._pulled_from = None
            drag = QDrag(self)
            drag.setMimeData(to_drag_data(sorted(self.chosen)))
            drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click is over."""
        self._pulled_from = None

    def event(self, event: QEvent) -> bool:
        """The unit below the pointer, in words."""
        if isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            found = (s.counter for s in self.spots() if s.square.contains(point))
            counter = next(found, None)
            words = self._told(counter) if counter else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _told(self, counter: Counter) -> str:
        """A unit in words, with what it waits for."""
        words, language = counter_tooltip(counter, self._localize.language), self._localize.language
        if counter.id not in self.waits or self._scenario is None:
            return words
        return (
            f"{words}\n{arrival_condition_text(self._scenario, self.waits[counter.id], language)}"
        )

    @property
    def _game(self) -> str:
        return "" if self._scenario is None else self._scenario.game

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Units may come in any turn."""
        self.dragMoveEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show the turn they would come in."""
        is_ours = bool(units_from_drag_data(event.mimeData()))
        self._over = self.turn_at(event.position()) if is_ours else 0
        self.update()
        event.setAccepted(bool(self._over))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Clear the highlight when a drag leaves the track."""
        self._over = 0
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        """They come in that turn."""
        turn, units = self.turn_at(event.position()), units_from_drag_data(event.mimeData())
        self._over = 0
        self.update()
        if turn and units:
            event.acceptProposedAction()
            self.dropped.emit(turn, units)

    # --- keys -------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to another turn, with Ctrl those chosen come along; Enter lets them come."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        key = Qt.Key(event.key())
        if key in steps and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.deferred.emit(steps[key])
        elif key in steps:
            self.current = min(max(self.current + steps[key], 1), max(len(self.turns), 1))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.turns and self.chosen:
            self.dropped.emit(self.current, sorted(self.chosen))
        else:
            super().keyPressEvent(event)


class TurnTrackPanel(MapScenarioPanel):
    """The track of the scenario in front, and the zone where those dropped on it come."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__(localize)
        self.forces: ForcesEditor | None = None
        self.track, self.entry = TurnTrackView(localize), QComboBox()
        self.label, self.hint = QLabel(), QLabel()
        self.label.setBuddy(self.entry)
        self.entry.setMinimumWidth(90)
        self.entry.activated.connect(self._choose_entry)
        self.hint.setWordWrap(True)
        layout, row = QVBoxLayout(self), QHBoxLayout()
        layout.setContentsMargins(4, 4, 4, 2)
        layout.setSpacing(2)
        row.addWidget(self.label)
        row.addWidget(self.entry, 1)
        layout.addLayout(row)
        layout.addWidget(self.track)
        layout.addWidget(self.hint)
        self.track.dropped.connect(self._arrive)
        self.track.pressed.connect(self._press)
        self.track.deferred.connect(self._defer)
        self.setFocusProxy(self.track)
        self.retranslate()

    # --- what there is ----------------------------------------------------------------------------

    def show_scenario(self, tab: ScenarioTab | None) -> None:
        """Show another scenario, or none."""
        if self.forces is not None:
            self.forces.chosen_changed.disconnect(self._ring)
        self.forces = tab.forces if tab is not None else None
        if self.forces is not None:
            self.forces.chosen_changed.connect(self._ring)
        super().show_scenario(tab)
        self._ring()

    def refresh(self, scenario: Scenario) -> None:
        """Show who comes when, as it is now."""
        assert self.forces is not None
        self.track.show_turns(reinforcements_by_turn(self.forces), scenario)
        self._ring()
        names = zone_names(scenario)
        refill_options(
            self.entry, {name: zone_name(scenario, name, self.localize.language) for name in names}
        )
        usual = self.forces.usual_entry
        self.entry.setCurrentIndex(self.entry.findData(usual))
        self.entry.setEnabled(bool(names))
        self.hint.setText(self.localize("turn-track-hint" if names else "forces-no-zone"))

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        self.label.setText(self.localize("turn-track-entry"))
        self.entry.setToolTip(self.localize("turn-track-entry-hint"))
        self.track.setAccessibleName(self.localize("panel-turn-track"))
        self.hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def _ring(self) -> None:
        self.track.show_chosen(self.forces.chosen if self.forces is not None else ())

    # --- what is wanted ---------------------------------------------------------------------------

    def _choose_entry(self) -> None:
        if self.forces is not None:
            self.forces.entry = str(self.entry.currentData() or "")

    def _arrive(self, turn: int, units: Sequence[str]) -> None:
        """Units dropped come then; those that are not reinforcements yet where is chosen above."""
        if self.forces is not None:
            self.forces.set_arrival_turn(turn, units)
            self.forces.choose(units)

    def _press(self, unit: str, is_more: bool) -> None:
        if self.forces is None:
            return
        if unit and is_more:
            self.forces.toggle(unit)
        elif not is_more:
            self.forces.choose([unit] if unit else [])

    def _defer(self, turns: int) -> None:
        """Those chosen that are reinforcements come earlier or later."""
        forces = self.forces
        comers = [u for u in forces.units() if u.arrives] if forces is not None else []
        if forces is None or not comers:
            return
        first = comers[0].arrives
        assert first is not None
        wanted = min(max(first.turn + turns, 1), self.scenario.turns)
        units = [unit.id for unit in comers]
        forces.set_arrival_turn(wanted, units, typed=f"defer {' '.join(units)}")
        self.track.current = wanted


def _paint_badge(painter: QPainter, badge: str, square: QRectF) -> None:
    """Paint a unit's condition at the upper edge of its counter: its values stay visible."""
    letters = make_font(BADGE, bold=True)
    at = QPointF(square.center().x(), square.top() + 0.3 * BADGE)
    room = text_rect(at, badge, letters).adjusted(-3, -1, 3, 1)
    painter.setPen(QPen(QColor(INK), 1.0))
    painter.setBrush(QColor(PALE))
    painter.drawRoundedRect(room, 3, 3)
    draw_text(painter, at, badge, letters, QColor(INK))


def _faint(shade: QColor) -> QColor:
    found = QColor(shade)
    found.setAlpha(50)
    return found


def reinforcements_by_turn(forces: ForcesEditor) -> list[list[Counter]]:
    """The counters of those that come in each turn, also of turns after the last."""
    scenario = forces.scenario
    colours, marks = side_colours(scenario), mark_looks_of(scenario.game)
    latest = max([scenario.turns, *(u.arrives.turn for u in scenario.units if u.arrives)])
    found: list[list[Counter]] = [[] for _ in range(latest)]
    for unit in scenario.units:
        if unit.arrives is not None and unit.arrives.turn >= 1:
            counter = build_counter(unit, colours, forces.types, marks=marks)
            found[unit.arrives.turn - 1].append(counter)
    return found


def _high() -> int:
    """Return the height of a box, with its head's text at the present size."""
    return HIGH - HEAD + scale_length(HEAD)

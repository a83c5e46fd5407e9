"""The clock of a turn: how much is left; it can be held or set again."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.umpire.clock import Clock, TimeoutAction
from studio.widgets.chips import chip_style
from studio.widgets.localization import Localizer
from studio.widgets.tokens import current_colours
from studio.workspaces.umpire.umpired_game_actions import UmpireActions

TICK_MS = 500
MAX_MINUTES = 7 * 24 * 60.0
MORE = 5  # minutes that a click gives when time is up
SHORT = 60.0  # seconds: below this, time is said to be short


class ClockBar(QWidget):
    """Says how much time is left; its form sets the clock."""

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._deeds: UmpireActions | None = None
        self.left, self.hold, self.change = QLabel(), QPushButton(), QPushButton()
        self.form = QWidget()
        self.minutes, self.when_up, self.again = QDoubleSpinBox(), QComboBox(), QCheckBox()
        self.start, self.away, self.minutes_label = QPushButton(), QPushButton(), QLabel()
        self.grace, self.grace_label = QDoubleSpinBox(), QLabel()
        self.over, self.collect, self.more = QWidget(), QPushButton(), QPushButton()
        self.grace.setRange(0.0, MAX_MINUTES)
        self.grace.setDecimals(1)
        self.minutes.setRange(0.1, MAX_MINUTES)
        self.minutes.setDecimals(1)
        self.minutes.setValue(10.0)
        self.again.setChecked(True)
        letters = self.left.font()
        letters.setBold(True)
        self.left.setFont(letters)
        self.change.setCheckable(True)
        self.change.toggled.connect(self.form.setVisible)
        self.hold.clicked.connect(self.toggle)
        self.collect.clicked.connect(self._collect)
        self.more.clicked.connect(self._give_more)
        self.start.clicked.connect(self._set)
        self.away.clicked.connect(self._take_away)
        self._seconds = QTimer(self, interval=TICK_MS)
        self._seconds.timeout.connect(self._tick)
        self._lay_out()
        localize.changed.connect(self.retranslate)
        self.retranslate()

    def _lay_out(self) -> None:
        head, first, last = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        over = QHBoxLayout(self.over)
        head.addWidget(self.left, 1)
        head.addWidget(self.hold)
        head.addWidget(self.change)
        self.minutes_label.setBuddy(self.minutes)
        first.addWidget(self.minutes_label)
        first.addWidget(self.minutes, 1)
        self.grace_label.setBuddy(self.grace)
        first.addWidget(self.grace_label)
        first.addWidget(self.grace, 1)
        last.addWidget(self.start, 1)
        last.addWidget(self.away, 1)
        inner, layout = QVBoxLayout(self.form), QVBoxLayout(self)
        over.addWidget(self.collect)
        over.addWidget(self.more)
        over.addStretch(1)
        for part in (inner, layout, over):
            part.setContentsMargins(0, 0, 0, 0)
        inner.addLayout(first)  # each line narrow: the panel is no wider than its dock
        inner.addWidget(self.again)
        inner.addWidget(self.when_up)
        inner.addLayout(last)
        layout.addLayout(head)
        layout.addWidget(self.over)
        layout.addWidget(self.form)
        self.form.hide()
        self.over.hide()

    def follow(self, deeds: UmpireActions | None) -> None:
        """Show the clock of another room, or none."""
        self._deeds = deeds
        if deeds is None:
            self._seconds.stop()
        else:
            self._seconds.start()
        self.refresh()

    @property
    def clock(self) -> Clock | None:
        """The room's clock."""
        return self._deeds.room.clock if self._deeds else None

    def refresh(self) -> None:
        """Say how much is left."""
        clock = self.clock
        self.setEnabled(self._deeds is not None)
        now = self._deeds.room.time if self._deeds else 0.0
        self.left.setText(clock_text(clock, now, self._localize))
        self.left.setStyleSheet(_shade(clock, now))
        self.over.setVisible(clock is not None and clock.is_up)
        self.hold.setVisible(clock is not None and not clock.is_up)
        is_running = clock is not None and clock.ends_at is not None
        self.hold.setText(self._localize("room-clock-hold" if is_running else "room-clock-go"))

    def _tick(self) -> None:
        """Say when time has run out, whether or not players sit at their screens."""
        if self._deeds is not None and self.clock is not None:
            self._deeds.act(self._deeds.room.tick)
            self.refresh()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize, chosen = self._localize, self.when_up.currentData()
        self.change.setText(localize("room-clock-set"))
        self.minutes_label.setText(localize("room-clock-minutes"))
        self.grace_label.setText(localize("room-clock-grace"))
        self.grace.setToolTip(localize("room-clock-grace-hint"))
        self.collect.setText(localize("room-clock-collect"))
        self.collect.setToolTip(localize("room-clock-collect-hint"))
        self.more.setText(localize("room-clock-more", minutes=MORE))
        self.again.setText(localize("room-clock-again"))
        self.start.setText(localize("room-clock-start"))
        self.away.setText(localize("room-clock-away"))
        self.hold.setToolTip(localize("room-clock-hold-hint"))
        self.change.setToolTip(localize("room-clock-set-hint"))
        self.when_up.clear()
        for each in TimeoutAction:
            self.when_up.addItem(localize(f"room-clock-up-{each.value}"), each)
        self.when_up.setCurrentIndex(max(self.when_up.findData(chosen), 0))
        self.refresh()

    # --- deeds ------------------------------------------------------------------------------------

    def open_form(self) -> None:
        """Let the clock be set, from the keyboard."""
        self.change.setChecked(True)
        self.minutes.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.minutes.selectAll()

    def toggle(self) -> None:
        """Hold the clock, or let it go on."""
        if self._deeds is not None:
            self._deeds.hold_clock()

    def _set(self) -> None:
        if self._deeds is not None:
            when_up = TimeoutAction(self.when_up.currentData())
            grace = self.grace.value()
            self._deeds.set_clock(self.minutes.value(), when_up, self.again.isChecked(), grace)
            self.change.setChecked(False)

    def _collect(self) -> None:
        if self._deeds is not None:
            self._deeds.collect()

    def _give_more(self) -> None:
        if self._deeds is not None:
            self._deeds.add_time(MORE)

    def _take_away(self) -> None:
        if self._deeds is not None:
            self._deeds.set_clock(0.0, TimeoutAction.TELL, is_renewed=False)
            self.change.setChecked(False)


def clock_text(clock: Clock | None, now: float, localize: Localizer) -> str:
    """Describe the clock."""
    if clock is None:
        return localize("room-clock-none")
    if clock.is_up:
        return localize("room-clock-up")
    left = int(clock.time_left(now) + 0.5)
    hours, rest = divmod(left, 3600)
    shown = f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
    if clock.ends_at is None:
        return localize("room-clock-held", left=shown)
    return localize("room-clock-grace-left" if clock.is_grace else "room-clock-left", left=shown)


def _shade(clock: Clock | None, now: float) -> str:
    if clock is not None and clock.is_up:
        return chip_style(current_colours().danger)
    if clock is not None and clock.time_left(now) < SHORT:
        return chip_style(current_colours().warning)
    return ""

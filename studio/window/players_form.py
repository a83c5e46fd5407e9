"""How one likes games to begin: who sits where, who sees what, how fast, where they stop."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
)

from engine.session.seats import Fog
from engine.session.stops import NO_STOPS, StopAt
from studio.parts.boxes import FieldError
from studio.parts.speech import Localizer
from studio.playtest.board.speed import PlaybackSpeed
from studio.playtest.panels.seat_box import PlayerBox
from studio.playtest.panels.temper_box import TemperamentBox
from studio.playtest.playing import PlayController
from studio.playtest.seating import AS_THE_GAME, SeatPreferences
from studio.preferences import Preferences

FOGS = (AS_THE_GAME, *Fog)


class PlayPreferencesForm(QGroupBox):
    """What the dialog before a game has at first, and how games in the window are watched."""

    def __init__(self, preferences: Preferences, playing: PlayController, say: Localizer) -> None:
        super().__init__()
        self._preferences, self._playing, self._say = preferences, playing, say
        self.first, self.other = PlayerBox(say), PlayerBox(say)
        self.fog, self.pace = QComboBox(), QComboBox()
        for fog in FOGS:
            self.fog.addItem("", fog)
        for speed in PlaybackSpeed:
            self.pace.addItem("", speed)
        self.first_temper, self.other_temper = TemperamentBox(say), TemperamentBox(say)
        self.fault = FieldError()
        self.stops = {stop: QCheckBox() for stop in StopAt}
        self._lay_out()
        self.show_kept()
        self._connect()

    def _lay_out(self) -> None:
        form, stops = QFormLayout(self), QGridLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = {"first": self.first, "other": self.other, "fog": self.fog, "pace": self.pace}
        self._labels = {name: QLabel() for name in (*fields, "stops")}
        for name, field in fields.items():
            self._labels[name].setBuddy(field)
            tempers = {"first": self.first_temper, "other": self.other_temper}
            if name not in tempers:
                form.addRow(self._labels[name], field)
                continue
            row = QHBoxLayout()
            row.addWidget(field, 2)
            row.addWidget(tempers[name], 1)
            form.addRow(self._labels[name], row)
        for number, box in enumerate(self.stops.values()):
            stops.addWidget(box, *divmod(number, 2))
        form.addRow(self._labels["stops"], stops)
        form.addRow(self.fault)

    def _connect(self) -> None:
        for box in (self.first, self.other, self.fog, self.first_temper, self.other_temper):
            box.currentIndexChanged.connect(self._keep_seating)
        self.pace.currentIndexChanged.connect(
            lambda _: self._playing.set_speed(self.pace.currentData())
        )
        for stop, check in self.stops.items():
            check.toggled.connect(lambda on, stop=stop: self._playing.set_stop(stop, on))

    def show_kept(self) -> None:
        """Show what is liked now."""
        seating = SeatPreferences.from_words(self._preferences.seating)
        for box, value in (
            (self.fog, seating.fog or AS_THE_GAME), (self.pace, self._playing.speed),
        ):  # fmt: skip
            with QSignalBlocker(box):
                box.setCurrentIndex(box.findData(value))
        for seats, seat in ((self.first, seating.first), (self.other, seating.other)):
            with QSignalBlocker(seats):
                seats.show_seat(seat)
        for tempers, temper in (
            (self.first_temper, seating.first_temper), (self.other_temper, seating.other_temper),
        ):  # fmt: skip
            with QSignalBlocker(tempers):
                tempers.show_temper(temper)
        self._offer_tempers()
        for stop, check in self.stops.items():
            with QSignalBlocker(check):
                check.setChecked(stop in self._playing.stops)

    def _offer_tempers(self) -> None:
        """A temper can be chosen for a machine that thinks."""
        for box, tempers in ((self.first, self.first_temper), (self.other, self.other_temper)):
            tempers.setEnabled(box.seat.has_temper)

    def _keep_seating(self) -> None:
        self._offer_tempers()
        fog = self.fog.currentData()
        self._preferences.seating = SeatPreferences(
            self.first.seat, self.other.seat,
            None if fog == AS_THE_GAME else Fog(fog),
            self.first_temper.temper, self.other_temper.temper,
        ).as_words()  # fmt: skip

    def reset(self) -> None:
        """Everything as it was at first."""
        self._preferences.seating = ""
        self._playing.set_speed(PlaybackSpeed.kept(""))
        self._playing.stops = NO_STOPS
        self.show_kept()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        say = self._say
        self.setTitle(say("preferences-players"))
        for name, label in self._labels.items():
            label.setText(say(f"preferences-{name}"))
        for box in (self.first, self.other):
            box.retranslate()
        self.fault.tell(self.first.fault)
        self.first_temper.retranslate()
        self.other_temper.retranslate()
        for place, fog in enumerate(FOGS):
            self.fog.setItemText(place, say(f"preferences-fog-{fog}"))
        for place, speed in enumerate(PlaybackSpeed):
            self.pace.setItemText(place, say(f"time-speed-{speed.name.lower()}"))
        for stop, check in self.stops.items():
            check.setText(say(f"preferences-stop-{stop}"))

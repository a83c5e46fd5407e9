"""The preferences dialog: language, looks, units, saving, and how games begin."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.languages import LANGUAGES, language_name
from engine.map.terrain import load_catalogue
from engine.session.seats import FogOfWar
from engine.session.stop_conditions import NO_STOPS, StopCondition
from studio.framework.appearance import Appearance
from studio.preferences import MOTIONS, THEMES, Preferences
from studio.rendering.length_units import LengthUnits
from studio.rendering.map.render_options import RenderOptions
from studio.widgets.containers import ScrollingPanel
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import SIZES, TITLE_BAR
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.panels.player_boxes import PlayerBox, TemperamentBox
from studio.workspaces.play.play_controller import PlayController
from studio.workspaces.play.seat_preferences import AS_THE_GAME, SeatPreferences

FOGS = (AS_THE_GAME, *FogOfWar)


class PlayPreferencesForm(QGroupBox):
    """The preferences of play: defaults of the set-up dialog, speed and pauses of games."""

    def __init__(
        self, preferences: Preferences, playing: PlayController, localize: Localizer
    ) -> None:
        super().__init__()
        self._preferences, self._playing, self._localize = preferences, playing, localize
        self.first, self.other = PlayerBox(localize), PlayerBox(localize)
        self.fog, self.pace = QComboBox(), QComboBox()
        for fog in FOGS:
            self.fog.addItem("", fog)
        for speed in PlaybackSpeed:
            self.pace.addItem("", speed)
        self.first_temper, self.other_temper = TemperamentBox(localize), TemperamentBox(localize)
        self.fault = FieldErrorLabel()
        self.stops = {stop: QCheckBox() for stop in StopCondition}
        self._lay_out()
        self.show_saved()
        self._connect()

    def _lay_out(self) -> None:
        form, stops = QFormLayout(self), QGridLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = {"first": self.first, "other": self.other, "fog": self.fog, "pace": self.pace}
        self.labels = {name: QLabel() for name in (*fields, "stops")}
        for name, field in fields.items():
            self.labels[name].setBuddy(field)
            tempers = {"first": self.first_temper, "other": self.other_temper}
            if name not in tempers:
                form.addRow(self.labels[name], field)
                continue
            row = QHBoxLayout()
            row.addWidget(field, 2)
            row.addWidget(tempers[name], 1)
            form.addRow(self.labels[name], row)
        for number, box in enumerate(self.stops.values()):
            stops.addWidget(box, *divmod(number, 2))
        form.addRow(self.labels["stops"], stops)
        form.addRow(self.fault)

    def _connect(self) -> None:
        for box in (self.first, self.other, self.fog, self.first_temper, self.other_temper):
            box.currentIndexChanged.connect(self._keep_seating)
        self.pace.currentIndexChanged.connect(
            lambda _: self._playing.set_speed(self.pace.currentData())
        )
        for stop, check in self.stops.items():
            check.toggled.connect(lambda on, stop=stop: self._playing.set_stop(stop, on))

    def show_saved(self) -> None:
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
                tempers.show_temperament(temper)
        self._offer_tempers()
        for stop, check in self.stops.items():
            with QSignalBlocker(check):
                check.setChecked(stop in self._playing.stops)

    def _offer_tempers(self) -> None:
        """A temper can be chosen for a machine that thinks."""
        for box, tempers in ((self.first, self.first_temper), (self.other, self.other_temper)):
            tempers.setEnabled(box.seat.has_temperament)

    def _keep_seating(self) -> None:
        self._offer_tempers()
        fog = self.fog.currentData()
        self._preferences.seating = SeatPreferences(
            self.first.seat, self.other.seat,
            None if fog == AS_THE_GAME else FogOfWar(fog),
            self.first_temper.temperament, self.other_temper.temperament,
        ).as_words()  # fmt: skip

    def reset(self) -> None:
        """Reset all to the defaults."""
        self._preferences.seating = ""
        self._playing.set_speed(PlaybackSpeed.kept(""))
        self._playing.stops = NO_STOPS
        self.show_saved()

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        localize = self._localize
        self.setTitle(localize("preferences-players"))
        for name, label in self.labels.items():
            label.setText(localize(f"preferences-{name}"))
        for box in (self.first, self.other):
            box.retranslate()
        self.fault.tell(self.first.fault)
        self.first_temper.retranslate()
        self.other_temper.retranslate()
        for place, fog in enumerate(FOGS):
            self.fog.setItemText(place, localize(f"preferences-fog-{fog}"))
        for place, speed in enumerate(PlaybackSpeed):
            self.pace.setItemText(place, localize(f"time-speed-{speed.name.lower()}"))
        for stop, check in self.stops.items():
            check.setText(localize(f"preferences-stop-{stop}"))


MAX_MINUTES = 120


class PreferencesDialog(QDialog):
    """Every change takes effect at once, and is kept."""

    def __init__(
        self,
        preferences: Preferences,
        looks: Appearance,
        playing: PlayController,
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences, self._looks, self._localize = preferences, looks, localize
        self._playing = playing
        self.language, self.theme, self.map_style, self.ramp, self.units = (
            QComboBox() for _ in range(5)
        )
        self.text_size, self.motion = QComboBox(), QComboBox()
        self.minutes = QSpinBox()
        self.minutes.setRange(0, MAX_MINUTES)
        self.players = PlayPreferencesForm(preferences, playing, localize)
        self._make_buttons()
        self._lay_out()
        self._fill()
        self._show_kept()
        self._connect()
        self._retranslate()

    def _make_buttons(self) -> None:
        self.buttons, roles = QDialogButtonBox(), QDialogButtonBox.ButtonRole
        self.close_ = self.buttons.addButton("", roles.AcceptRole)
        self.close_.setDefault(True)
        self.reset = self.buttons.addButton("", roles.ResetRole)
        self.reset.setAutoDefault(False)

    def _lay_out(self) -> None:
        self.hint, form = QLabel(), QFormLayout()
        self.hint.setWordWrap(True)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fields = {
            "language": self.language, "theme": self.theme, "text-size": self.text_size,
            "motion": self.motion, "map-style": self.map_style,
            "ramp": self.ramp, "units": self.units, "autosave": self.minutes,
        }  # fmt: skip
        self._labels = {name: QLabel() for name in fields}
        for name, field in fields.items():
            self._labels[name].setBuddy(field)
            form.addRow(self._labels[name], field)
        page = QWidget()
        inside, layout = QVBoxLayout(page), QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addLayout(form)
        inside.addWidget(self.hint)
        inside.addWidget(self.players)
        self._page = ScrollingPanel(page)
        layout.addWidget(self._page)
        layout.addWidget(self.buttons)

    def show_field(self, name: str) -> None:
        """Give the keyboard to the field of a preference and bring it into sight."""
        label = {**self._labels, **self.players.labels}[name]
        field = label.buddy() or self.players.stops[StopCondition.TURN]
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        QTimer.singleShot(0, self, lambda: self._page.ensureWidgetVisible(field))

    def showEvent(self, event: QShowEvent) -> None:
        """Show everything at once if the screen has room."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Resize to the whole page, or to the screen; then it scrolls."""
        self._page.updateGeometry()  # what it wants to be has changed with its words
        wanted, bar = self.sizeHint(), self._page.verticalScrollBar().sizeHint().width()
        room = self.screen().availableGeometry().size() - QSize(0, TITLE_BAR)
        is_high = wanted.height() > room.height()
        self.resize((wanted + QSize(bar if is_high else 0, 0)).boundedTo(room))

    def _fill(self) -> None:
        for language in LANGUAGES:
            self.language.addItem(language_name(language), language)
        for theme in THEMES:
            self.theme.addItem("", theme)
        for per_cent in SIZES:
            self.text_size.addItem("", per_cent)
        for motion in MOTIONS:
            self.motion.addItem("", motion)
        for named in ("", *self._looks.style_names):
            self.map_style.addItem("", named)
        for ramp in load_catalogue().ramps:
            self.ramp.addItem("", ramp)
        for units in LengthUnits:
            self.units.addItem("", units)

    def _show_kept(self) -> None:
        looks = self._looks
        for box, value in (
            (self.language, self._localize.language), (self.theme, looks.theme),
            (self.map_style, looks.map_style), (self.ramp, looks.layers.ramp),
            (self.units, self._localize.units), (self.text_size, looks.text_size),
            (self.motion, looks.motion),
        ):  # fmt: skip
            box.setCurrentIndex(max(0, box.findData(value)))
        self.minutes.setValue(self._preferences.autosave)

    def _connect(self) -> None:
        looks = self._looks
        for box, choose in (
            (self.language, self._choose_language), (self.theme, looks.set_theme),
            (self.map_style, looks.choose_style), (self.ramp, looks.choose_ramp),
            (self.units, looks.choose_units), (self.text_size, self._set_text_size),
            (self.motion, self._set_motion),
        ):  # fmt: skip
            box.activated.connect(lambda _, box=box, choose=choose: choose(box.currentData()))
        self.minutes.valueChanged.connect(self._keep_minutes)
        self._localize.changed.connect(self._retranslate)
        self.buttons.accepted.connect(self.accept)
        self.reset.clicked.connect(self._reset)

    def _choose_language(self, language: str) -> None:
        """Another language; the former stays where the user gave up what was to be put into it."""
        self._looks.choose_language(language)
        self._show_kept()

    def _set_text_size(self, per_cent: int) -> None:
        self._looks.set_text_size(per_cent)
        self._fit()

    def _set_motion(self, motion: str) -> None:
        """Without motion games show what came of a move and not the move, unless asked to."""
        self._looks.set_motion(motion)
        self._playing.set_speed(PlaybackSpeed.kept(""))
        self.players.show_saved()

    def _keep_minutes(self, minutes: int) -> None:
        self._preferences.autosave = minutes

    def _reset(self) -> None:
        """Set everything to its default, except the language the reader is reading in."""
        looks = self._looks
        looks.set_theme(THEMES[0])
        looks.set_text_size(SIZES[0])
        looks.set_motion(MOTIONS[0])
        looks.choose_style("")
        looks.choose_ramp(RenderOptions.ramp)
        looks.choose_units(LengthUnits.METRIC)
        self._keep_minutes(0)
        self.players.reset()
        self._show_kept()

    def _retranslate(self) -> None:
        """Also while it is open: the language may be chosen here."""
        localize = self._localize
        self.setWindowTitle(localize("preferences-title"))
        for name, label in self._labels.items():
            label.setText(localize(f"preferences-{name}"))
        self._name_choices()
        self.map_style.setToolTip(localize("preferences-map-style-hint"))
        self.minutes.setSpecialValueText(localize("preferences-never"))
        self.minutes.setSuffix(localize("preferences-minutes"))
        self.hint.setText(localize("preferences-hint"))
        self.close_.setText(localize("preferences-close"))
        self.reset.setText(localize("preferences-reset"))
        self.reset.setToolTip(localize("preferences-reset-hint"))
        self.players.retranslate()

    def _name_choices(self) -> None:
        localize = self._localize
        for place, theme in enumerate(THEMES):
            self.theme.setItemText(place, localize(f"action-theme-{theme}"))
        for place, per_cent in enumerate(SIZES):
            self.text_size.setItemText(place, localize("preferences-per-cent", per_cent=per_cent))
        for place, motion in enumerate(MOTIONS):
            self.motion.setItemText(place, localize(f"preferences-motion-{motion}"))
        for place, named in enumerate(("", *self._looks.style_names)):
            title = self._looks.style_title(named) if named else localize("style-own")
            self.map_style.setItemText(place, title)
        for place, ramp in enumerate(load_catalogue().ramps.values()):
            self.ramp.setItemText(place, localize.localize_text(ramp.name))
        for place, units in enumerate(LengthUnits):
            self.units.setItemText(place, localize(f"preferences-units-{units}"))

    def done(self, result: int) -> None:
        """Stop listening."""
        self._localize.changed.disconnect(self._retranslate)
        super().done(result)

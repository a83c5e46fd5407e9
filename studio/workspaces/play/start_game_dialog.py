"""The card before a game: what each side is to do, who plays it, what is hidden, and *Begin*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import SystemRandom

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from engine.games import title_of
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import length_text
from engine.play.dice import MAX_SEED
from engine.scenario.scenario import Scenario
from engine.session.saved_games import SavedGame
from engine.session.seats import FogOfWar, Seat, temperament_in_name
from engine.session.side_briefs import brief_side, fog_by_rules, hidden_things_text
from studio.rendering.counters.counter_painter import side_colours
from studio.widgets.chips import KeyButton
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import heading_font, open_at_size, scale_length, sized_font
from studio.widgets.tokens import Space, TextSize, current_colours
from studio.workspaces.play.panels.player_boxes import (
    PlayerBox,
    TemperamentBox,
    missing_players_text,
)
from studio.workspaces.play.saved_games_list import SavedGamesList
from studio.workspaces.play.seat_preferences import SeatPreferences
from studio.workspaces.play.side_card import SideCard

WIDE, LOW, HIGH = 760, 360, 680  # pixels of the card
LISTED, FOOT = 440, 92  # of saved games beside it, and of the buttons
COLUMNS = 2  # of sides
DEFAULT = SeatPreferences()  # a person against the computer


@dataclass(frozen=True)
class GameSetup:
    """The set-up of a game; `resumes` continues a saved one, the latest or `kept`.

    Seats that are chosen for a resumed game replace its own. `tempers` are those of computer
    players that look ahead, by side. `seating` was proposed; if other defaults were chosen since,
    it is out of date. `is_umpired` starts an umpired game instead. `game` has the rules for which
    it was chosen.
    """

    seats: Mapping[str, Seat]
    seed: int = 0
    by_hand: bool = False
    fog: FogOfWar = FogOfWar.OPEN
    resumes: bool = False
    is_umpired: bool = False
    game: str = ""
    kept: Path | None = None
    seating: SeatPreferences = DEFAULT
    tempers: Mapping[str, str] = field(default_factory=dict)


class StartGameDialog(QDialog):
    """The card before a game; by default a person plays the computer, with rolled dice.

    Fog of war is on where the rules hide or write in secret. Then only the side of a person is
    described, else both. If there are saved games the latest of them is resumed.
    """

    def __init__(
        self,
        scenario: Scenario,
        kept: Sequence[SavedGame],
        usual: GameSetup | None,
        localize: Localizer,
        parent: QWidget | None = None,
        seating: SeatPreferences = DEFAULT,
    ) -> None:
        super().__init__(parent)
        self._seating = seating
        self._is_umpired = False
        self._localize, self._game, self._scenario = localize, scenario.game, scenario
        self.setWindowTitle(localize("begin-title"))
        self.seats = {side.id: PlayerBox(localize) for side in scenario.sides}
        self.tempers = {side.id: TemperamentBox(localize, scenario.game) for side in scenario.sides}
        for side, box in self.seats.items():
            box.currentIndexChanged.connect(partial(self._offer_temper, side))
            box.currentIndexChanged.connect(lambda _: self._describe())
        liked = seating.tempers(self.seats)
        self._usual = usual or GameSetup(seating.seats(self.seats), tempers=liked)
        self.games = SavedGamesList(scenario, kept, localize)
        self.cards = {side: self._card(side) for side in self.seats}
        self.seed, self.seed_label = QSpinBox(), QLabel(localize("begin-seed"))
        self.seed.setRange(0, MAX_SEED)
        self.seed.setValue(SystemRandom().randrange(1, 100_000))
        self.by_hand = QCheckBox(localize("begin-by-hand"))
        self.fog, self.opened = QCheckBox(localize("begin-fog")), QLabel(wordWrap=True)
        self.briefing = QLabel(wordWrap=True)
        self.briefing.setTextFormat(Qt.TextFormat.RichText)
        self.fault, self._names = FieldErrorLabel(), ScenarioNames(scenario, localize.language)
        self._show_usual(self._usual)
        self._lay_out(localize)
        self.games.chosen.connect(self._follow_choice)
        self.games.taken.connect(self.play.click)
        self.by_hand.toggled.connect(self.seed.setDisabled)
        self.fog.toggled.connect(lambda _: self._describe())
        self._follow_choice()
        if kept:
            self.games.list.setFocus()

    def _show_usual(self, usual: GameSetup) -> None:
        self._show_seats(usual.seats, usual.tempers)
        self.by_hand.setChecked(usual.by_hand)
        is_chosen = usual.game == self._game  # for a game of other rules it says nothing
        liked = usual.fog if is_chosen else self._seating.fog
        self.fog.setChecked((liked or fog_by_rules(self._game)) is FogOfWar.PER_SIDE)

    def _show_seats(self, seats: Mapping[str, Seat], tempers: Mapping[str, str]) -> None:
        for side, box in self.seats.items():
            box.show_seat(seats.get(side, Seat.PERSON))
            self.tempers[side].show_temperament(tempers.get(side, ""))
            self._offer_temper(side)

    def _offer_temper(self, side: str, _: int = 0) -> None:
        """Offer temperaments for computer players that look ahead; show missing players."""
        self.tempers[side].setEnabled(self.seats[side].seat.has_temperament)
        self.tempers[side].setVisible(self.seats[side].seat.has_temperament)
        seats = {each: box.seat for each, box in self.seats.items()}
        said = missing_players_text(seats, self._names, self._localize), self.seats[side].fault
        self.fault.tell("\n".join(filter(None, said)))

    # --- what is shown ----------------------------------------------------------------------------

    def _card(self, side: str) -> SideCard:
        colour = side_colours(self._scenario).get(side, "")
        brief = brief_side(self._scenario, side, self._localize.language)
        return SideCard(brief, colour, self.seats[side], self.tempers[side], self._localize)

    def _lay_out(self, localize: Localizer) -> None:
        page, inner, columns = QVBoxLayout(self), QWidget(), QHBoxLayout()
        whole = QVBoxLayout(inner)
        whole.setContentsMargins(Space.LARGE, Space.LARGE, Space.LARGE, Space.SMALL)
        whole.setSpacing(Space.SMALL)
        self._add_head(whole)
        whole.addWidget(self.briefing)
        grid = QGridLayout()
        grid.setSpacing(Space.MEDIUM)
        for number, card in enumerate(self.cards.values()):
            grid.addWidget(card, *divmod(number, COLUMNS))
        whole.addLayout(grid)
        whole.addLayout(self._terms(localize))
        whole.addWidget(self.opened)
        whole.addStretch(1)
        area = QScrollArea(widgetResizable=True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inner)
        columns.addWidget(self.games, 1)
        columns.addWidget(area, 2)
        page.addLayout(columns, 1)
        page.addWidget(self.fault)
        page.addLayout(self._foot(localize))
        self.area = area
        self._open_at_content(whole)

    def _open_at_content(self, whole: QVBoxLayout) -> None:
        """Open as high as the card needs, within limits."""
        self._describe()
        for each in self.findChildren(QWidget):
            each.ensurePolished()  # else they are measured in other letters
        beside = scale_length(LISTED) if self.games.has_games else 0
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        least = whole.minimumSize().width() + bar
        wide = max(scale_length(WIDE), least + 2 * Space.LARGE)
        needed = whole.totalHeightForWidth(wide - 2 * Space.LARGE)
        self.area.setMinimumWidth(least)
        high = min(max(needed + scale_length(FOOT), scale_length(LOW)), scale_length(HIGH))
        open_at_size(self, wide + beside, high)

    def _add_head(self, whole: QVBoxLayout) -> None:
        """Name the game, its length and the scenario."""
        language = self._localize.language
        game = self._localize.localize_text(title_of(self._game))
        length = length_text(self._game, self._scenario.turns, language)
        kind, title = QLabel(f"{game.upper()}  ·  {length.upper()}"), QLabel(self._names.title)
        kind.setFont(heading_font())
        kind.setStyleSheet(f"color: {current_colours().muted}")
        title.setFont(sized_font(TextSize.TITLE, is_bold=True))
        title.setWordWrap(True)
        whole.addWidget(kind)
        whole.addWidget(title)

    def _terms(self, localize: Localizer) -> QHBoxLayout:
        """Fog of war, real dice and the seed in a row."""
        row = QHBoxLayout()
        row.setSpacing(Space.LARGE)
        self.seed.setToolTip(localize("begin-seed-hint"))
        self.fog.setToolTip(localize("begin-fog-hint"))
        self.seed_label.setBuddy(self.seed)
        for widget in (self.fog, self.by_hand, self.seed_label, self.seed):
            row.addWidget(widget)
        row.addStretch(1)
        self.opened.setStyleSheet(f"color: {current_colours().muted}")
        return row

    def _foot(self, localize: Localizer) -> QHBoxLayout:
        """The buttons."""
        self.play, self.umpire, cancel = KeyButton(), QPushButton(), QPushButton()
        row = QHBoxLayout()
        row.setContentsMargins(Space.SMALL, 0, Space.SMALL, Space.SMALL)
        self.play.setDefault(True)
        self.play.show_keys(localize("key-enter"))
        self.umpire.setText(localize("begin-umpire"))
        self.umpire.setToolTip(localize("begin-umpire-hint"))
        cancel.setText(localize("cancel"))
        self.play.clicked.connect(self.accept)
        self.umpire.clicked.connect(self._umpire)
        cancel.clicked.connect(self.reject)
        for button in (self.umpire, cancel):
            button.setAutoDefault(False)
        row.addWidget(self.umpire)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.play)
        return row

    def _describe(self) -> None:
        """Describe the sides that may be described, and say what is open."""
        is_foggy = self.fog.isChecked()
        persons = [side for side, box in self.seats.items() if box.seat.is_here]
        own = persons[0] if len(persons) == 1 else ""
        for side, card in self.cards.items():
            card.show_brief(is_known=not is_foggy or side == own, is_own=side == own)
        known = self.cards[own].brief.briefing if own else ""
        self.briefing.setText(known)
        self.briefing.setVisible(bool(known))
        things = hidden_things_text(self._game, self._localize.language)
        key = "begin-hides" if is_foggy else "begin-opens"
        self.opened.setText(self._localize(key, things=things))

    def _follow_choice(self) -> None:
        """Offer what can be chosen: of a game that goes on, who plays it."""
        kept = self.games.game
        is_new = kept is None
        self.play.setText(self._localize("begin-play" if is_new else "begin-go-on"))
        for widget in (self.seed_label, self.seed, self.by_hand, self.fog, self.opened):
            widget.setVisible(is_new)  # a kept game has its own
        if kept is None:
            self._show_seats(self._usual.seats, self._usual.tempers)
        else:
            self._show_seats(
                {side: Seat.named(name) for side, name in kept.seats.items()},
                {side: temperament_in_name(name) for side, name in kept.seats.items()},
            )
        self._describe()

    def done(self, result: int) -> None:
        """Carry out the changes of saved games; on Cancel nothing is deleted.

        If a game cannot be deleted the dialog stays and shows the reason.
        """
        self.games.write_note()
        if result == QDialog.DialogCode.Accepted and not self.games.remove_marked():
            return
        super().done(result)

    def _umpire(self) -> None:
        self._is_umpired = True
        self.accept()

    def setup(self) -> GameSetup:
        """Return the set-up in the fields."""
        kept = self.games.game
        return GameSetup(
            {side: box.seat for side, box in self.seats.items()},
            self.seed.value(),
            self.by_hand.isChecked(),
            FogOfWar.PER_SIDE if self.fog.isChecked() else FogOfWar.OPEN,
            kept is not None and not self._is_umpired,
            self._is_umpired,
            self._game,
            kept.file if kept is not None else None,
            self._seating,
            {side: box.temperament for side, box in self.tempers.items()},
        )

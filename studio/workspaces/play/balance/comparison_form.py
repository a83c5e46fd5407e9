"""The form of a series' comparison: none, other players, or scenario variants."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from engine.ai import player_registry
from engine.ai.temperaments import names_of_tempers
from engine.balance.variants import suggest_variants
from engine.narration.scenario_names import ScenarioNames
from engine.play.ai_support import DEFAULT
from engine.problems import InvalidFileError
from engine.scenario.scenario import Scenario
from engine.texts import text

ALONE, STRENGTHS, WHAT_IF = COMPARED = ("alone", "strengths", "what-if")
DEFAULT_STRENGTHS = ("novice", "regular", "veteran")
BETWEEN = ";"  # wishes in a line


class ComparisonForm(QWidget):
    """Asks what to compare with; below that, the players or a line for the changes."""

    def __init__(self) -> None:
        super().__init__()
        self.what, self.more = QComboBox(), QStackedWidget()
        for each in COMPARED:
            self.what.addItem("", each)
        self.players, self.listed = QPushButton(), QMenu(self)
        self.players.setMenu(self.listed)
        self.wishes, self.add = QLineEdit(), QPushButton()
        self.wishes.setClearButtonEnabled(True)
        self.offers = QMenu(self)
        self.add.setMenu(self.offers)
        for button in (self.players, self.add):
            button.setAutoDefault(False)
        self._language, self._offered = "", player_registry.player_names()
        self._lay_out()
        self.choose_players(DEFAULT_STRENGTHS)
        self.what.currentIndexChanged.connect(self.more.setCurrentIndex)

    def _lay_out(self) -> None:
        changes = QWidget()
        row = QHBoxLayout(changes)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.wishes, 1)
        row.addWidget(self.add)
        for page in (QWidget(), self.players, changes):
            self.more.addWidget(page)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.what)
        outer.addWidget(self.more, 1)
        self.more.setFixedHeight(self.players.sizeHint().height())

    # --- what was chosen --------------------------------------------------------------------------

    @property
    def compared(self) -> str:
        """One of COMPARED."""
        return str(self.what.currentData())

    def choose(self, compared: str) -> None:
        """Compare with something else."""
        self.what.setCurrentIndex(max(self.what.findData(compared), 0))

    @property
    def strengths(self) -> tuple[str, ...]:
        """The players to be compared; none unless players are compared."""
        return self.chosen_players if self.compared == STRENGTHS else ()

    @property
    def chosen_players(self) -> tuple[str, ...]:
        """The players that are ticked."""
        return tuple(each.data() for each in self.listed.actions() if each.isChecked())

    def choose_players(self, names: Sequence[str]) -> None:
        """Tick players."""
        self.listed.clear()
        for name in self._offered:
            entry = self.listed.addAction(name)
            entry.setData(name)
            entry.setCheckable(True)
            entry.setChecked(name in names)
            entry.toggled.connect(self._say_players)
        self._say_players()

    @property
    def changes(self) -> tuple[str, ...]:
        """The changes to be tried; none unless variants are compared."""
        if self.compared != WHAT_IF:
            return ()
        return tuple(filter(None, (each.strip() for each in self.wishes.text().split(BETWEEN))))

    # --- words ------------------------------------------------------------------------------------

    def show_scenario(self, scenario: Scenario, language: str) -> None:
        """Offer the changes a scenario has room for, in a language."""
        names, self._language = ScenarioNames(scenario, language), language
        if (offered := _players(scenario.game)) != self._offered:
            self._offered = offered
            self.choose_players(self.chosen_players)
        for place, each in enumerate(COMPARED):
            self.what.setItemText(place, self._words(each))
        self.what.setToolTip(self._words("compare-hint"))
        self.what.setAccessibleName(self._words("compare-hint"))
        for entry in self.listed.actions():
            entry.setText(names.player(entry.data()))
        self.players.setToolTip(self._words("strengths-hint"))
        self._say_players()
        self.wishes.setToolTip(self._words("what-if-hint"))
        self.wishes.setAccessibleName(self._words("what-if-hint"))
        self.add.setText(self._words("add-change"))
        self.add.setToolTip(self._words("add-change-hint"))
        self.offers.clear()
        usual = list(suggest_variants(scenario, language))
        self.wishes.setPlaceholderText(usual[0].typed if usual else "")
        for wish in usual:
            entry = self.offers.addAction(f"{wish.words}: {wish.typed}")
            entry.triggered.connect(lambda _=False, typed=wish.typed: self._add(typed))

    def _add(self, typed: str) -> None:
        """Add one more change at the end of the line, to be edited there."""
        before = self.wishes.text().strip().rstrip(BETWEEN)
        self.wishes.setText(f"{before}{BETWEEN} {typed}" if before else typed)
        self.wishes.setFocus()
        self.wishes.setSelection(len(self.wishes.text()) - len(typed), len(typed))

    def _say_players(self) -> None:
        chosen = [each.text() for each in self.listed.actions() if each.isChecked()]
        comma = text("balance.comma", self._language or None)
        self.players.setText(comma.join(chosen) or self._words("no-strength"))

    def _words(self, key: str) -> str:
        return text(f"balance.window-{key}", self._language or None)


def _players(game: str) -> tuple[str, ...]:
    """All that can be compared: players, and those that think with each temper of a game."""
    try:
        tempers = names_of_tempers(game)
    except InvalidFileError:  # the user's own are faulty: told beside the players of the sides
        tempers = ()
    apart = (temper for temper in tempers if temper != DEFAULT)
    return (
        *player_registry.player_names(),
        *(f"{level}:{t}" for t in apart for level in player_registry.LEVELS),
    )

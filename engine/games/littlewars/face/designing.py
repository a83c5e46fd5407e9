"""What a designer may change of Little Wars, as tables and choices for a form."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from engine.games import printed_tables, typed
from engine.games.design import (
    DesignSheet,
    RuleChoice,
    Rules,
    TrialField,
    TrialValues,
    choice_as_told,
)
from engine.games.forms import GameForm
from engine.games.littlewars.data.book import Book, book, choices
from engine.games.littlewars.data.kinds import UnitType
from engine.games.littlewars.face.limits import checked
from engine.games.rulebook import InvalidRules
from engine.games.typed import Typed
from engine.play.outlook import Cell, Chance
from engine.tabletop.footprints import FOOTPRINTS

FORM = GameForm(Path(__file__).with_name("designing.yaml"))
Reader = Callable[[Rules], Book]
UNITS = Typed("units", UnitType, attrgetter("units"), FORM, {"footprint": tuple(FOOTPRINTS)})


class LittleWarsDesign:
    """Choices, kinds of figure, printed tables; of Little Wars, or of a book that adds to it."""

    def __init__(self, read: Reader = book, folder: Path | None = None) -> None:
        self._read, self._folder = lru_cache(maxsize=16)(partial(_by_spelling, read)), folder

    def _book(self, rules: Rules) -> Book:
        return self._read(json.dumps(rules, sort_keys=True, ensure_ascii=False))

    def _checked(self, rules: dict[str, Any]) -> dict[str, Any]:
        """The rules, if the game knows all they say; else RuleFault."""
        checked(self._book, rules)
        return rules

    def choices(self) -> tuple[RuleChoice, ...]:
        """What rules.yaml lists, in its order."""
        listed = choices(self._folder) if self._folder else choices()
        told = FORM.words["choices"]
        return tuple(choice_as_told(name, entry, told[name]) for name, entry in listed.items())

    def sheets(self, rules: Rules) -> tuple[DesignSheet, ...]:
        """Kinds and printed tables; of rules nobody knows, the rulebook's own."""
        try:
            now = self._book(rules)
        except InvalidRules:
            now = self._book({})
        usual = self._book({})
        printed = (
            printed_tables.sheet(FORM, name, now.tables, usual.tables) for name in now.tables
        )
        return (typed.sheet(UNITS, now, usual), *printed)

    def idle_tables(self, rules: Rules) -> frozenset[str]:
        """No table stands idle: every choice uses all of them."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: Cell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word, now, usual = word.strip(), self._book(rules), self._book({})
        if cell.table == UNITS.id:
            return self._checked(typed.with_field(UNITS, rules, now, usual, cell, word))
        return self._checked(printed_tables.with_cell(rules, now.tables, usual.tables, cell, word))

    def as_printed(self, rules: Rules, sheet: str, cell: Cell | None = None) -> dict[str, Any]:
        """A cell or a sheet back to the rulebook; kinds of the scenario's own stay."""
        if cell is not None:
            usual = next(each for each in self.sheets({}) if each.id == sheet).cells
            return self.with_cell(rules, cell, usual[cell]) if cell in usual else dict(rules)
        if sheet == UNITS.id:
            return self._checked(typed.as_printed(UNITS, rules, self._book({})))
        return self._checked(printed_tables.as_printed(rules, sheet))

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A kind of the scenario's own, like another."""
        return self._checked(typed.with_row(UNITS, rules, self._book(rules), row, like))

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """A kind of the scenario's own, taken out again."""
        return self._checked(typed.without_row(UNITS, rules, row))

    # --- trials: shots over a table have no hexes -------------------------------------------------

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """Nothing is tried without a table."""
        return ()

    def odds(self, rules: Rules, trial: TrialValues) -> tuple[Chance, ...]:
        """There are no trials over hexes."""
        return ()


def _by_spelling(read: Reader, spelled: str) -> Book:
    return read(json.loads(spelled))

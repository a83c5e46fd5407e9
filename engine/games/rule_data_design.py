"""The design of a game whose data are typed sheets, ground and printed tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.games import rule_data_tables
from engine.games.rule_data_tables import DesignTexts, UnitTypeTable
from engine.games.rule_tables import RuleTable
from engine.games.rules_design import RuleChoice, RuleDataTable, Rules, parse_choice
from engine.games.scenario_rules import InvalidRules
from engine.play.forecast_blocks import PrintedTableCell

GROUND = "terrain"


class PrintedRulebook(Protocol):
    """A rulebook with tables as they are printed."""

    @property
    def tables(self) -> Mapping[str, RuleTable]:
        """Them by their names."""
        ...


B = TypeVar("B", bound=PrintedRulebook)
R = TypeVar("R")


class GroundTable(NamedTuple):
    """The ground of a game as a sheet of two books, now and usual, with editable cells."""

    sheet: Callable[[Any, Any], RuleDataTable]
    with_cell: Callable[[Rules, Any, PrintedTableCell, str], dict[str, Any]]


def parse_choices(listed: Mapping[str, Any], words: Mapping[str, Any]) -> tuple[RuleChoice, ...]:
    """Return the choices that rules.yaml lists, in its order."""
    told = words["choices"]
    return tuple(parse_choice(name, entry, told[name]) for name, entry in listed.items())


def rulebook_or_printed(read: Callable[[Rules], R], rules: Rules) -> R:
    """Return the rulebook under some rules; under unknown ones the rulebook as it is printed."""
    try:
        return read(rules)
    except InvalidRules:
        return read({})


class PrintedDesign(ABC):
    """The part of a `RulesDesign` that all games with printed sheets have alike."""

    @abstractmethod
    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """Return the sheets; of unknown rules, the rulebook's own."""

    @abstractmethod
    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Return rules with another word in a cell, checked by the game."""

    @abstractmethod
    def with_printed_sheet(self, rules: Rules, sheet: str) -> dict[str, Any]:
        """Return rules with a sheet as it is printed; types of the scenario's own stay."""

    def reset_to_printed(
        self, rules: Rules, sheet: str, cell: PrintedTableCell | None = None
    ) -> dict[str, Any]:
        """Return rules with a cell or a sheet as it is printed."""
        if cell is None:
            return self.with_printed_sheet(rules, sheet)
        usual = next(each for each in self.data_tables({}) if each.id == sheet).cells
        return self.with_cell(rules, cell, usual[cell]) if cell in usual else dict(rules)


class RuleDataDesign(PrintedDesign, Generic[B]):
    """The part of a `RulesDesign` that such games have alike; their trials are their own."""

    form: DesignTexts
    kinds: Mapping[str, UnitTypeTable]
    """Kinds with a table of types, by its name."""
    ground: GroundTable | None = None

    def __init__(self, read: Callable[[Rules], B], listed: Callable[[], Mapping[str, Any]]) -> None:
        """`read` makes the rulebook under some rules; `listed` are the choices of rules.yaml."""
        self._read, self._listed = read, listed

    @abstractmethod
    def check(self, rules: Rules) -> None:
        """RuleError for rules that the game does not allow."""

    def rulebook_under(self, rules: Rules) -> B:
        """The rulebook under some rules; InvalidRules for what is not known."""
        return self._read(rules)

    def _checked(self, rules: dict[str, Any]) -> dict[str, Any]:
        self.check(rules)
        return rules

    def choices(self) -> tuple[RuleChoice, ...]:
        """Return the choices of rules.yaml, in its order."""
        return parse_choices(self._listed(), self.form.words)

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """Types, ground, printed tables; of unknown rules, the rulebook's own."""
        usual = self.rulebook_under({})
        now = rulebook_or_printed(self.rulebook_under, rules)
        kinds = (rule_data_tables.unit_type_table(of, now, usual) for of in self.kinds.values())
        ground = () if self.ground is None else (self.ground.sheet(now, usual),)
        printed = (
            rule_data_tables.printed_table(self.form, name, now.tables, usual.tables)
            for name in now.tables
        )
        return (*kinds, *ground, *printed)

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        """None: every choice uses all of them."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Another word in a cell, checked by the game."""
        word, now, usual = word.strip(), self.rulebook_under(rules), self.rulebook_under({})
        if cell.table in self.kinds:
            changed = rule_data_tables.with_typed_type_field(
                self.kinds[cell.table], rules, now, usual, cell, word
            )
        elif self.ground is not None and cell.table == GROUND:
            changed = self.ground.with_cell(rules, usual, cell, word)
        else:
            changed = rule_data_tables.with_table_cell(rules, now.tables, usual.tables, cell, word)
        return self._checked(changed)

    def with_printed_sheet(self, rules: Rules, sheet: str) -> dict[str, Any]:
        """Return rules with a sheet as it is printed; types of the scenario's own stay."""
        if sheet in self.kinds:
            return self._checked(
                rule_data_tables.without_type_changes(
                    self.kinds[sheet], rules, self.rulebook_under({})
                )
            )
        if self.ground is None or sheet != GROUND:
            return self._checked(rule_data_tables.without_table_changes(rules, sheet))
        changed = deepcopy(dict(rules))
        changed.pop(GROUND, None)
        return self._checked(changed)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A type of the scenario's own, like another."""
        return self._checked(
            rule_data_tables.with_row(
                self.kinds[sheet], rules, self.rulebook_under(rules), row, like
            )
        )

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """It taken out; RuleError while something needs it."""
        return self._checked(rule_data_tables.without_row(self.kinds[sheet], rules, row))

"""The parts of a game's rules and data that a designer may change, for any form.

Each game describes them in its own `design.py`; the studio's forms know no game. Every change
returns new `rules:` of a scenario and leaves the old ones unchanged; RuleError names values that
the game does not allow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from engine.texts import LocalText

if TYPE_CHECKING:
    from engine.play.forecast_blocks import PrintedTableCell, ResultChance

Rules = Mapping[str, Any]
"""The `rules:` of a scenario: what it changes of the rulebook."""


class GameWord(NamedTuple):
    """A word of the game as files write it, and as it is said."""

    id: str
    said: LocalText


class ChoiceKind(StrEnum):
    """The kinds of value of a rule choice."""

    ONE_OF = "one-of"
    TRUTH = "truth"
    NUMBER = "number"
    NUMBER_BY_SIDE = "number-by-side"  # one for both sides, or one for each


@dataclass(frozen=True)
class RuleChoice:
    """A choice that the rulebook leaves to the scenario, with its description."""

    id: str
    name: LocalText
    meaning: LocalText
    rule: str
    kind: ChoiceKind
    usual: Any
    words: tuple[GameWord, ...] = ()  # to choose from
    least: int = 0


@dataclass(frozen=True)
class DataColumn:
    """A column of a sheet; `words` are what its cells may be, none where they are typed."""

    id: str
    name: LocalText
    words: tuple[GameWord, ...] = ()
    is_symbol: bool = False  # the words name pictures of counters
    is_coded: bool = False  # the words are printed as they are, and explained beside the table
    nothing: str = ""  # what its cells say of what has none of it: that is not listed
    parts: tuple[GameWord, ...] = ()  # what each of several words in a cell means


@dataclass(frozen=True)
class DataRow:
    """A row of a sheet; `is_own` where the rulebook has none like it."""

    id: str
    name: LocalText
    is_own: bool = False


@dataclass(frozen=True)
class RuleDataTable:
    """Data of the game as a table; a cell that is not in `cells` means nothing there.

    `usual` are the rulebook's own; rows of the scenario have none.
    """

    id: str
    label: LocalText
    title: LocalText
    corner: LocalText
    over: LocalText
    columns: tuple[DataColumn, ...]
    rows: tuple[DataRow, ...]
    cells: Mapping[PrintedTableCell, str] = field(hash=False)
    usual: Mapping[PrintedTableCell, str] = field(hash=False)
    grows: bool = False  # rows can be added, copied and taken out
    hint: LocalText = ""

    @property
    def changed(self) -> tuple[PrintedTableCell, ...]:
        """The cells that differ from the rulebook's."""
        return tuple(c for c, word in self.cells.items() if self.usual.get(c, word) != word)

    @property
    def is_changed(self) -> bool:
        """Return True if any row or cell differs from the printed table."""
        return bool(self.changed) or any(row.is_own for row in self.rows)


def parse_choice(id_: str, entry: Mapping[str, Any], told: Mapping[str, Any]) -> RuleChoice:
    """A choice as a game's data has it: `entry` from its rules.yaml, in the words of `told`."""
    kind = entry["alternatives"]
    words: tuple[GameWord, ...] = ()
    if isinstance(kind, list):
        words = tuple(GameWord(word, told["words"][word]) for word in kind)
    return RuleChoice(
        id_, told["name"], told["meaning"], entry["rule"],
        ChoiceKind.ONE_OF if words else _KINDS[kind], entry["value"], words, entry.get("least", 0),
    )  # fmt: skip


_KINDS = {
    "boolean": ChoiceKind.TRUTH,
    "number": ChoiceKind.NUMBER,
    "number-by-side": ChoiceKind.NUMBER_BY_SIDE,
}


TrialValues = Mapping[str, Any]
"""Values of a trial of rules, by the fields' ids: a word's id, or a whole number."""


@dataclass(frozen=True)
class TrialField:
    """One thing to fill in: one of some words, or a number between `least` and `most`."""

    id: str
    name: LocalText
    words: tuple[GameWord, ...] = ()
    least: int = 0
    most: int = 0
    usual: int = 0


class RulesDesign(Protocol):
    """The parts of one game that can be changed."""

    def choices(self) -> tuple[RuleChoice, ...]:
        """The choices of the rulebook, in its order."""
        ...

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """The game's data as tables, with what the rules of a scenario change: unit types first."""
        ...

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        """The printed tables that do not count under these rules: a choice names another."""
        ...

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Another word in a cell; the rulebook's own is not a change."""
        ...

    def reset_to_printed(
        self, rules: Rules, sheet: str, cell: PrintedTableCell | None = None
    ) -> dict[str, Any]:
        """A cell, or a whole sheet, back to the rulebook."""
        ...

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """A row of the scenario's own in a sheet that grows, like another."""
        ...

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """A row of the scenario's own taken out."""
        ...

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """Return the fields for trying out the rules; none if that needs a map."""
        ...

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """The exact chances of a trial's results, from nothing to the worst."""
        ...


class FixedRulesDesign:
    """The `RulesDesign` of a game of which a designer may change nothing."""

    def choices(self) -> tuple[RuleChoice, ...]:
        """Return no choices."""
        return ()

    def data_tables(self, rules: Rules) -> tuple[RuleDataTable, ...]:
        """Return no tables."""
        return ()

    def unused_tables(self, rules: Rules) -> frozenset[str]:
        """Return no tables."""
        return frozenset()

    def with_cell(self, rules: Rules, cell: PrintedTableCell, word: str) -> dict[str, Any]:
        """Return the rules as they are."""
        return dict(rules)

    def reset_to_printed(
        self, rules: Rules, sheet: str, cell: PrintedTableCell | None = None
    ) -> dict[str, Any]:
        """Return the rules as they are."""
        return dict(rules)

    def with_row(self, rules: Rules, sheet: str, row: str, like: str) -> dict[str, Any]:
        """Return the rules as they are."""
        return dict(rules)

    def without_row(self, rules: Rules, sheet: str, row: str) -> dict[str, Any]:
        """Return the rules as they are."""
        return dict(rules)

    def trial_fields(self, rules: Rules) -> tuple[TrialField, ...]:
        """Return nothing to fill in."""
        return ()

    def trial_odds(self, rules: Rules, trial: TrialValues) -> tuple[ResultChance, ...]:
        """Return no chances."""
        return ()

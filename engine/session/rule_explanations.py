"""Explanations of figures: the rules behind them, and the printed cells.

The sentences are those of the rules as implemented; they lie in the texts of each game under
`rule-NUMBER`, in `engine/texts/LANGUAGE/GAME-rules.yaml`. Where a scenario chooses otherwise than
printed, `rule-NUMBER-CHOICE-VALUE` is said instead, or `rule-NUMBER-CHOICE` for any other value,
both with dashes for underscores. Choices that are numbers are filled in: `{stacking}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.games import handbook_of, rule_system_of
from engine.games.game_texts import dash_name
from engine.games.rules_design import RuleChoice
from engine.narration.scenario_names import game_word
from engine.play.forecast_blocks import PrintedTableCell, RuleSubject
from engine.scenario.scenario import Scenario
from engine.texts import has_text, localised, names_with_branches, text

CITED = re.compile(r"[(（]([^()（）]*[A-Z]+\d[^()（）]*)[)）]")
NUMBER = re.compile(r"\b[A-Z]{1,2}\d+(?:\.\d+)*\b")


class ExplanationRequest(NamedTuple):
    """A request to explain a figure as it is displayed, with its sources.

    `subject` is its subject if no rule is named, `purpose` the purpose of a roll. `by_chance`: it
    was computed exactly, over all results of the dice.
    """

    what: str
    rules: tuple[str, ...] = ()
    cells: tuple[PrintedTableCell, ...] = ()
    subject: RuleSubject | None = None
    by_chance: bool = False
    purpose: str = ""


class RuleText(NamedTuple):
    """A rule by its number, and what it says."""

    number: str
    sentence: str


class TableCellText(NamedTuple):
    """A cell of a printed table, and where it is in words."""

    cell: PrintedTableCell
    words: str


class Explanation(NamedTuple):
    """The answer to an inquiry."""

    what: str
    rules: tuple[RuleText, ...]
    cells: tuple[TableCellText, ...]
    remark: str = ""

    def lines(self) -> Iterator[str]:
        """The same line by line, for who reads text."""
        yield self.what
        yield from (f"{rule.number}: {rule.sentence}" for rule in self.rules)
        yield from (cell.words for cell in self.cells)
        if self.remark:
            yield self.remark


def explain_figure(
    scenario: Scenario, asked: ExplanationRequest, language: str | None = None
) -> Explanation:
    """Explain a figure: by the rules named, else those its words cite, or its subject's.

    An explanation without any rule has a remark.
    """
    game, chosen = scenario.game, scenario.rules
    rolled = rule_system_of(game).rolls.get(asked.purpose, ())
    rules = rule_texts(game, (*asked.rules, *rolled, *cited_in(asked.what)), language, chosen)
    if not rules and asked.subject is not None:
        numbers = rule_system_of(game).paragraphs.get(asked.subject, ())
        rules = rule_texts(game, numbers, language, chosen)
    cells = tuple(_cells(scenario, asked.cells, language))
    remark = text("forecast.why-exact", language) if asked.by_chance else ""
    if asked.purpose and has_text(f"forecast.why-roll-{asked.purpose}"):
        remark = text(f"forecast.why-roll-{asked.purpose}", language)
    if not (rules or cells or remark):
        remark = text("forecast.why-not-known", language)
    return Explanation(asked.what, rules, cells, remark)


def cited_in(words: str) -> tuple[str, ...]:
    """The numbers of rules that a sentence cites in brackets."""
    found = (NUMBER.findall(brackets) for brackets in CITED.findall(words))
    return tuple(dict.fromkeys(number for each in found for number in each))


def rule_texts(
    game: str,
    numbers: Iterable[str],
    language: str | None = None,
    rules: Mapping[str, Any] | None = None,
) -> tuple[RuleText, ...]:
    """Return rules in sentences, each once, as they read under the `rules:` of a scenario.

    Of a part that has no sentence the whole rule's is said.
    """
    choices = rule_system_of(game).design().choices()
    chosen = {choice.id: (rules or {}).get(choice.id, choice.usual) for choice in choices}
    found: dict[str, str] = {}
    for number in numbers:
        known = next((each for each in _with_wholes(number) if has_rule(game, each)), "")
        if known and known not in found:
            key = _rule_key(game, *_variants(known, choices, chosen))
            found[known] = text(key, language, **chosen)
    return tuple(RuleText(number, sentence) for number, sentence in found.items())


def has_rule(game: str, number: str) -> bool:
    """Return True if a rule has a sentence."""
    return bool(_rule_key(game, number))


def _rule_key(game: str, *words: str) -> str:
    """Return the key of the first of some sentences that is there; nothing where none is."""
    files = (*names_with_branches(game), *names_with_branches(game.partition("-")[0]))
    keys = (f"{file}.rule-{word}" for word in words for file in files)
    return next((key for key in keys if has_text(key)), "")


def _variants(
    number: str, choices: Iterable[RuleChoice], chosen: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the names a rule's sentence may have under what is chosen, the printed one last."""
    for choice in choices:
        if chosen[choice.id] != choice.usual:
            yield f"{number}-{dash_name(choice.id)}-{dash_name(str(chosen[choice.id]))}"
            yield f"{number}-{dash_name(choice.id)}"
    yield number


def _with_wholes(number: str) -> Iterator[str]:
    """A rule, and those of which it is a part: V14.2.1, V14.2, V14."""
    yield number
    while "." in number:
        number = number.rpartition(".")[0]
        yield number


def _cells(
    scenario: Scenario, cells: Iterable[PrintedTableCell], language: str | None
) -> Iterator[TableCellText]:
    tables = handbook_of(scenario).tables()
    for cell in dict.fromkeys(cells):
        table = tables.get(cell.table)
        if table is None:
            continue
        name = game_word(scenario.game, "table", cell.table, language)
        rows, columns = list(map(str, table["rows"])), list(map(str, table["columns"]))
        printed = ""
        if cell.row in rows and cell.column in columns:
            printed = str(table["cells"][rows.index(cell.row)][columns.index(cell.column)])
        named = {"table": name, "title": localised(table.get("title", ""), language)}
        said = text("forecast.why-cell", language, row=cell.row, column=cell.column,
                    printed=printed, **named)  # fmt: skip
        yield TableCellText(cell, said)

"""A rulebook in one language: chapters filled in with a game's numbers, or with a scenario's.

Whatever a scenario changes is marked: a rule whose choice it makes otherwise, a table of which it
changes a cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.games import rule_system_of
from engine.games.rule_tables import RuleTable
from engine.games.rules_design import ChoiceKind, RuleChoice, RuleDataTable, Rules
from engine.languages import LANGUAGES
from engine.play.forecast_blocks import PrintedTableCell
from engine.problems import SandtableError
from engine.rulebook.rulebook_reader import load_rulebook_source
from engine.rulebook.rulebook_source import (
    AnyFigure,
    ChapterOutline,
    ChapterWords,
    EntryWords,
    ItemKind,
    OutlineItem,
    RulebookSource,
)
from engine.session.rule_explanations import has_rule, rule_texts
from engine.texts import fill_in, localised, names_with_branches, text, texts_with_prefix

FIELD = re.compile(r"\{([^{}:]+)")
NO_WORDS = ChapterWords("")


class UnknownRulebookFieldError(SandtableError):
    """A text of a rulebook names a number that its game does not have."""


@dataclass(frozen=True)
class ChoiceNote:
    """A choice of a rule in words: what it decides, what is usual, and what counts instead.

    `value` is what a scenario chose, empty where it is the usual.
    """

    id: str
    name: str
    meaning: str
    usual: str
    others: tuple[str, ...]
    rule: str
    value: str = ""


@dataclass(frozen=True)
class RulebookItem:
    """One thing of a chapter in words: `name` is a rule's number, or a figure's or table's name.

    `note` says how a scenario changes it.
    """

    kind: ItemKind
    name: str
    title: str = ""
    text: str = ""
    choices: tuple[ChoiceNote, ...] = ()
    note: str = ""
    figure: AnyFigure | None = None

    @property
    def is_changed(self) -> bool:
        """Return True if the scenario has it otherwise than the rulebook."""
        return bool(self.note)


@dataclass(frozen=True)
class RulebookChapter:
    """A chapter in words; `number` counts from 1."""

    id: str
    number: int
    title: str
    items: tuple[RulebookItem, ...]


@dataclass(frozen=True)
class Rulebook:
    """A game's rulebook in one language, as it stands in the game or in one of its scenarios."""

    game: str
    language: str
    title: str
    chapters: tuple[RulebookChapter, ...]
    summary: tuple[RulebookItem, ...]
    choices: tuple[ChoiceNote, ...]

    @cached_property
    def entries(self) -> Mapping[str, tuple[RulebookChapter, RulebookItem]]:
        """The numbered rules, each with its chapter."""
        return {
            item.name: (chapter, item)
            for chapter in self.chapters
            for item in chapter.items
            if item.kind is ItemKind.RULE
        }

    def nearest_entry(self, number: str) -> str:
        """Return a rule that has an entry: this one, or of which it is a part; else nothing."""
        while number and number not in self.entries:
            number = number.rpartition(".")[0]
        return number


def build_rulebook(game: str, language: str, rules: Rules | None = None) -> Rulebook:
    """Return a game's rulebook in a language; `rules` are those of a scenario that changes it."""
    return _Composer(game, language, rules or {}).build()


def rulebook_source_of(game: str) -> RulebookSource:
    """Return the rulebook of a game as written, or one of its rule sentences if it has none."""
    folder = rule_system_of(game).rulebook
    return load_rulebook_source(folder) if folder else _sentences_alone(game)


def _sentences_alone(game: str) -> RulebookSource:
    """Return a rulebook of the sentences that explain figures, with the choices behind them."""
    files = {*names_with_branches(game), *names_with_branches(game.partition("-")[0])}
    keys = (key for name in sorted(files) for key in texts_with_prefix(name, "rule-"))
    numbers = {key.partition("-")[0] for key in keys if key[:1].isupper() or key[:1].isdigit()}
    items = [OutlineItem(ItemKind.RULE, number) for number in sorted(numbers, key=rule_order)]
    items.append(OutlineItem(ItemKind.LIST, "choices"))
    return RulebookSource((ChapterOutline("rules", tuple(items)),))


def rule_order(number: str) -> list[tuple[int, str]]:
    """Return the key by which numbers of rules are in order: V4.2 before V4.10."""
    parts = re.findall(r"\d+|\D+", number)
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]


class _Composer:
    """Builds the rulebook of one game in one language."""

    def __init__(self, game: str, language: str, rules: Rules) -> None:
        self.game, self.language, self.rules = game, language, rules
        self.system, self.source = rule_system_of(game), rulebook_source_of(game)
        self.choices = self.system.design().choices()
        self.sheets = {each.id: each for each in self.system.design().data_tables(rules)}
        self.chosen = {each.id: rules.get(each.id, each.usual) for each in self.choices}

    def build(self) -> Rulebook:
        """Return the whole book."""
        chapters = tuple(
            RulebookChapter(each.id, number, self._title(each), tuple(self._items(each)))
            for number, each in enumerate(self.source.outlines, 1)
        )
        entries = {(item.kind, item.name): item for chapter in chapters for item in chapter.items}
        summary = tuple(
            entries.get((item.kind, item.name)) or self._item(item, "summary")
            for item in self.source.summary
        )
        title = localised(self.system.title, self.language)
        notes = tuple(map(self._choice_note, self.choices))
        return Rulebook(self.game, self.language, title, chapters, summary, notes)

    def _title(self, outline: ChapterOutline) -> str:
        words = next(self.source.words_in(self.language, outline.id), NO_WORDS)
        return words.title or text("rulebook.rules", self.language)

    def _items(self, outline: ChapterOutline) -> Iterator[RulebookItem]:
        return (self._item(item, outline.id) for item in outline.items)

    def _item(self, item: OutlineItem, chapter: str) -> RulebookItem:
        match item.kind:
            case ItemKind.RULE:
                return self._rule(item.name, chapter)
            case ItemKind.EXAMPLE:
                words = self._entry("examples", item.name, chapter)
                return RulebookItem(item.kind, item.name, words.title, self._filled(words.text))
            case ItemKind.FIGURE:
                caption = self._filled(self._plain("figures", item.name, chapter))
                figure = self.source.figures.get(item.name)
                return RulebookItem(item.kind, item.name, text=caption, figure=figure)
            case ItemKind.TABLE:
                return RulebookItem(item.kind, item.name, note=self._table_note(item.name))
            case ItemKind.LIST:
                return RulebookItem(item.kind, item.name)
        return RulebookItem(
            item.kind, item.name, text=self._filled(self._plain("texts", item.name, chapter))
        )

    # --- rules --------------------------------------------------------------------------------

    def _rule(self, number: str, chapter: str) -> RulebookItem:
        words = self._rule_words(number, chapter)
        notes = tuple(self._choice_note(each) for each in self.choices if each.rule == number)
        said = self._filled(words.text)
        note = self._rule_note(number, notes)
        return RulebookItem(ItemKind.RULE, number, words.title, said, notes, note)

    def _rule_words(self, number: str, chapter: str) -> EntryWords:
        """Return the words of a rule: in another language only if it has no sentence in this."""
        near = (self.language, *LANGUAGES[self.language].fall_back[:-1])
        own = self._entry("rules", number, chapter)
        is_translated = any(
            number in self.source.words.get(each, {}).get(chapter, NO_WORDS).rules for each in near
        )
        sentence = "" if is_translated else self._sentence(number, self.rules)
        return EntryWords("", sentence) if sentence else own

    def _sentence(self, number: str, rules: Rules) -> str:
        """Return the short sentence that explains figures by a rule; empty if it has none."""
        if not has_rule(self.game, number):
            return ""
        return rule_texts(self.game, [number], self.language, rules)[0].sentence

    def _rule_note(self, number: str, notes: tuple[ChoiceNote, ...]) -> str:
        changed = [note for note in notes if note.value]
        if not changed:
            return ""
        said = [
            text("rulebook.changed-choice", self.language, name=note.name, value=note.value,
                 usual=note.usual)
            for note in changed
        ]  # fmt: skip
        if (other := self._sentence(number, self.rules)) != self._sentence(number, {}):
            said.append(other)
        return " ".join(said)

    def _choice_note(self, choice: RuleChoice) -> ChoiceNote:
        here = self.chosen[choice.id]
        said = [self._value(choice, word.id) for word in choice.words]
        if choice.kind is ChoiceKind.TRUTH:
            said = [self._value(choice, value) for value in (False, True)]
        usual = self._value(choice, choice.usual)
        return ChoiceNote(
            choice.id,
            localised(choice.name, self.language),
            localised(choice.meaning, self.language),
            usual,
            tuple(each for each in said if each != usual),
            choice.rule,
            "" if here == choice.usual else self._value(choice, here),
        )

    def _value(self, choice: RuleChoice, value: Any) -> str:
        """Return the value of a choice in words."""
        if isinstance(value, Mapping):
            return text("scenario.told-apart", self.language)
        if choice.kind is ChoiceKind.TRUTH:
            return text("scenario.yes" if value else "scenario.no", self.language)
        known = {word.id: localised(word.said, self.language) for word in choice.words}
        return known.get(str(value), str(value))

    # --- words --------------------------------------------------------------------------------

    def _entry(self, part: str, name: str, chapter: str) -> EntryWords:
        found = (getattr(words, part).get(name)
                 for words in self.source.words_in(self.language, chapter))  # fmt: skip
        return next(filter(None, found), EntryWords("", ""))

    def _plain(self, part: str, name: str, chapter: str) -> str:
        found = (getattr(words, part).get(name, "")
                 for words in self.source.words_in(self.language, chapter))  # fmt: skip
        return next(filter(None, found), "")

    def _filled(self, words: str) -> str:
        names = dict.fromkeys(FIELD.findall(words))
        if not names:
            return words
        return fill_in(words, self.language, {name: self._field(name) for name in names})

    def _field(self, name: str) -> object:
        """Return a number that a text names: a choice's, or a cell's as TABLE/ROW/COLUMN."""
        if name in self.chosen:
            value = self.chosen[name]
            return text("scenario.told-apart", self.language) if isinstance(value, dict) else value
        table, _, rest = name.partition("/")
        row, _, column = rest.partition("/")
        found = self._cell(table, row, column)
        if found is None:
            raise UnknownRulebookFieldError(
                text("rulebook.unknown-field", None, field=name, game=self.game)
            )
        return found

    def _cell(self, table: str, row: str, column: str) -> str | None:
        sheet = self.sheets.get(table)
        if sheet is None:
            return None
        own = sheet.cells.get(PrintedTableCell(table, row, column))
        return _look_up(sheet, row, column) if own is None else own

    def _table_note(self, name: str) -> str:
        sheet = self.sheets.get(name.partition("?")[0])
        if sheet is None or not sheet.is_changed:
            return ""
        return text("rulebook.changed-table", self.language)


def _look_up(sheet: RuleDataTable, row: str, column: str) -> str | None:
    """Return the cell under heads that are spans of numbers, such as 9-20."""
    rows, columns = (tuple(each.id for each in heads) for heads in (sheet.rows, sheet.columns))
    cells = tuple(
        tuple(sheet.cells.get(PrintedTableCell(sheet.id, down, right), "") for right in columns)
        for down in rows
    )
    table = RuleTable("", columns, rows, cells)
    return table.cell(_as_head(row, rows), _as_head(column, columns))


def _as_head(word: str, heads: tuple[str, ...]) -> str | int:
    return int(word) if word not in heads and word.isdigit() else word

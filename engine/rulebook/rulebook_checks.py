"""The check of a rulebook: every word, number, table and diagram that it names is there.

A diagram's lines of sight are compared with what its game judges, so that no caption is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from engine.files.source_text import ParsedSource
from engine.games import rule_system_of
from engine.games.rule_system import RuleSystem
from engine.languages import LANGUAGES
from engine.problems import Problem, nearest_word
from engine.rulebook.rulebook import FIELD, UnknownRulebookFieldError, build_rulebook
from engine.rulebook.rulebook_reader import RulebookFiles, read_rulebook
from engine.rulebook.rulebook_source import LISTS, ItemKind, RulebookFigure, RulebookSource
from engine.sight.line_trace import TraceRule

Steps = Sequence[str | int]
PARTS = {
    ItemKind.TEXT: "texts",
    ItemKind.RULE: "rules",
    ItemKind.EXAMPLE: "examples",
    ItemKind.FIGURE: "figures",
}
"""The part of a chapter's words in which each kind of thing stands."""


def check_rulebook(game: str) -> list[Problem]:
    """Return every fault of a game's rulebook; none for a game without one."""
    folder = rule_system_of(game).rulebook
    return check_rulebook_folder(game, folder) if folder else []


def check_rulebook_folder(game: str, folder: Path) -> list[Problem]:
    """Return every fault of a rulebook that lies in a folder."""
    source, files, problems = read_rulebook(folder)
    if source is None or files is None or problems:
        return problems
    check = _RulebookCheck(rule_system_of(game), source, files)
    return [*check.outline(), *check.figures(), *check.words(), *check.fields()]


class _RulebookCheck:
    """The checks of one rulebook whose files are sound by themselves."""

    def __init__(self, system: RuleSystem, source: RulebookSource, files: RulebookFiles) -> None:
        self._system, self._source, self._files = system, source, files
        self._tables = {*system.handbook({}).tables(),
                        *(each.id for each in system.design().data_tables({}))}  # fmt: skip

    def outline(self) -> Iterator[Problem]:
        """Yield names in the outline that nothing stands for, and rules listed twice."""
        known = {
            ItemKind.TABLE: self._tables,
            ItemKind.FIGURE: set(self._source.figures),
            ItemKind.LIST: set(LISTS),
        }
        seen: set[str] = set()
        for place, outline in enumerate(self._source.outlines):
            for number, item in enumerate(outline.items):
                path: Steps = ["chapters", place, "content", number]
                names = known.get(item.kind)
                if names is not None and item.name.partition("?")[0] not in names:
                    near = nearest_word(item.name, names)
                    values = {"kind": item.kind, "name": item.name, "near": near}
                    yield self._files.book.problem("rulebook-unknown-name", path, values)
                if item.kind is ItemKind.RULE and item.name in seen:
                    values = {"number": item.name}
                    yield self._files.book.problem("rulebook-rule-twice", path, values)
                seen |= {item.name} if item.kind is ItemKind.RULE else set()
        for choice in self._system.design().choices():
            if choice.rule not in seen:
                values = {"number": choice.rule, "name": choice.id}
                yield self._files.book.problem("rulebook-choice-without-rule", ["chapters"], values)

    def figures(self) -> Iterator[Problem]:
        """Yield unit types that the game lacks, and lines of sight that it judges otherwise."""
        for figure in self._source.figures.values():
            if isinstance(figure, RulebookFigure):
                yield from self._figure(figure)

    def _figure(self, figure: RulebookFigure) -> Iterator[Problem]:
        handbook = self._system.handbook({})
        path: Steps = ["figures", figure.id]
        for place, unit in enumerate(figure.units):
            if unit.type not in handbook.units():
                near = nearest_word(unit.type, handbook.units())
                values = {"kind": "unit", "name": unit.type, "near": near}
                where: Steps = [*path, "units", place, "type"]
                yield self._files.book.problem("rulebook-unknown-name", where, values)
        if not figure.lines:
            return
        sight, labels = handbook.sight(figure.map, TraceRule.CROSSED), figure.map.labels
        for place, line in enumerate(figure.lines):
            if sight.sees(line.start, line.end) != line.is_clear:
                values = {"start": labels.label(line.start), "end": labels.label(line.end)}
                at: Steps = [*path, "lines", place, "clear"]
                yield self._files.book.problem("rulebook-wrong-line", at, values)

    def words(self) -> Iterator[Problem]:
        """Yield words that are missing in a language, and words that no chapter uses."""
        for language in self._source.words:
            for place, outline in enumerate(self._source.outlines):
                file = self._files.words.get((language, outline.id))
                if file is None:
                    values = {"language": language, "chapter": outline.id}
                    path: Steps = ["chapters", place, "id"]
                    yield self._files.book.problem("rulebook-no-chapter", path, values)
                    continue
                wanted = {(PARTS[item.kind], item.name) for item in outline.items
                          if item.kind in PARTS}  # fmt: skip
                yield from _compare(file, wanted)
        yield from self._strays()

    def _strays(self) -> Iterator[Problem]:
        """Yield files of words of no chapter; the summary may have one."""
        known = {outline.id for outline in self._source.outlines} | {"summary"}
        for (_, chapter), file in self._files.words.items():
            if chapter not in known:
                near = nearest_word(chapter, known)
                values = {"kind": "chapter", "name": chapter, "near": near}
                yield file.problem("rulebook-unknown-name", [], values)

    def fields(self) -> Iterator[Problem]:
        """Yield numbers that texts name and the game does not have."""
        for language in LANGUAGES:
            try:
                build_rulebook(self._system.id, language)
            except (UnknownRulebookFieldError, ValueError) as error:
                file, path = self._place_of_field(language, str(error))
                yield file.problem("rulebook-field", path, {"explained": str(error)})

    def _place_of_field(
        self, language: str, explained: str
    ) -> tuple[ParsedSource, list[str | int]]:
        """Return the file and the path of the first text with a field that an error quotes."""
        for (each, _), file in self._files.words.items():
            for path, words in _texts(file.root.plain(), []):
                if each == language and any(name in explained for name in FIELD.findall(words)):
                    return file, path
        return self._files.book, []


def _compare(file: ParsedSource, wanted: set[tuple[str, str]]) -> Iterator[Problem]:
    """Yield what a chapter's words lack, and what they have too much."""
    values = file.root.plain()
    there = {(part, name) for part in PARTS.values() for name in values.get(part, {})}
    for part, name in sorted(wanted - there):
        yield file.problem("rulebook-missing-words", [part], {"part": part, "name": name})
    for part, name in sorted(there - wanted):
        mark = file.root.at([part]).keys[name].mark
        told = {"part": part, "name": name}
        yield file.problem("rulebook-unused-words", [part, name], told, mark=mark)


def _texts(
    values: Mapping[str, object], path: list[str | int]
) -> Iterator[tuple[list[str | int], str]]:
    for key, value in values.items():
        if isinstance(value, Mapping):
            yield from _texts(value, [*path, key])
        elif isinstance(value, str):
            yield [*path, key], value

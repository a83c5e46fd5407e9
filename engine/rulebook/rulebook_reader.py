"""Rulebooks as files: `book.yaml` and the words beside it, read with every fault on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.files import schemas, source_text
from engine.files.map_reader import read_map
from engine.files.source_text import ParsedSource, SourceNode
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.languages import LANGUAGES
from engine.map.map import Map
from engine.problems import InvalidFileError, Problem, TextPosition
from engine.rulebook.rulebook_source import (
    AnyFigure,
    ChapterOutline,
    ChapterWords,
    EntryWords,
    FigureReach,
    ItemKind,
    OutlineItem,
    RulebookFigure,
    RulebookSource,
    SightLine,
)
from engine.rulebook.table_figure_reader import read_table_figure
from engine.scenario.scenario import ScenarioUnit

BOOK = "book.yaml"
HEX_MM = 12.0
WRAPPED = re.compile(r"(?<![\n|])\n(?!\s*(?:\n|[-*|]|\d+\.)) *")
CHINESE = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
BETWEEN_CHINESE = re.compile(rf"(?<={CHINESE}) (?={CHINESE})")


@dataclass(frozen=True)
class RulebookFiles:
    """The files of a rulebook as parsed: the outline, and the words by language and chapter."""

    book: ParsedSource
    words: Mapping[tuple[str, str], ParsedSource]


@cache
def load_rulebook_source(folder: Path) -> RulebookSource:
    """Return the rulebook in a folder; InvalidFileError lists every fault of its files."""
    source, _, problems = read_rulebook(folder)
    if problems or source is None:
        raise InvalidFileError(problems)
    return source


def read_rulebook(
    folder: Path,
) -> tuple[RulebookSource | None, RulebookFiles | None, list[Problem]]:
    """Return the rulebook in a folder, its files, and their faults."""
    try:
        book = source_text.read(folder / BOOK)
        words = dict(_read_words(folder))
        if (base := book.root.at(["base"])) is not book.root:
            words = {**_base_words(folder / str(base.value), book), **words}
        files = RulebookFiles(book, words)
    except InvalidFileError as error:
        return None, None, list(error.problems)
    problems = [each for _, each in schemas.find_violations(files.book, "rulebook")]
    for source in files.words.values():
        problems += [each for _, each in schemas.find_violations(source, "rulebook-chapter")]
    if problems:
        return None, files, problems
    return _build(files, problems), files, problems


def _read_words(folder: Path) -> Iterator[tuple[tuple[str, str], ParsedSource]]:
    """Yield the files of words, each with its language and chapter."""
    for language in LANGUAGES:
        for file in sorted((folder / language).glob("*.yaml")):
            yield (language, file.stem), source_text.read(file)


def _base_words(folder: Path, book: ParsedSource) -> dict[tuple[str, str], ParsedSource]:
    """Return the words of another rulebook, of the chapters that a book shares with it."""
    chapters = {node.at(["id"]).plain() for node in book.root.at(["chapters"]).value}
    return {key: file for key, file in _read_words(folder) if key[1] in chapters}


def _build(files: RulebookFiles, problems: list[Problem]) -> RulebookSource:
    values = files.book.root.plain()
    chapters = [ChapterOutline(e["id"], _items(e["content"])) for e in values["chapters"]]
    figures = {
        name: figure
        for name, entry in values.get("figures", {}).items()
        if (figure := _figure(files.book, name, entry, problems)) is not None
    }
    words: dict[str, dict[str, ChapterWords]] = {}
    for (language, chapter), source in files.words.items():
        words.setdefault(language, {})[chapter] = _chapter_words(source.root.plain())
    return RulebookSource(tuple(chapters), _items(values.get("summary", [])), figures, words)


def _figure(
    book: ParsedSource, name: str, entry: Mapping[str, Any], problems: list[Problem]
) -> AnyFigure | None:
    if "table" in entry:
        return read_table_figure(book, name, problems)
    if "map" not in entry:
        problems.append(book.problem("missing-key", ["figures", name], {"key": "map"}))
        return None
    return _FigureReader(book, name, problems).read()


def _items(lines: Sequence[str]) -> tuple[OutlineItem, ...]:
    pairs = (line.split(" ", 1) for line in lines)
    return tuple(OutlineItem(ItemKind(kind), name) for kind, name in pairs)


def _chapter_words(values: Mapping[str, Any]) -> ChapterWords:
    def entries(part: str) -> dict[str, EntryWords]:
        return {
            name: EntryWords(entry.get("title", ""), join_wrapped_lines(entry["text"]))
            for name, entry in values.get(part, {}).items()
        }

    def plain(part: str) -> dict[str, str]:
        return {name: join_wrapped_lines(words) for name, words in values.get(part, {}).items()}

    return ChapterWords(
        values["title"], plain("texts"), entries("rules"), entries("examples"), plain("figures")
    )


def join_wrapped_lines(words: str) -> str:
    """Return a text with each paragraph, point of a list or line of a table on one line.

    Files wrap their lines; in Markdown as it is read here a line stays a line.
    """
    joined = WRAPPED.sub(" ", words.strip())
    return BETWEEN_CHINESE.sub("", joined)


class _FigureReader:
    """Reads one diagram; faults are added to `problems`."""

    def __init__(self, book: ParsedSource, name: str, problems: list[Problem]) -> None:
        self._book, self._name, self._problems = book, name, problems
        self._values: dict[str, Any] = book.root.at(["figures", name]).plain()
        self._map: Map | None = None

    def read(self) -> RulebookFigure | None:
        """Return the diagram; None without a sound map."""
        node = self._book.root.at(["figures", self._name, "map"])
        source = ParsedSource(self._book.file, self._book.text, _as_map_file(node))
        self._map, found = read_map(source)
        self._problems += found
        return None if self._map is None or found else self._figure(self._map, self._values)

    def _figure(self, map_: Map, values: Mapping[str, Any]) -> RulebookFigure:
        chart = [hex_ for hex_ in self._hexes("chart") if hex_]
        return RulebookFigure(
            self._name,
            map_,
            tuple(self._units()),
            next(self._hexes("sight"), None),
            self._reach(),
            tuple(self._lines()),
            tuple(self._moves()),
            tuple((at, str(words)) for at, words in self._notes()),
            (chart[0], chart[1]) if len(chart) == 2 else None,
            values.get("levels", False),
            values.get("labels", True),
            float(values.get("size", HEX_MM)),
        )

    def _units(self) -> Iterator[ScenarioUnit]:
        for place, unit in enumerate(self._values.get("units", ())):
            at = self._hex(["units", place, "at"], unit["at"])
            name = str(unit.get("name", ""))
            yield ScenarioUnit(
                f"{unit['side']}-{place}", unit["side"], unit["type"], name or " ", at=at,
                marks=tuple(unit.get("marks", ())), facing=unit.get("facing"),
            )  # fmt: skip

    def _reach(self) -> FigureReach | None:
        values = self._values.get("reach")
        if values is None:
            return None
        origin = self._hex(["reach", "from"], values["from"])
        if origin is None:
            return None
        return FigureReach(origin, values["type"], values.get("mp"), values.get("march", False))

    def _lines(self) -> Iterator[SightLine]:
        for place, line in enumerate(self._values.get("lines", ())):
            start = self._hex(["lines", place, "from"], line["from"])
            end = self._hex(["lines", place, "to"], line["to"])
            if start is not None and end is not None:
                yield SightLine(start, end, line["clear"])

    def _moves(self) -> Iterator[tuple[Hex, ...]]:
        for place, way in enumerate(self._values.get("moves", ())):
            found = [self._hex(["moves", place, step], word) for step, word in enumerate(way)]
            yield tuple(hex_ for hex_ in found if hex_ is not None)

    def _notes(self) -> Iterator[tuple[Hex, Any]]:
        for label, words in self._values.get("notes", {}).items():
            if (at := self._hex(["notes", label], label)) is not None:
                yield at, words

    def _hexes(self, key: str) -> Iterator[Hex | None]:
        """Yield the hexes of a key that names one or several; none where it is not there."""
        named = self._values.get(key, ())
        for place, word in enumerate([named] if isinstance(named, str) else named):
            yield self._hex([key] if isinstance(named, str) else [key, place], word)

    def _hex(self, path: Sequence[str | int], word: str) -> Hex | None:
        assert self._map is not None
        try:
            return self._map.labels.find(word)
        except UnknownHexError as error:
            whole = ["figures", self._name, *path]
            values = {"explained": str(error)}
            self._problems.append(self._book.problem("unknown-hex", whole, values))
            return None


def _as_map_file(node: SourceNode) -> SourceNode:
    """Return a diagram's map as a map file has it: of the newest version, with short labels."""
    made = SourceNode(dict(node.value), node.start, node.mark, node.style)
    made.keys = dict(node.keys)
    _add(made, "sandtable", f"map/{schemas.newest_version('map')}")
    if "grid" in node.value and "labels" not in node.value["grid"].value:
        grid = node.value["grid"]
        wider = SourceNode(dict(grid.value), grid.start, grid.mark, grid.style)
        wider.keys = dict(grid.keys)
        style = SourceNode({}, grid.start, grid.mark, "flow")
        _add(style, "style", "letter-number")
        _put(wider, "labels", style, grid.mark)
        made.value["grid"] = wider
    return made


def _add(mapping: SourceNode, key: str, word: str) -> None:
    _put(mapping, key, SourceNode(word, mapping.start, mapping.mark, ""), mapping.mark)


def _put(mapping: SourceNode, key: str, value: SourceNode, mark: TextPosition) -> None:
    mapping.value[key] = value
    mapping.keys[key] = SourceNode(key, mapping.start, mark, "")

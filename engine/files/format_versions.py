"""Versions of file formats: old files are brought up to date, and new keys raise the version.

A migration takes the values of a file of one version and gives those of the next. Its result is
written into the text as an edit is, so that comments stay; the file itself changes when it is
saved. A schema marks a key with `x-since: VERSION`, the words of an enumeration with `x-since:
{WORD: VERSION}`. A file of an older version is read as it is, and raised when an edit needs more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.files.schemas import file_kind_and_version, load_schema, newest_version
from engine.files.source_text import ParsedSource
from engine.files.yaml_rewriter import rewrite_text
from engine.problems import InvalidFileError

Values = dict[str, Any]


def _map_from_0(values: Values) -> Values:
    """`map/0` gave the sheet's size as `size: [columns, rows]` and hexside features as `edges`."""
    changed: Values = {"sandtable": "map/1"}
    match values.get("grid"):
        case {"size": [columns, rows], **rest}:
            changed["grid"] = {"columns": columns, "rows": rows} | rest
    if "sides" not in values:
        values = {"sides" if key == "edges" else key: value for key, value in values.items()}
    return values | changed


ADDED_TO = frozenset({("scenario", 1), ("deck", 1)})
"""Versions to which newer ones only add: their files are read as they are (see versions.py)."""
MIGRATIONS: Mapping[tuple[str, int], Callable[[Values], Values]] = {("map", 0): _map_from_0}


def migrate(source: ParsedSource, kind: str) -> ParsedSource:
    """The file as one of the newest version of `kind`.

    InvalidFileError when it is none or too new.
    """
    found, number = file_kind_and_version(source)
    newest = newest_version(kind)
    if found != kind:
        values = {"found": found, "wanted": kind}
        raise InvalidFileError([source.problem("other-kind", ["sandtable"], values)])
    while number < newest and (kind, number) in MIGRATIONS:
        values = MIGRATIONS[kind, number](source.root.plain())
        source = rewrite_text(source, values)
        number += 1
    if number != newest and (kind, number) not in ADDED_TO:
        versions = {"found": f"{kind}/{number}", "newest": f"{kind}/{newest}"}
        raise InvalidFileError([source.problem("other-version", ["sandtable"], versions)])
    return source


Path = tuple[str | int, ...]


class NewerFeature(NamedTuple):
    """A key or a word that a format has since a version, and the way to it."""

    path: Path
    word: str
    since: int


def newer_than(kind: str, number: int, values: Any) -> Iterator[NewerFeature]:
    """Yield the features among a file's values that files of a version do not have."""
    whole = load_schema(kind)
    for each in dict.fromkeys(_mark(whole, whole, values, ())):
        if each.since > number:
            yield each


def version_needed(kind: str, values: Any, least: int = 1) -> int:
    """The lowest version of a kind of file that can say some values."""
    return max((each.since for each in newer_than(kind, least, values)), default=least)


def raise_version(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """A file's values, of a newer version where they say more than theirs has."""
    said = str(values["sandtable"]).partition("/")[2]
    number = int(said) if said.isdecimal() else 1
    return {**values, "sandtable": f"{kind}/{version_needed(kind, values, number)}"}


def _mark(
    whole: dict[str, Any], rules: dict[str, Any], value: Any, path: Path
) -> Iterator[NewerFeature]:
    """Yield the features in a value that were added in a later version."""
    rules = _followed(whole, rules)
    since = rules.get("x-since")
    if isinstance(since, int):
        yield NewerFeature(path, str(path[-1]), since)
    elif isinstance(since, dict) and isinstance(value, str) and value in since:
        yield NewerFeature(path, value, since[value])
    for branch in rules.get("anyOf", ()):
        if _speaks_of_versions(whole, branch):
            yield from _mark(whole, branch, value, path)
    for step, inside, inner in _parts(rules, value):
        if _speaks_of_versions(whole, inner):
            yield from _mark(whole, inner, inside, (*path, step))


# By the rules' ids, which stay as they are: schemas are read once and kept.
_FOLLOWED: dict[int, dict[str, Any]] = {}
_SPEAKING: dict[int, bool] = {}


def _followed(whole: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    """Rules with those they refer to."""
    if "$ref" not in rules:
        return rules
    if id(rules) not in _FOLLOWED:
        name = rules["$ref"].removeprefix("#/$defs/")
        _FOLLOWED[id(rules)] = whole["$defs"][name] | rules
    return _FOLLOWED[id(rules)]


def _speaks_of_versions(whole: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Return True if anything in some rules was added later: most have nothing to look for."""
    if id(rules) not in _SPEAKING:
        _SPEAKING[id(rules)] = False  # of rules that lead back to themselves
        full = _followed(whole, rules)
        inner = [*full.get("properties", {}).values(), *full.get("anyOf", ())]
        inner += [full[key] for key in ("items", "additionalProperties")
                  if isinstance(full.get(key), dict)]  # fmt: skip
        _SPEAKING[id(rules)] = "x-since" in full or any(
            _speaks_of_versions(whole, each) for each in inner
        )
    return _SPEAKING[id(rules)]


def _parts(rules: dict[str, Any], value: Any) -> Iterator[tuple[str | int, Any, dict[str, Any]]]:
    """The parts of a value that rules speak of, each with its rules."""
    if isinstance(value, dict):
        known, others = rules.get("properties", {}), rules.get("additionalProperties")
        for key, inside in value.items():
            inner = known.get(key, others)
            if isinstance(inner, dict):
                yield key, inside, inner
    elif isinstance(value, list) and isinstance(rules.get("items"), dict):
        for place, inside in enumerate(value):
            yield place, inside, rules["items"]

"""The checks of a scenario's `rules:`, for the rulebooks of all games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import MISSING, fields
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import yaml

from engine.games import rule_tables
from engine.games.rule_tables import InvalidTable, RuleTable
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import InvalidMobilityError, Mobility
from engine.problems import SandtableError, nearest_word
from engine.texts import LocalText, text

Alternatives = str | list[str]
"""The values of a choice: one of some words, or any `boolean` or `number`.

A number may also be given by side (`number-by-side`).
"""


B = TypeVar("B")
KEPT = 64
"""Number of rulebooks of a game in the cache, each for other `rules:`."""


class InvalidRules(SandtableError):
    """A scenario's `rules:` say what its game does not know.

    `path` leads to it, `near` is what was likely meant, `reason` is what is wrong without the path.
    """

    def __init__(self, path: Iterable[str], message: str, near: str = "") -> None:
        self.path, self.near, self.reason = list(path), near, message
        super().__init__(f"rules.{'.'.join(self.path)}: {message}")


class _Spelled:
    """A scenario's `rules:` as they are written: those written alike are the same."""

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.rules, self._words = rules, repr(rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Spelled) and self._words == other._words

    def __hash__(self) -> int:
        return hash(self._words)


def cache_by_rules(make: Callable[[Mapping[str, Any]], B]) -> Callable[..., B]:
    """A rulebook is made and checked once for the same `rules:`, and is not to be changed."""

    @lru_cache(maxsize=KEPT)
    def made(spelled: _Spelled) -> B:
        return make(deepcopy(spelled.rules))

    @wraps(make)
    def book(overrides: Mapping[str, Any] | None = None) -> B:
        return made(_Spelled(overrides or {}))

    return book


@cache
def read_data_file(folder: Path, name: str) -> dict[str, Any]:
    """A file of a game's data, `NAME.yaml` in its folder; read once, and not to be changed."""
    source = (folder / f"{name}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.load(source, Loader=yaml.CSafeLoader)
    return loaded


def split_rules(
    rules: Mapping[str, Any], parts: Iterable[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what `rules:` say of some parts of a rulebook, each by its name, and the rest."""
    rest = dict(rules)
    return {name: rest.pop(name, None) or {} for name in parts}, rest


def read_changed_data_file(folder: Path, name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Read a file of a game's data with a scenario's changes; InvalidRules for an unknown key."""
    printed = read_data_file(folder, name)
    check_keys([name], given, printed)
    return apply_overrides(printed, given)


def fill_in_choices(
    listed: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any], others: Iterable[str]
) -> dict[str, Any]:
    """Each choice that is listed as it is given, or with its usual value.

    InvalidRules for a value that it cannot have, and for what is neither a choice nor one of the
    `others` that `rules:` may name.
    """
    chosen = {name: given.get(name, entry["value"]) for name, entry in listed.items()}
    for name, entry in listed.items():
        check_choice_value([name], chosen[name], entry["alternatives"], entry.get("least", 0))
    refuse_unknown_keys(given, (*chosen, *others))
    return chosen


def refuse_unknown_keys(given: Iterable[str], known: tuple[str, ...]) -> None:
    """InvalidRules for the first name that is not known under `rules:`."""
    for name in given:
        if name not in known:
            refuse_word([name], "game.what-choice", name, known)


def check_choice_value(
    path: list[str], value: object, alternatives: Alternatives, least: int = 0
) -> None:
    """InvalidRules for a value that is not among the alternatives, or a number below the least."""
    if not _may_be(value, alternatives, least):
        refuse_value(path, value, _say(alternatives, least))


def check_keys(path: list[str], given: Iterable[str], known: Iterable[str]) -> None:
    """InvalidRules for the first key of an entry that is not known."""
    for key in given:
        if key not in known:
            refuse_word([*path, key], "game.what-key", key, known)


def require_known_word(path: list[str], found: object, options: tuple[str, ...]) -> None:
    """InvalidRules for a word that is none of the options."""
    if found not in options:
        refuse_word(path, "game.what-key", found, options)


def refuse_value(path: list[str], found: object, wanted: str) -> NoReturn:
    """Refuse a value, and say what would have been right."""
    values = {"what": path[-1], "found": found, "options": wanted}
    raise InvalidRules(path, text("game.rules-value", None, **values))


def refuse_word(path: list[str], what: str, found: object, options: Iterable[str]) -> NoReturn:
    """Refuse a word; the likely spelling is named first. `what` is the key of what it should be."""
    known = list(options)
    near = nearest_word(str(found), known)
    ordered = ", ".join(sorted(known, key=lambda option: option != near))
    values = {"what": text(what), "found": found, "options": ordered}
    raise InvalidRules(path, text("game.rules-unknown", None, **values), near)


def apply_overrides(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Mappings merged key by key; anything else replaced."""
    result = dict(base)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(base.get(key), Mapping)
        result[key] = apply_overrides(base[key], value) if both else value
    return result


def tables_with_overrides(
    base: Mapping[str, Any], given: Mapping[str, Any], check: Callable[[str, RuleTable], None]
) -> dict[str, RuleTable]:
    """The tables of a game, some of them as a scenario prints them.

    `check` raises InvalidTable for one that the game could not look up.
    """
    result = {}
    for name, entry in {**base, **given}.items():
        if name not in base:
            refuse_word(["tables", name], "game.what-table", name, base)
        printed = entry if isinstance(entry, str) else entry["table"]
        title = base[name]["title"] if isinstance(entry, str) else entry.get("title", "")
        try:
            result[name] = rule_tables.parse_rule_table(printed, title)
            check(name, result[name])
        except InvalidTable as error:
            why = text("game.rules-table", None, table=name, why=error)
            raise InvalidRules(["tables", name], why) from error
    return result


def _say(alternatives: Alternatives, least: int) -> str:
    if alternatives == "boolean":
        return text("problems.type-boolean")
    if alternatives == "number-by-side":
        return text("game.number-by-side")
    if alternatives == "number":
        return text("game.number-from", None, least=least)
    return ", ".join(alternatives)


def _may_be(value: object, alternatives: Alternatives, least: int) -> bool:
    if alternatives == "boolean":
        return isinstance(value, bool)
    if alternatives in ("number", "number-by-side"):
        return type(value) is int and value >= least
    return value in alternatives


# --- terrain and types ----------------------------------------------------------------------------


def check_terrain_kinds(path: list[str], names: Iterable[str], lies: TerrainClass) -> None:
    """InvalidRules for ground, hexside features or links that the catalogue does not know."""
    known = [kind.id for kind in load_catalogue().of_class(lies)]
    for name in names:
        if name not in known:
            there = [*path, name] if isinstance(names, Mapping) else path
            refuse_word(there, f"game.what-{lies}", name, known)


def read_mobility(path: list[str], name: str, entry: Mapping[str, Any]) -> Mobility:
    """Return what moves cost by an entry of a game's data; InvalidRules for what is not known."""
    for lies in TerrainClass:
        check_terrain_kinds([*path, lies], entry.get(lies, ()), lies)
    try:
        return Mobility.from_table(name, entry)
    except InvalidMobilityError as error:
        raise InvalidRules(path, str(error)) from error


def complete_entry(
    path: list[str],
    entry: Mapping[str, Any],
    printed: Mapping[str, Any],
    kind: type[Any],
    least: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Return a type as the book prints it with what a scenario changes.

    InvalidRules for a key that `kind`, a dataclass, does not have, for one that lacks, and for a
    flag or number of another sort or below the least, which is 0 where `least` does not say it.
    """
    usual = {each.name: each.default for each in fields(kind) if each.name != "id"}
    for key in entry:
        if key not in usual:
            refuse_word([*path, key.rstrip("_")], "game.what-key", key, usual)
    whole = {**({"name": path[-1]} if "name" in usual else {}), **printed, **entry}
    for key, default in usual.items():
        if key not in whole and default is MISSING:
            refuse_word(path, "game.what-key", "", [key.rstrip("_")])
        value = whole.get(key)
        if value is not None and isinstance(default, bool):
            check_choice_value([*path, key], value, "boolean")
        elif value is not None and isinstance(default, int):
            check_choice_value([*path, key], value, "number", (least or {}).get(key, 0))
    return whole


def name_in_languages(name: LocalText) -> Mapping[str, str]:
    """Return a name by language, one that is written once in both that games are made in."""
    return {"en": name, "zh": name} if isinstance(name, str) else name


def unknown_type_text(found: str, known: Iterable[str]) -> str:
    """Return the sentence for a type that is not in the book."""
    values = {"what": text("game.what-unit-type"), "found": found, "options": ", ".join(known)}
    return text("game.rules-unknown", None, **values)

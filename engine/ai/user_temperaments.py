"""Tempers of a user's own: a file of weights by game and temper, in the folder of settings.

    tank:
      daring: {danger: 0.2, way: 0.1}

What a temper does not say is as in the game's temper of that name, else as in the usual one.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.files import source_text
from engine.files.source_text import ParsedSource
from engine.games import installed_games, is_installed
from engine.play.ai_support import Weights
from engine.problems import InvalidFileError, Problem, nearest_word
from engine.texts import text

NAMED_BY = "SANDTABLE_TEMPERS"
"""The variable of the environment that names another file; processes that are begun see it too."""
NAME = re.compile(r"[^\s:,]{1,40}")
MINIMUM, MAXIMUM = -1000.0, 1000.0

Tempers = Mapping[str, Mapping[str, Weights]]
"""Weights by game and temper."""


def user_temperaments_file() -> Path | None:
    """The file of the user's own tempers; None where there is none and none was named."""
    if named := os.environ.get(NAMED_BY):
        return Path(named)
    from platformdirs import user_config_path

    file = user_config_path("sandtable") / "tempers.yaml"
    return file if source_text.is_file(file) else None


_read: dict[Path, tuple[int, Tempers]] = {}


def user_temperaments(game: str, known: Collection[str]) -> Mapping[str, Weights]:
    """The user's tempers for a game, whose weights have these names.

    Raises InvalidFileError. A file that was changed is read again.
    """
    file = user_temperaments_file()
    if file is None:
        return {}
    changed = file.stat().st_mtime_ns if source_text.is_file(file) else -1
    if file not in _read or _read[file][0] != changed:
        _read[file] = changed, _tempers_of(file, game, known)
    found = _read[file][1].get(game, {})
    if all(weight in known for weights in found.values() for weight in weights):
        return found
    raise InvalidFileError([*_unknown_weights(source_text.read(file), game, found, known)])


def _tempers_of(file: Path, game: str, known: Collection[str]) -> Tempers:
    """All tempers of a file; of one with faults the weights that a game does not know are too."""
    try:
        return read(file)
    except InvalidFileError as error:
        source = source_text.read(file)
        tempers = _object(_object(source.root.plain()).get(game))
        unknown = _unknown_weights(source, game, tempers, known)
        raise InvalidFileError([*error.problems, *unknown]) from None


def _object(told: object) -> Mapping[str, Any]:
    return told if isinstance(told, dict) else {}


def read(file: Path) -> Tempers:
    """All tempers of a file; none of an empty one.

    InvalidFileError has every fault, but for weights a game does not know.
    """
    try:
        source = source_text.read(file)
    except InvalidFileError as error:
        if all(problem.code == "empty-file" for problem in error.problems):
            return {}
        raise
    problems = [*_faults(source)]
    if problems:
        raise InvalidFileError(problems)
    told: dict[str, dict[str, dict[str, float]]] = source.root.plain()
    return told


def _unknown_weights(
    source: ParsedSource, game: str, tempers: Mapping[str, Any], known: Collection[str]
) -> Iterator[Problem]:
    for temper, weights in tempers.items():
        for weight in _object(weights):
            if weight not in known:
                yield _unknown_key(source, (game, temper), weight, known)


def _faults(source: ParsedSource) -> Iterator[Problem]:
    games = source.root.plain()
    if not isinstance(games, dict):
        yield _wrong_form(source, (), "problems.form-tempers")
        return
    for game, tempers in games.items():
        if not is_installed(game):
            yield _unknown_key(source, (), game, installed_games())
        elif not isinstance(tempers, dict):
            yield _wrong_form(source, (game,), "problems.form-tempers")
        else:
            yield from _faults_of_game(source, game, tempers)


def _faults_of_game(
    source: ParsedSource, game: str, tempers: dict[str, object]
) -> Iterator[Problem]:
    for temper, weights in tempers.items():
        if not NAME.fullmatch(temper):
            yield _wrong_form(source, (game, temper), "problems.form-temper")
        elif not isinstance(weights, dict):
            yield _wrong_form(source, (game, temper), "problems.form-tempers")
        else:
            for weight, value in weights.items():
                if not _is_number(value):
                    yield _wrong_form(source, (game, temper, weight), "problems.form-weight")


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return math.isfinite(value) and MINIMUM <= value <= MAXIMUM


def _unknown_key(
    source: ParsedSource, path: tuple[str, ...], key: str, known: Collection[str]
) -> Problem:
    values = {"key": key, "known": ", ".join(known), "near": nearest_word(key, known)}
    mark = source.root.at(path).keys[key].mark
    return source.problem("unknown-key", [*path, key], values, mark=mark)


def _wrong_form(source: ParsedSource, path: tuple[str, ...], form: str) -> Problem:
    found = source.root.at(path).plain()
    said = path[-1] if form == "problems.form-temper" else found
    return source.problem("wrong-form", path, {"found": repr(said), "form": text(form)})

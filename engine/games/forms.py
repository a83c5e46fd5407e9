"""Words and refusals of the forms in which a game's rules are changed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

import yaml

from engine.games.allowed import RuleError
from engine.texts import LocalText, text


class DesignTexts:
    """The words of one game's forms, from its file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @cached_property
    def words(self) -> Mapping[str, Any]:
        """All of them."""
        loaded: Mapping[str, Any] = yaml.load(
            self._file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
        )
        return loaded

    def say(self, *path: str) -> LocalText:
        """Words by their path; the last word itself where there are none."""
        found: Any = self.words
        for key in path:
            if not isinstance(found, Mapping) or key not in found:
                return path[-1]
            found = found[key]
        words: LocalText = found
        return words


def whole(word: str, path: list[str]) -> int:
    """A whole number, of a modifier also below 0; RuleFault for anything else."""
    digits = word.removeprefix("-") if path[-1] == "modifier" else word
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        wanted = text("game.number-from", None, least=0)
        refuse(path, text("game.rules-value", None, what=path[-1], found=word, options=wanted))
    return int(word)


def put(rules: dict[str, Any], key: str, value: Mapping[str, Any]) -> None:
    """A part of the rules; one that says nothing goes."""
    rules.pop(key, None)
    if value:
        rules[key] = dict(value)


def refuse(path: list[str], why: str) -> NoReturn:
    """Say what is wrong with a cell."""
    raise RuleError(path, why)

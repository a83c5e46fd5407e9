"""The effects of the tank game's event cards (E, A), as forms and proposed texts need them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.games.card_effects import Effect, EffectParameter, ParameterKind
from engine.games.rules_design import GameWord
from engine.games.tank.data.rulebook import Rulebook


def tank_effects(rulebook: Rulebook) -> dict[str, Effect]:
    """The effects by their words, with the batteries that a scenario's rules know."""
    return {name: _effect(name, entry, rulebook) for name, entry in _write().items()}


def _effect(name: str, entry: Mapping[str, Any], rulebook: Rulebook) -> Effect:
    parameters = tuple(_parameter(key, said, rulebook) for key, said in entry["parameters"].items())
    return Effect(
        name, entry["name"], entry["meaning"], parameters, entry["text"], entry.get("also", {}),
        **entry["look"],
    )  # fmt: skip


def _parameter(name: str, entry: Mapping[str, Any], rulebook: Rulebook) -> EffectParameter:
    words: tuple[GameWord, ...] = ()
    if "table" in entry:
        heads = rulebook.tables[entry["table"]].rows
        words = tuple(GameWord(head, entry["words"].get(head, head)) for head in heads)
    kind = ParameterKind(entry["kind"])
    least, most = entry.get("least", 0), entry.get("most", 99)
    return EffectParameter(
        name, entry["name"], kind, entry["usual"], entry["begin"], least, most, words
    )  # fmt: skip


@cache
def _write() -> Mapping[str, Mapping[str, Any]]:
    source = Path(__file__).with_name("effects.yaml").read_text(encoding="utf-8")
    effects: Mapping[str, Mapping[str, Any]] = yaml.load(source, Loader=yaml.CSafeLoader)
    return effects

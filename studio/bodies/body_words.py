"""Bodies in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.bodies import FigureGroupKind
from engine.scenario.bodies import FigureGroup
from studio.parts.speech import Localizer


def figures_text(body: FigureGroup, kinds: Mapping[str, FigureGroupKind], say: Localizer) -> str:
    """What a body is made of, and how many; for a single one the number is left out."""
    kind = kinds.get(body.type)
    type_ = say.of(kind.name) if kind is not None else body.type
    return type_ if body.strength == 1 else say("body-figures", count=body.strength, type=type_)

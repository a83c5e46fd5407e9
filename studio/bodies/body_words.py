"""Bodies in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.bodies import BodyKind
from engine.scenario.bodies import Body
from studio.parts.speech import Speech


def told_figures(body: Body, kinds: Mapping[str, BodyKind], say: Speech) -> str:
    """What a body is made of, and how many; for a single one the number is left out."""
    kind = kinds.get(body.type)
    type_ = say.of(kind.name) if kind is not None else body.type
    return type_ if body.strength == 1 else say("body-figures", count=body.strength, type=type_)

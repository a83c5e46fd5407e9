"""Additional fields for sentences about support, lanes, snipers and rally."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.game_texts import hex_name
from engine.games.valor.presentation.name_texts import count, list_names, piece_name, say
from engine.games.valor.state import State
from engine.games.valor.support_events import (
    LaneLaid,
    LaneRolled,
    MissionLanded,
    MissionResolved,
    RallyRolled,
    SniperFired,
)

More = Callable[[State, Any, str | None], Mapping[str, object]]


def _points(
    state: State, told: MissionResolved | SniperFired, language: str | None
) -> dict[str, str]:
    return {"points": count("casualty-points", told.points, language)}


def _land(state: State, told: MissionLanded, language: str | None) -> dict[str, str]:
    """The dice of a landing in brackets; an aircraft has none."""
    if not told.accuracy:
        return {"accuracy": ""}
    key = "accuracy-two" if told.direction else "accuracy-one"
    dice = {"accuracy": told.accuracy, "direction": told.direction}
    return {"accuracy": say(key, language, **dice)}


def _lane(state: State, told: LaneLaid, language: str | None) -> dict[str, str]:
    return {"hexes": list_names((hex_name(state, hex_) for hex_ in told.hexes), language)}


def _lane_rolled(state: State, told: LaneRolled, language: str | None) -> dict[str, str]:
    return {
        "points": count("casualty-points", told.points, language),
        "markers": count("markers", told.markers, language),
    }


def _rally(state: State, told: RallyRolled, language: str | None) -> dict[str, str]:
    if not told.modifier:
        return {"help": ""}
    signed = f"{told.modifier:+d}".replace("-", "−")
    leader = piece_name(state, told.leader, language)
    return {"help": say("rally-help", language, modifier=signed, leader=leader)}


MORE: Mapping[str, More] = {
    "MissionResolved": _points,
    "SniperFired": _points,
    "MissionLanded": _land,
    "LaneLaid": _lane,
    "LaneRolled": _lane_rolled,
    "RallyRolled": _rally,
}
"""By the event's name."""

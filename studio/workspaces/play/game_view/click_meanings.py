"""Meanings of a click on the map: an answer, an action of the selected unit, or its move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from time import perf_counter

from engine.games.game_appearance import ResultLooks
from engine.hexes.hex import Hex
from engine.play.forecast_blocks import OutcomeForecast, ResultChances
from engine.play.move_forecast import Forecast
from engine.play.option_targets import OptionAction
from engine.session.option_choices import OptionChoice
from engine.session.planned_actions import PlannedAction
from engine.session.visible_position import VisiblePosition

ENTERING = frozenset({OptionAction.ASSAULT, OptionAction.OVERRUN, OptionAction.ADVANCE})
"""Actions that enter a hex: beside one a move there is no other meaning."""
STEPPING = frozenset({OptionAction.STEP, OptionAction.MARCH})
PATIENCE = 0.06  # seconds for the chances beside the targets of a unit
NONE = "0"  # the result of those that count hits or points
Chances = Mapping[Hex, Fraction]


class ClickKind(Enum):
    """The two things a click on one place may mean at the same time."""

    MOVE = auto()
    ACT = auto()


@dataclass(frozen=True)
class ClickMeaning:
    """One meaning: its words in a menu, what it does, and what it would lead to.

    `is_of_selection`: the selected unit acts, so that only its manner is left open.
    """

    kind: ClickKind
    words: str
    carry_out: Callable[[], None]
    forecast: Callable[[], Forecast | None]
    is_of_selection: bool = False


def actions_at(actions: list[PlannedAction], at: Hex, unit: str) -> list[PlannedAction]:
    """Return the actions against a unit that is pointed at, or else those in its hex."""
    against = [each for each in actions if unit and each.target.target == unit]
    return against or [each for each in actions if each.target.hex == at]


def without_steps(choices: list[OptionChoice]) -> list[OptionChoice]:
    """Return the choices without the steps of a move, which is planned as a whole."""
    return [each for each in choices if each.pointing.deed not in STEPPING]


def is_entering(deeds: list[OptionAction]) -> bool:
    """Return True if one of some actions enters the hex."""
    return not ENTERING.isdisjoint(deeds)


def target_chances(
    actions: list[PlannedAction], standing: VisiblePosition, looks: ResultLooks
) -> Chances:
    """Return the chance to harm each target, by its hex; only those that are found in time."""
    found: dict[Hex, Fraction] = {}
    until = perf_counter() + PATIENCE
    for action in actions:
        target, at = action.target.target, action.target.hex
        at = (standing.hex_of_unit(target) if target else None) or at
        if action.target.deed is not OptionAction.FIRE or at is None or at in found:
            continue
        told = action.forecast()
        chance = harm_chance(told, target, looks) if isinstance(told, OutcomeForecast) else None
        if chance is not None:
            found[at] = chance
        if perf_counter() > until:
            break
    return found


def harm_chance(told: OutcomeForecast, target: str, looks: ResultLooks) -> Fraction | None:
    """Return the chance that a target, or anybody at all, suffers something."""
    states = told.final_states(target) if target else None
    if states is not None:
        return states.harm_chance
    results = told.blocks_of_kind(ResultChances)
    if not results:
        return None
    chances = results[-1].chances
    nothing = (r.chance for r in chances if r.result == NONE or looks.is_no_effect(r.result))
    return 1 - sum(nothing, Fraction(0))

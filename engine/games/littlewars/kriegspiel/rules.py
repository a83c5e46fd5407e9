"""The rules of the Kriegspiel as the program asks for them, and its first position with rations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.games.littlewars import initial_state, side_views
from engine.games.littlewars.adapter.rules import LittleWarsRules
from engine.games.littlewars.kriegspiel import (
    arm_commands,
    option_value,
    presentation,
)
from engine.games.littlewars.kriegspiel.movement import is_fed
from engine.games.littlewars.kriegspiel.rule_overrides import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rulebook import charts_of, load_kriegspiel_rulebook
from engine.games.littlewars.kriegspiel.supply import AMMUNITION, FODDER, FOOD
from engine.games.littlewars.kriegspiel.unit_lookups import fit_bodies
from engine.games.littlewars.kriegspiel_state import GroupSupplies, KriegspielState
from engine.games.littlewars.state import State
from engine.play.position import Piece, Position
from engine.scenario.scenario import Scenario


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins."""
    state = initial_state.initial_position(
        scenario, KRIEGSPIEL, load_kriegspiel_rulebook(scenario.rules)
    )
    state.war = KriegspielState(feeding=initial_supplies(state))
    return state


def initial_supplies(state: State) -> dict[str, GroupSupplies]:
    """Return the supplies of all bodies before the first move (K4.1)."""
    bodies = {each.body for each in state.waiting} | {
        body for side in state.sides for body in fit_bodies(state, side)
    }
    if not state.book.choices.begins_fed:
        return dict.fromkeys(sorted(bodies), GroupSupplies())
    charts = charts_of(state)
    whole = GroupSupplies(
        charts.ration_duration(FOOD),
        charts.ration_duration(FODDER),
        charts.ration_duration(AMMUNITION),
    )
    return dict.fromkeys(sorted(bodies), whole)


def kriegspiel_position(state: State) -> Position:
    """The position as values."""
    told = side_views.position_as_values(state)
    pieces = tuple(_piece(state, piece) for piece in told.pieces)
    return replace(told, pieces=pieces, more={**told.more, **_more(state)})


def _piece(state: State, piece: Piece) -> Piece:
    marks = tuple(_marks(state, piece.id))
    return replace(piece, marks=(*piece.marks, *marks)) if marks else piece


def _marks(state: State, id_: str) -> Iterator[str]:
    """Yield the marks of a figure or a gun: bonds, hunger and the like."""
    war = state.war
    figure, gun = state.figures.get(id_), state.guns.get(id_)
    if gun is not None and gun.limbered:
        yield "limbered"
    if war.is_fleeing(id_):
        yield "fleeing"
    if figure is None:
        return
    if id_ in war.dismounted:
        yield "on-foot"
    if figure.is_fit and not is_fed(state, figure):
        yield "hungry"
    if id_ in war.held:
        yield "bound-to-stand"
    if id_ in war.falling_back:
        yield "falling-back"
    if any(id_ in work.crew for work in state.works.values()):
        yield "at-work"
    if war.general_out_until(id_, state.move):
        yield "general-out"


def _more(state: State) -> Mapping[str, Any]:
    """Return the supplies of each body, and the bodies besieged."""
    feeding = state.war.feeding
    own = {
        body: each._asdict()
        for body, each in feeding.items()
        if not state.viewer or _is_own(state, body)
    }
    return {"feeding": own, "sieges": dict(state.war.sieges)}


def _is_own(state: State, body: str) -> bool:
    known = state.aims.bodies.get(body)
    return known is not None and known.side == state.viewer


class KriegspielRules(LittleWarsRules):
    """The rules of the Kriegspiel."""

    id = "littlewars-kriegspiel"
    version = 1

    describe_decision = staticmethod(presentation.decision_text)
    describe_event = staticmethod(presentation.event_text)
    points_at = staticmethod(presentation.option_target)
    where = staticmethod(presentation.event_location)
    position = staticmethod(kriegspiel_position)
    weigh = staticmethod(option_value.kriegspiel_option_value)
    may_answer = staticmethod(arm_commands.may_answer)
    may_talk = staticmethod(arm_commands.may_send_message)

    def start(self, scenario: Scenario) -> State:
        """The position in which a scenario begins."""
        return initial_position(scenario)


KRIEGSPIEL_RULES = KriegspielRules()

"""The start of a game: table, armies and units that wait to be set up (L1, L20)."""

from __future__ import annotations

from engine.games.littlewars import armies
from engine.games.littlewars.data.rulebook import Rulebook, load_rulebook
from engine.games.littlewars.game_tabletop import OPPOSITE, game_tabletop_of
from engine.games.littlewars.state import Phase, RuleHooks, ScenarioTerms, State, Vehicle
from engine.games.scenario_rules import InvalidRules
from engine.games.scenario_setup import side_names
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.formations import FigureFormation, FormationPlace, formation_places
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopEdge, TabletopMap


def initial_position(
    scenario: Scenario, customs: RuleHooks, rulebook: Rulebook | None = None
) -> State:
    """The position in which a scenario begins; its table is the country laid out (L1.1)."""
    own = rulebook or load_rulebook(scenario.rules)
    aims = _aims(scenario, own)
    state = State(
        own, game_tabletop_of(scenario.table), aims, customs, dict(aims.edges), {}, {}, {}, {},
        waiting=tuple(armies.waiting_figures(scenario.bodies)),
        defender=own.defender,
        phase=Phase.EDGE,
    )  # fmt: skip
    _put_aboard(state)
    for body in scenario.bodies:
        _lay(state, body)
    return state


def _put_aboard(state: State) -> None:
    """Move the units that begin aboard a carrier into it (K2.4, L21.3, L21.5)."""
    riding = {id_ for ids in state.aims.aboard.values() for id_ in ids}
    for each in state.waiting:
        if each.id in riding:
            made = state.as_placed(each, Point(0, 0), 0)
            assert not isinstance(made, Vehicle), each
            state.carried[each.id] = made
    state.waiting = tuple(each for each in state.waiting if each.id not in riding)


def rulebook_or_default(scenario: Scenario) -> Rulebook:
    """The rulebook of a scenario, or the printed one where its rules are faulty."""
    try:
        return load_rulebook(scenario.rules)
    except InvalidRules:
        return load_rulebook()


def _aims(scenario: Scenario, own: Rulebook) -> ScenarioTerms:
    sides = tuple(side.id for side in scenario.sides)
    return ScenarioTerms(
        sides=sides,
        side_names=side_names(scenario),
        bodies={body.id: body for body in scenario.bodies},
        turns=scenario.turns,
        edges=back_lines(scenario.table, sides, own),
        begins=next((side.id for side in scenario.sides if side.begins), ""),
        aboard=armies.starting_cargo(scenario.bodies, own),
    )


def back_lines(table: TabletopMap, sides: tuple[str, ...], own: Rulebook) -> dict[str, str]:
    """The back line of each side: as the rules of the scenario say, else the table's two (G1)."""
    named = [edge.value for edge in table.edges] or [
        TabletopEdge.SOUTH.value,
        TabletopEdge.NORTH.value,
    ]
    found = dict(zip(sides, named, strict=False))
    for side, edge in own.edges.items():
        if side in found:
            found[side] = edge
            others = [each for each in sides if each != side and each not in own.edges]
            found |= dict.fromkeys(others, OPPOSITE[TabletopEdge(edge)].value)
    return found


def _lay(state: State, body: FigureGroup) -> None:
    """Put a body that the scenario lays where it is laid."""
    if not body.at:
        return
    waiting = [each for each in state.waiting if each.body == body.id]
    for each, place in zip(waiting, place_figure_group(state, body, len(waiting)), strict=True):
        state.enter(each, place.at, place.facing)
    gone = {each.id for each in waiting}
    state.waiting = tuple(each for each in state.waiting if each.id not in gone)


def place_figure_group(state: State, body: FigureGroup, number: int) -> list[FormationPlace]:
    """The places of a body as its scenario lays it, the first for its first figure (G8)."""
    kind = state.book.units[body.type]
    facing = body.facing if body.facing is not None else _ahead(state, body.side)
    if number == 1 and (len(body.at) == 1 or not kind.formations):
        return [FormationPlace(body.at[0], facing)]
    first, last = body.at[0], body.at[-1]
    formation = FigureFormation(body.formation or kind.formations[0])
    found = formation_places(formation, number, first, last, kind.footprint, state.field.scale)
    if body.facing is None:
        return list(found)
    return [FormationPlace(place.at, facing) for place in found]


def _ahead(state: State, side: str) -> int:
    return state.field.facing_from(state.edges[side])

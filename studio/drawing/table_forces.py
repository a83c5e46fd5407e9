"""The bodies of a scenario as they begin on its table: every figure where its formation puts it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.games import handbook_of, is_installed
from engine.scenario.bodies import FigureGroup
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.formations import FigureFormation, FormationPlace, places
from engine.tabletop.kinds import FigureScale
from studio.drawing.table_tokens import NOBODY, FigureToken


def figure_footprints(scenario: Scenario) -> Mapping[str, str]:
    """The footprint of each type of body of a scenario's game (G3)."""
    if not is_installed(scenario.game):
        return {}
    units = handbook_of(scenario).units()
    return {type_: str(entry.get("footprint", type_)) for type_, entry in units.items()}


def group_tokens(scenario: Scenario) -> list[FigureToken]:
    """Everybody who stands on the table at the beginning, by body and number."""
    return list(tokens_of(scenario, scenario.bodies, figure_footprints(scenario)))


def tokens_of(
    scenario: Scenario, bodies: Iterable[FigureGroup], shapes: Mapping[str, str]
) -> Iterator[FigureToken]:
    """Every figure of some bodies that stands on the table, where its footprint is known."""
    shades = side_colours(scenario)
    for body in bodies:
        shape = shapes.get(body.type, body.type)
        for number, place in enumerate(group_figures(body, shapes, scenario.table.scale), 1):
            shade = shades.get(body.side, NOBODY)
            yield FigureToken(f"{body.id}.{number}", shape, place.at, place.facing, shade)


def group_figures(
    body: FigureGroup, shapes: Mapping[str, str], scale: FigureScale
) -> Iterator[FormationPlace]:
    """Where the figures of a body stand; none if its side sets it up."""
    if not body.at:
        return
    if len(body.at) == 1:
        yield FormationPlace(body.at[0], body.facing or 0)
        return
    formation = FigureFormation(body.formation or FigureFormation.LINE)
    first, last = body.at[0], body.at[1]
    for place in places(
        formation, body.strength, first, last, shapes.get(body.type, body.type), scale
    ):
        yield place if body.facing is None else place._replace(facing=body.facing)

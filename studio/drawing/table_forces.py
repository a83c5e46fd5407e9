"""The bodies of a scenario as they begin on its table: every figure where its formation puts it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.games import handbook_of, installed
from engine.scenario.bodies import Body
from engine.scenario.counters import side_colours
from engine.scenario.scenario import Scenario
from engine.tabletop.formations import Posting, TableFormation, places
from engine.tabletop.kinds import TableScale
from studio.drawing.table_tokens import NOBODY, Token


def shapes_of(scenario: Scenario) -> Mapping[str, str]:
    """As what each type of body of a scenario's game stands on the table: its footprint (G3)."""
    if scenario.game not in installed():
        return {}
    units = handbook_of(scenario).units()
    return {type_: str(entry.get("footprint", type_)) for type_, entry in units.items()}


def tokens_of_bodies(scenario: Scenario) -> list[Token]:
    """Everybody who stands on the table at the beginning, by body and number."""
    shades, shapes = side_colours(scenario), shapes_of(scenario)
    return [
        Token(f"{body.id}.{number}", shapes.get(body.type, body.type), place.at, place.facing,
              shades.get(body.side, NOBODY))
        for body in scenario.bodies
        for number, place in enumerate(_standing(body, shapes, scenario.table.scale), 1)
    ]  # fmt: skip


def _standing(body: Body, shapes: Mapping[str, str], scale: TableScale) -> Iterator[Posting]:
    """Where the figures of a body stand; none of a body that its side sets up."""
    if not body.at:
        return
    if len(body.at) == 1:
        yield Posting(body.at[0], body.facing or 0)
        return
    formation = TableFormation(body.formation or TableFormation.LINE)
    first, last = body.at[0], body.at[1]
    for place in places(
        formation, body.strength, first, last, shapes.get(body.type, body.type), scale
    ):
        yield place if body.facing is None else place._replace(facing=body.facing)

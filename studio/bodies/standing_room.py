"""The figures of an army being set out, and those that cannot stand where they are put."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.scenario.bodies import Body
from engine.scenario.scenario import Scenario
from engine.tabletop.footprints import Stand
from engine.tabletop.ground import Ground
from engine.tabletop.point import INCH, Point
from engine.tabletop.table import Table
from engine.tabletop.ways import Ways
from studio.drawing.table_forces import standing_of

MARGIN = 12 * INCH  # before or behind a back line (L2.2)
MOST_LOOKED_AT = 400  # stands of an army under the pointer

_kept: list[tuple[Table, Ground]] = []  # the last country asked about


def ground_of(table: Table) -> Ground:
    """A table prepared for questions; that of the last table is kept."""
    if not _kept or _kept[0][0] is not table:
        _kept[:] = [(table, Ground(table, MARGIN))]
    return _kept[0][1]


def stands_of(scenario: Scenario, bodies: Iterable[Body], shapes: Mapping[str, str]) -> list[Stand]:
    """Every figure of some bodies that stands on the table, as the geometry wants it."""
    return [
        Stand(f"{body.id}.{number}", body.side, shapes.get(body.type, body.type), place.at,
              place.facing)
        for body in bodies
        for number, place in enumerate(standing_of(body, shapes, scenario.table.scale), 1)
    ]  # fmt: skip


def barred_stands(
    scenario: Scenario,
    bodies: Sequence[Body],
    others: Sequence[Body],
    shapes: Mapping[str, str],
) -> tuple[Point, ...]:
    """Places where figures cannot stand: in an obstacle, in water, on somebody else (G5)."""
    moved = stands_of(scenario, bodies, shapes)
    if len(moved) > MOST_LOOKED_AT:
        return ()
    ways = Ways(ground_of(scenario.table), [*moved, *stands_of(scenario, others, shapes)])
    return tuple(stand.at for stand in moved if ways.why_not_stand(stand) is not None)

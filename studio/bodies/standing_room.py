"""The figures of an army being set out, and those that cannot stand where they are put."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.scenario.bodies import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.ground import TabletopTerrain
from engine.tabletop.point import INCH, Point
from engine.tabletop.table import TabletopMap
from engine.tabletop.ways import TabletopPaths
from studio.drawing.table_forces import group_figures

MARGIN = 12 * INCH  # before or behind a back line (L2.2)
MOST_LOOKED_AT = 400  # stands of an army under the pointer

_kept: list[tuple[TabletopMap, TabletopTerrain]] = []  # the last country asked about


def prepared_surface(table: TabletopMap) -> TabletopTerrain:
    """A table prepared for questions; that of the last table is kept."""
    if not _kept or _kept[0][0] is not table:
        _kept[:] = [(table, TabletopTerrain(table, MARGIN))]
    return _kept[0][1]


def placed_figures(
    scenario: Scenario, bodies: Iterable[FigureGroup], shapes: Mapping[str, str]
) -> list[PlacedPiece]:
    """Every figure of some bodies that stands on the table, as the geometry wants it."""
    return [
        PlacedPiece(f"{body.id}.{number}", body.side, shapes.get(body.type, body.type), place.at,
              place.facing)
        for body in bodies
        for number, place in enumerate(group_figures(body, shapes, scenario.table.scale), 1)
    ]  # fmt: skip


def blocked_figures(
    scenario: Scenario,
    bodies: Sequence[FigureGroup],
    others: Sequence[FigureGroup],
    shapes: Mapping[str, str],
) -> tuple[Point, ...]:
    """Places where figures cannot stand: in an obstacle, in water, on somebody else (G5)."""
    moved = placed_figures(scenario, bodies, shapes)
    if len(moved) > MOST_LOOKED_AT:
        return ()
    ways = TabletopPaths(
        prepared_surface(scenario.table), [*moved, *placed_figures(scenario, others, shapes)]
    )
    return tuple(stand.at for stand in moved if ways.why_not_stand(stand) is not None)

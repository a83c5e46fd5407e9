"""Placement of boats in water and trains on rails (K2.4, L21.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.littlewars.game_tabletop import GameTabletop
from engine.tabletop.buffered_shapes import BufferedShape, core_of, is_within
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_map import TabletopFeature
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import ObstacleKind, Obstruction

BOAT = "boat"
ON_RAILS = ("engine", "truck")
BESIDE = 2
"""Distance of a piece on rails from the middle of the line, in sixteenths of an inch."""


def standing_refusal(
    field: GameTabletop, now: TabletopPaths, stand: PlacedPiece
) -> Obstruction | None:
    """Return the reason why a piece cannot stand: as all, boats need water, trains rails."""
    if stand.type == BOAT:
        there = TabletopPaths(field.terrain_for_boats(now.ground.margin), now.stands.values())
        return there.standing_refusal(stand) or _why_not_afloat(field, stand)
    found = now.standing_refusal(stand)
    if found is None and stand.type in ON_RAILS and railway_at(field, stand.at) is None:
        return Obstruction(ObstacleKind.RAILS, "", stand.at)
    return found


def _why_not_afloat(field: GameTabletop, stand: PlacedPiece) -> Obstruction | None:
    dry = (
        Point(*at) for at in field.footprint_of(stand).points if not is_afloat(field, Point(*at))
    )
    found = next(dry, None)
    return None if found is None else Obstruction(ObstacleKind.DRY, "", found)


def is_afloat(field: GameTabletop, at: Point) -> bool:
    """Return whether a boat floats at a point: on a river or a lake."""
    return any(is_within(water, BufferedShape((at,)), 0) for water in field.navigable)


def railway_at(field: GameTabletop, at: Point) -> TabletopFeature | None:
    """The railway on which a point lies."""
    return next((one for one in field.railways if is_on_railway(one, at)), None)


def is_on_railway(line: TabletopFeature, at: Point) -> bool:
    """Return whether a point lies on the middle of a line."""
    return is_within(core_of(line.shape)._replace(doubled=0), BufferedShape((at,)), BESIDE)


def first_wet_point(field: GameTabletop, way: Sequence[Point]) -> Point | None:
    """The first point of a way that is in water, not on a bridge over it."""
    return next((at for at in way if _is_wet(field, BufferedShape((at,)))), None)


def _is_wet(field: GameTabletop, at: BufferedShape) -> bool:
    if not any(is_within(water, at, 0) for water in field.waters):
        return False
    return not any(is_within(bridge, at, 0) for bridge in field.bridges)

"""The editing context of deployment on a table: the scenario, the selection, and invalid places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import hypot

from engine.editing import figure_group_edits
from engine.editing.free_hexes import valid_scenario_limits
from engine.editing.shape_transforms import ShapeBounds, box_round
from engine.games.figure_group_kinds import ArmyRemark, FigureGroupKind
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from engine.tabletop.footprints import Footprint, PlacedPiece, footprint
from engine.tabletop.formations import FormationPlace
from engine.tabletop.shapes import INCH, Point
from engine.tabletop.tabletop_map import TabletopMap
from engine.tabletop.tabletop_paths import TabletopPaths
from engine.tabletop.tabletop_terrain import TabletopTerrain
from studio.canvas.pointer_events import TabletopPointerEvent
from studio.documents.scenario_document import ScenarioDocument
from studio.rendering.tabletop.figure_tokens import figure_places_of_group
from studio.workspaces.map.tabletop.pointer_targets import (
    SnapGuides,
    SnapResult,
    SnapSettings,
    snap,
)

REACH = 4.0  # pixels beside a stand that still count as on it


class GroupEditingContext:
    """Tools work on it. `draft` is the body that the next drag lays."""

    def __init__(self, document: ScenarioDocument) -> None:
        self.document = document
        self.snapping = SnapSettings()
        self.draft: FigureGroup | None = None
        self._selection: tuple[str, ...] = ()
        self._standing: dict[str, tuple[FigureGroup, tuple[FormationPlace, ...]]] = {}
        self._kinds: tuple[object, Mapping[str, FigureGroupKind]] | None = None
        self._guides: tuple[TabletopMap, SnapGuides] | None = None

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.document.scenario

    @property
    def state(self) -> Scenario:
        """Return the scenario."""
        return self.scenario

    @property
    def table(self) -> TabletopMap:
        """The table it is played on."""
        return self.scenario.table

    @property
    def kinds(self) -> Mapping[str, FigureGroupKind]:
        """The kinds of body that the game knows; none where its rules are invalid."""
        scenario = self.scenario
        asked = scenario.game, scenario.rules, scenario.sides
        if self._kinds is None or self._kinds[0] != asked:
            limits = valid_scenario_limits(scenario)
            self._kinds = asked, limits.bodies if limits is not None else {}
        return self._kinds[1]

    @property
    def remarks(self) -> tuple[ArmyRemark, ...]:
        """Return the game's remarks on the armies as they are."""
        limits = valid_scenario_limits(self.scenario)
        return tuple(limits.remarks(self.scenario)) if limits is not None else ()

    @property
    def shapes(self) -> dict[str, str]:
        """The footprint of each type of body on the table."""
        return {type_: kind.footprint for type_, kind in self.kinds.items()}

    def commit(self, scenario: Scenario, name: str, typed: str = "") -> None:
        """Put another scenario in the place of this one, as one step."""
        if scenario.bodies != self.scenario.bodies:
            self.document.apply(scenario, name, typed)

    # --- who is selected --------------------------------------------------------------------------

    @property
    def bodies(self) -> dict[str, FigureGroup]:
        """The bodies by their ids."""
        return figure_group_edits.figure_groups_by_id(self.scenario)

    @property
    def selection(self) -> tuple[str, ...]:
        """The selected bodies that still exist."""
        known = self.bodies
        return tuple(id_ for id_ in self._selection if id_ in known)

    def select(self, ids: Iterable[str]) -> None:
        """Select these only."""
        self._selection = tuple(dict.fromkeys(ids))

    def toggle(self, id_: str) -> None:
        """Add a body to the selection, or take it out."""
        now = self.selection
        self.select(each for each in now if each != id_) if id_ in now else self.select((*now, id_))

    @property
    def chosen(self) -> list[FigureGroup]:
        """The selected bodies."""
        known = self.bodies
        return [known[id_] for id_ in self.selection]

    # --- where they stand -------------------------------------------------------------------------

    def figures(self, body: FigureGroup) -> tuple[FormationPlace, ...]:
        """Return the places of a group's figures; cached while it is the same."""
        kept = self._standing.get(body.id)
        if kept is None or kept[0] is not body:
            kept = self._standing[body.id] = (
                body,
                tuple(figure_places_of_group(body, self.shapes, self.table.scale)),
            )
        return kept[1]

    def footprint(self, body: FigureGroup) -> Footprint:
        """The room one figure of a body takes up."""
        return footprint(self.shapes.get(body.type, body.type), self.table.scale)

    def at(self, pointer: TabletopPointerEvent) -> str | None:
        """The body whose figure is under the pointer, the nearest of several."""
        best: tuple[float, str] | None = None
        for body in self.scenario.bodies:
            reach = _reach(self.footprint(body)) + REACH * pointer.pixel
            for stand in self.figures(body):
                apart = hypot(stand.at.x - pointer.x, stand.at.y - pointer.y)
                if apart <= reach and (best is None or apart < best[0]):
                    best = apart, body.id
        return best[1] if best is not None else None

    def box(self, ids: Iterable[str] | None = None) -> ShapeBounds | None:
        """The rectangle round the middles of all figures of some bodies."""
        known = self.bodies
        chosen = [known[id_] for id_ in (self.selection if ids is None else ids)]
        return box_round(
            ShapeBounds(stand.at.x, stand.at.y, stand.at.x, stand.at.y)
            for body in chosen
            for stand in self.figures(body)
        )

    def within(self, box: ShapeBounds) -> list[str]:
        """The bodies with at least one figure in a box."""
        return [
            body.id
            for body in self.scenario.bodies
            if any(_is_in(stand.at, box) for stand in self.figures(body))
        ]

    def snap(self, pointer: TabletopPointerEvent) -> SnapResult:
        """Return the snapped place of the pointer; with Control it does not snap."""
        snapping = replace(self.snapping, is_to_edges=False)
        return snap(
            (pointer.x, pointer.y), snapping, self._around(), pointer.pixel, is_free=pointer.control
        )

    def _around(self) -> SnapGuides:
        if self._guides is None or self._guides[0] is not self.table:
            self._guides = self.table, SnapGuides(self.table)
        return self._guides[1]


def _reach(print_: Footprint) -> float:
    return max(print_.breadth, print_.length) / 2 + print_.radius


def _is_in(at: Point, box: ShapeBounds) -> bool:
    return box.left <= at.x <= box.right and box.bottom <= at.y <= box.top


MARGIN = 12 * INCH  # before or behind a back line (L2.2)
MAX_LOOKED_AT = 400  # stands of an army under the pointer

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
        for number,
        place in enumerate(figure_places_of_group(body, shapes, scenario.table.scale), 1)
    ]  # fmt: skip


def blocked_figures(
    scenario: Scenario,
    bodies: Sequence[FigureGroup],
    others: Sequence[FigureGroup],
    shapes: Mapping[str, str],
) -> tuple[Point, ...]:
    """Places where figures cannot stand: in an obstacle, in water, on other figures (G5)."""
    moved = placed_figures(scenario, bodies, shapes)
    if len(moved) > MAX_LOOKED_AT:
        return ()
    ways = TabletopPaths(
        prepared_surface(scenario.table), [*moved, *placed_figures(scenario, others, shapes)]
    )
    return tuple(stand.at for stand in moved if ways.standing_refusal(stand) is not None)

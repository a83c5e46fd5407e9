"""Modules of VASSAL as a start for scenarios: the board to trace, its hexes, zones and counters.

The ground is not in a module: it is drawn on the picture of the board, which lies under the map.
Every counter that lies on the board at the start becomes a unit of the game's first type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import shapely

from engine.games import rule_system_of
from engine.hexes.hex import Hex
from engine.hexes.printed_labels import PrintedLabels
from engine.interchange.foreign_files import Element, refuse
from engine.interchange.import_result import ImportedScenario, ImportResult, Losses
from engine.interchange.map_assembly import MAX_ZONES, GroundBuilder, free_id, id_of, plain_title
from engine.interchange.megamek_setups import MAX_UNITS
from engine.interchange.picture_grid import PictureHexGrid
from engine.interchange.underlay_pictures import LaidPicture
from engine.interchange.vassal_boards import (
    MAP,
    NUMBERING,
    FoundBoard,
    VassalModule,
    named_points,
)
from engine.interchange.vassal_numbering import VassalNames, label_style_matching_names
from engine.interchange.vassal_pieces import VassalSides, piece_name, piece_words
from engine.map.map import Map, Zone
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import localised, text

MAX_POINTS = 20_000  # of the outlines of all zones


def read(path: Path, game: str, board: str = "") -> ImportedScenario:
    """The scenario in a module: one of its boards, the first by counters where none is named.

    InvalidFileError says what is wrong with the module.
    """
    return _Making(VassalModule(path), board).set_up(game)


def read_map(path: Path, board: str = "") -> ImportResult:
    """The map of a board alone, with its picture; counters are reported as lost."""
    return _Making(VassalModule(path), board).brought()


class _Making:
    """A map and a scenario made of a module: hexes, labels, zones, then counters."""

    def __init__(self, module: VassalModule, wanted: str) -> None:
        self.module, self.losses = module, Losses()
        self.board = module.with_picture(self._choice(wanted))
        self.hexes: PictureHexGrid = module.hexes(self.board)
        self.map = Map.blank(self.hexes.grid)
        self.found: dict[str, Hex] = {}
        self._lay_ground()
        self._label()
        self._lay_zones()
        title = plain_title(module.title) or module.path.stem
        self.map.title = title
        self.map.origin = plain_title(f"VASSAL: {title}, {self.board.name} ({module.path.name})")
        self._tell_what_is_left()

    def _choice(self, wanted: str) -> FoundBoard:
        """The board with most stacks at the start, or the one that is named."""
        boards = list(self.module.boards())
        named = [board for board in boards if board.name == wanted] if wanted else boards
        if not named:
            known = ", ".join(dict.fromkeys(board.name for board in boards))
            code = "vassal-no-board" if wanted else "vassal-no-hexes"
            refuse(code, self.module.path, found=wanted, known=known)
        chosen = max(named, key=lambda board: len(_stacks(board)))
        for other in boards:
            if other is not chosen:
                self.losses.add("vassal-board-left", other.name)
        return chosen

    # --- the map --------------------------------------------------------------------------------

    def _lay_ground(self) -> None:
        ground = GroundBuilder(self.map.grid)
        index = ground.index("no-data")
        for hex_ in self.hexes.hexes_off_picture():
            ground.plane[self.map.grid.index(hex_)] = index
        ground.lay_on(self.map)
        if self.hexes.has_cut:
            self.losses.add("vassal-cut")
        if self.board.picture is None:
            self.losses.add("vassal-no-picture", self.board.element.get("image") or "")

    def _label(self) -> None:
        """Labels that say what VASSAL says; if none can, it is reported."""
        off = set(self.hexes.hexes_off_picture())
        hexes = [hex_ for hex_ in self.map.grid if hex_ not in off]
        numbering = self.board.grid.find(NUMBERING)
        if numbering is not None:
            names = VassalNames(dict(numbering.attrib), self.hexes)
            called = {hex_: names.name(hex_) for hex_ in hexes}
        else:
            called = {self.hexes.hex_at(at): name for name, at in named_points(self.board)}
            called = {hex_: called[hex_] for hex_ in hexes if hex_ in called}
        self.found = {name: hex_ for hex_, name in called.items()}
        style, others = label_style_matching_names(self.map.grid, self.map.hex_metres, called)
        self.map.label_style = style
        separator = numbering.get("sep", "").strip() if numbering is not None else ""
        if separator and not isinstance(style, PrintedLabels):
            self.losses.add("vassal-separator", separator)
        for hex_ in others:
            self.losses.add("vassal-labels-in", called[others[0]], self.map.grid.name(hex_))

    def _lay_zones(self) -> None:
        centres = shapely.points([self.hexes.pixel(hex_) for hex_ in self.map.grid])
        points = 0
        for element in self.board.zones:
            name = plain_title(element.get("name", ""))
            outline = _outline(element.get("path", ""))
            points += len(outline)
            if len(self.map.zones) >= MAX_ZONES or points > MAX_POINTS:
                self.losses.add("zone-too-many", name)
                continue
            area = shapely.make_valid(shapely.Polygon(outline)) if len(outline) > 2 else None
            inside = shapely.contains_xy(area, shapely.get_coordinates(centres)) if area else None
            if inside is None or not inside.any():
                self.losses.add("vassal-zone-empty", name)
                continue
            zone = free_id(id_of(name) or "zone", self.map.zones)
            self.map.zones[zone] = Zone(inside.reshape(self.map.grid.shape), name)

    def picture(self) -> LaidPicture | None:
        """The board's picture where it lies under the map."""
        if self.board.picture is None:
            return None
        return LaidPicture(
            self.board.picture, self.board.ending, self.board.size, self.hexes.placed
        )

    def _tell_what_is_left(self) -> None:
        """Report the parts of a module that have no place in a scenario."""
        root, losses = self.module.root, self.losses
        here = self.board.map_element
        for map_ in self.module.maps:
            if map_ is not here:
                slots = sum(len([*stack]) for stack in map_.iter(f"{MAP}.SetupStack"))
                if slots:
                    losses.add("vassal-elsewhere", map_.get("mapName", ""), count=slots)
        for deck in root.iter(f"{MAP}.DrawPile"):
            losses.add("vassal-deck-left", plain_title(deck.get("name", "")))
        for window in root.iter("VASSAL.build.module.PieceWindow"):
            slots = len([*window.iter("VASSAL.build.widget.PieceSlot")])
            if slots:
                losses.add("vassal-palette", plain_title(window.get("name", "")), count=slots)

    def brought(self) -> ImportResult:
        for _ in _stacks(self.board):
            self.losses.add("vassal-counters")
        notes = [text("interchange.vassal-trace")]
        return ImportResult(self.map, self.losses.listed(), notes, self.picture())

    # --- the scenario ---------------------------------------------------------------------------

    def set_up(self, game: str) -> ImportedScenario:
        type_ = next(iter(rule_system_of(game).handbook({}).units()))
        sides = VassalSides(self.module.sides)
        units: list[ScenarioUnit] = []
        for stack in _stacks(self.board):
            at, name = self._at(stack), plain_title(stack.get("name", ""))
            for slot in stack.iter("VASSAL.build.widget.PieceSlot"):
                unit = self._unit(slot, name, at, sides, type_)
                if unit is not None:
                    units.append(unit)
        self._tell_of(units, sides, rule_system_of(game).handbook({}).units()[type_])
        scenario = Scenario(
            game, self.map, tuple(sides.listed(units)), _numbered(units), localised(self.map.title)
        )
        notes = [text("interchange.vassal-trace"), text("interchange.vassal-complete")]
        return ImportedScenario(scenario, self.losses.listed(), notes, self.picture())

    def _unit(
        self, slot: Element, stack: str, at: Hex | None, sides: VassalSides, type_: str
    ) -> ScenarioUnit | None:
        definition = slot.text or ""
        name = piece_name(definition, slot.get("entryName", "")) or stack
        if at is None or at not in self.map.grid:
            self.losses.add("vassal-off", name)
            return None
        said = f"{stack} {slot.get('entryName', '')} {piece_words(definition)}"
        side = sides.side_named_in(said)
        if side is None:
            self.losses.add("vassal-whose", name, self.map.grid.name(at))
        return ScenarioUnit("", side or sides.first, type_, name, at=at)

    def _at(self, stack: Element) -> Hex | None:
        """Return the hex of a stack: the grid location it names, or its point."""
        if stack.get("useGridLocation") == "true" and stack.get("location") in self.found:
            return self.found[stack.get("location")]
        try:
            point = float(stack.get("x", "")), float(stack.get("y", ""))
        except ValueError:
            return None
        is_near = all(abs(value) < 1e6 for value in point)
        return self.hexes.hex_at(point) if is_near else None

    def _tell_of(self, units: Sequence[ScenarioUnit], sides: VassalSides, type_: object) -> None:
        if units:
            named = type_.get("name", "") if isinstance(type_, dict) else ""
            self.losses.add("setup-type", localised(named), count=len(units))
        for side in sides.unused(units):
            self.losses.add("vassal-side-left", side)
        if len(units) > MAX_UNITS:
            self.losses.add("setup-units", str(MAX_UNITS), count=len(units) - MAX_UNITS)


def _numbered(units: Sequence[ScenarioUnit]) -> tuple[ScenarioUnit, ...]:
    """Units with ids of their own, as many as a scenario may have."""
    return tuple(replace(unit, id=f"{unit.side[:33]}-{place}")
                 for place, unit in enumerate(units[:MAX_UNITS], 1))  # fmt: skip


def _stacks(board: FoundBoard) -> list[Element]:
    """The stacks that lie on a board at the start; those of no board lie on the map's first."""
    stacks = board.map_element.iter(f"{MAP}.SetupStack")
    return [one for one in stacks if one.get("owningBoard", "") in ("", "null", board.name)]


def _outline(said: str) -> list[tuple[float, float]]:
    """The points of a zone, `x,y;x,y`; none if one is not a point."""
    found = []
    for word in said.split(";") if said else ():
        x, _, y = word.partition(",")
        try:
            point = float(x), float(y)
        except ValueError:
            return []
        if not all(np.isfinite(point)):
            return []
        found.append(point)
    return found

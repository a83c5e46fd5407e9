"""A scenario as a VASSAL module: its board, counters, markers, cards and charts drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import shapely

from engine.files import source_text
from engine.games import card_effects_of, handbook_of, mark_looks_of, scenario_limits_of
from engine.games.handbook import Marker
from engine.hexes.hex import Hex, distance
from engine.interchange.import_result import Loss, Losses, Report, report_nothing
from engine.interchange.vassal_writer import (
    VassalDeck,
    VassalMarker,
    VassalModuleContents,
    VassalPicture,
    VassalPiece,
    VassalStack,
    VassalZone,
    compose,
)
from engine.interchange.virtual_tabletops import report_drawn_kinds
from engine.map.map import Map, Plane
from engine.narration.scenario_names import ScenarioNames, zone_title
from engine.problems import SandtableError
from engine.scenario.scenario import Card, Deck, Scenario
from engine.texts import localised, text
from studio.rendering.cards.card_painter import CardRenderContext, card_title
from studio.rendering.counters.carried_units import counter_and_cargo
from studio.rendering.counters.counter import build_counter_customiser
from studio.rendering.counters.counter_painter import Counter, build_counter, side_colours
from studio.rendering.counters.printed_counters import (
    PrintedFace,
    breakdown_parts,
    marker_faces,
    marker_name,
)
from studio.rendering.export.vassal_pictures import (
    card_back_png,
    card_png,
    card_size,
    counter_png,
    face_png,
    marker_png,
)
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.deployment import Deployment, build_deployment
from studio.rendering.map.map_pictures import check_sheet_fits, render_map
from studio.rendering.map.render_options import RenderOptions

COUNTER = 0.7  # of a hex's width
CHART_PX = 40.0  # a hex's width on the sheet with the legend
SMALLEST_CHART = 12.0
BOARD, PACKED_AT = 0.7, 0.95  # shares that are done when the board, and all else, is drawn


def write_vassal_module(
    map_: Map,
    scenario: Scenario | None,
    folder: Path,
    out: Path,
    hex_px: float,
    language: str,
    report: Report = report_nothing,
) -> list[Loss]:
    """Draw a scenario, or a map alone, and write it as a module; needs an application."""
    losses = Losses()
    module = build_vassal_module(map_, scenario, folder, hex_px, language, losses, report)
    report(PACKED_AT)
    report_drawn_kinds(map_, losses)
    source_text.write(out, compose(module, losses))
    return losses.listed()


def build_vassal_module(
    map_: Map,
    scenario: Scenario | None,
    folder: Path,
    hex_px: float,
    language: str,
    losses: Losses,
    report: Report = report_nothing,
) -> VassalModuleContents:
    """Build the contents of a module; `folder` is that of the scenario's file."""
    look = RenderOptions(hex_px, legend=False, language=language)
    sheet = check_sheet_fits(map_, look, PictureFormat.PNG)
    drawn = render_map(map_, look, PictureFormat.PNG, report=lambda share: report(BOARD * share))
    report(BOARD)
    board = VassalPicture("board.png", drawn.content, (drawn.width, drawn.height))
    name = localised((scenario.title if scenario else "") or map_.title, language) or "Sandtable"
    module = VassalModuleContents(
        name, map_, board, hex_px, (sheet.map_left, sheet.map_top), map_.credits
    )
    called = {id_: zone_title(zone.name, id_, language) for id_, zone in map_.zones.items()}
    zones = {
        f"{name} ({id_})" if list(called.values()).count(name) > 1 else name: map_.zones[id_].hexes
        for id_, name in called.items()
    }
    module.areas = list(zone_areas(module, zones, losses))
    module.charts = [_chart(map_, scenario, language)]
    module.discards = text("interchange.vassal-discards", language, deck="{deck}")
    if scenario is not None:
        module.sides = [localised(side.name, language) or side.id for side in scenario.sides]
        _ModuleBuilder(module, scenario, folder, language, losses).fill()
    return module


def _chart(map_: Map, scenario: Scenario | None, language: str) -> tuple[str, VassalPicture]:
    """The whole sheet with its legend, and the scenario as it begins."""
    longest = max(map_.grid.columns, map_.grid.rows)
    look = RenderOptions(max(SMALLEST_CHART, min(CHART_PX, 4000 / longest)), language=language)
    deployment = build_deployment(scenario) if scenario else None
    drawn = render_map(map_, look, PictureFormat.PNG, None, deployment)
    picture = VassalPicture("sheet.png", drawn.content, (drawn.width, drawn.height))
    return text("interchange.vassal-chart", language), picture


def zone_areas(
    module: VassalModuleContents, zones: Mapping[str, Plane], losses: Losses
) -> Iterator[VassalZone]:
    """The zones by their outlines, the smallest first: VASSAL takes a hex for the first it is in.

    Zones hidden by others for that reason are reported.
    """
    taken = np.zeros(module.map.grid.shape, np.bool_)
    for name, plane in sorted(zones.items(), key=lambda zone: int(zone[1].sum())):
        if not plane.any():
            continue
        for row, column in np.argwhere(plane & taken).tolist():
            losses.add("vassal-overlap", name, f"@{column},{row}")
        taken |= plane
        yield VassalZone(name, _outline(module, plane))


def _outline(module: VassalModuleContents, plane: Plane) -> tuple[tuple[float, float], ...]:
    """A zone as one line that goes round each of its parts and holes, from a point there and back.

    VASSAL counts as inside whatever such a line goes round an odd number of times; the ways there
    and back cancel out.
    """
    grid, (left, top) = module.map.grid, module.corner
    hexes = [
        shapely.Polygon([(x + left, y + top) for x, y in grid.outline(hex_, module.hex_px)])
        for hex_ in grid
        if plane[grid.index(hex_)]
    ]
    whole = shapely.union_all([shapely.buffer(one, 0.01, join_style="mitre") for one in hexes])
    parts = whole.geoms if isinstance(whole, shapely.MultiPolygon) else [whole]
    rings = [ring for part in parts if isinstance(part, shapely.Polygon)
             for ring in (part.exterior, *part.interiors)]  # fmt: skip
    first, *others = [[(x, y) for x, y in ring.coords] for ring in rings]
    if not others:
        return tuple(first[:-1])
    return (*first, *(point for ring in others for point in (*ring, first[0])))


class _ModuleBuilder:
    """Puts a scenario's counters and cards into a module."""

    def __init__(
        self,
        module: VassalModuleContents,
        scenario: Scenario,
        folder: Path,
        language: str,
        losses: Losses,
    ) -> None:
        self.module, self.scenario, self.folder = module, scenario, folder
        self.language, self.losses = language, losses
        self.size = round(COUNTER * module.hex_px)
        self.titles = {
            side.id: localised(side.name, language) or side.id for side in scenario.sides
        }
        self.faces: dict[Counter, VassalPicture] = {}
        self.marks, self.known = _marks(scenario), mark_looks_of(scenario.game)
        self.marker = cache(self._marker)
        book = handbook_of(scenario)
        self.types, self.spares = book.units(), book.markers(scenario)

    def fill(self) -> None:
        deployment = build_deployment(self.scenario)
        for hex_, counters in deployment.placed.items():
            self._stack(self.module.map.labels.label(hex_), hex_, counters)
        self._add_waiting(deployment)
        self._add_features()
        self._add_spares()
        for side, deck in self._decks():
            if deck.cards:
                self.module.piles.append(self._pile(side, deck))
        if self.scenario.objectives:
            self.losses.add("vassal-objectives", count=len(self.scenario.objectives))

    def _add_waiting(self, deployment: Deployment) -> None:
        """Units set up in a zone lie in its middle; reinforcements wait in a palette."""
        reserves: dict[str, list[VassalPiece]] = defaultdict(list)
        for group in deployment.waiting:
            if group.turn:
                turn = text("interchange.vassal-turn", self.language, turn=group.turn)
                for counter in group.counters:
                    reserves[turn] += map(self._piece, counter_and_cargo(counter))
            else:
                side = group.counters[0].side
                self._stack(self.titles.get(side, side), group.at, group.counters)
        self.module.reserves = dict(reserves)

    def _add_features(self) -> None:
        """Add the features in hexes; those not placed yet are in the middle of their zone."""
        kinds = {marker.front: marker for marker in self.spares if marker.amounts is not None}
        for feature in self.scenario.features:
            at = feature.at or next(iter(_middles(self.scenario, feature.zone)), None)
            if at is None or feature.kind not in kinds:
                self.losses.add("vassal-features")
                continue
            label = self.module.map.labels.label(at)
            self._lay(label, at, (self._spare(kinds[feature.kind]),))

    def _add_spares(self) -> None:
        """Palettes of the parts units may break down into, and of markers."""
        colours, dress = side_colours(self.scenario), build_counter_customiser(self.scenario)
        parts = [
            build_counter(part, colours, self.types, None, self.known, dress)
            for unit in self.scenario.units
            for part in breakdown_parts(unit, self.types)
        ]
        palettes = {
            "vassal-parts": [self._piece(counter) for counter in parts],
            "vassal-markers": [self._spare(marker) for marker in self.spares],
        }
        self.module.reserves |= {
            text(f"interchange.{key}", self.language): pieces
            for key, pieces in palettes.items() if pieces
        }  # fmt: skip

    def _spare(self, marker: Marker) -> VassalPiece:
        """A marker by itself, with what is on its back."""
        names = ScenarioNames(self.scenario, self.language)
        front, back = (self._face(face) for face in marker_faces(marker, self.known, names))
        return VassalPiece(marker_name(marker, self.known, names), front, back=back)

    def _face(self, face: PrintedFace) -> VassalPicture:
        file = f"spare-{face.id}.png"
        return VassalPicture(file, face_png(face, self.size), (self.size, self.size))

    def _stack(self, name: str, hex_: Hex, counters: tuple[Counter, ...]) -> None:
        parts = (part for counter in counters for part in counter_and_cargo(counter))
        self._lay(name, hex_, tuple(map(self._piece, parts)))

    def _lay(self, name: str, hex_: Hex, pieces: tuple[VassalPiece, ...]) -> None:
        x, y = self.module.map.grid.centre(hex_, self.module.hex_px)
        at = x + self.module.corner[0], y + self.module.corner[1]
        self.module.stacks.append(VassalStack(name, at, pieces))

    def _piece(self, counter: Counter) -> VassalPiece:
        bare = replace(counter, name="", type_name="", marks=(), front=None, load=())
        if bare not in self.faces:
            content = counter_png(bare, self.size, self.language)
            file = f"counter-{len(self.faces) + 1}.png"
            self.faces[bare] = VassalPicture(file, content, (self.size, self.size))
        markers = tuple(
            VassalMarker(
                self.known.mark_names([mark], self.language),
                self.marker(mark),
                mark in counter.marks,
            )
            for mark in self.marks
        )
        name = localised(counter.name, self.language) or counter.id
        return VassalPiece(name, self.faces[bare], markers)

    def _marker(self, mark: str) -> VassalPicture:
        content = marker_png(self.known.look_of(mark), self.size, self.language)
        return VassalPicture(f"marker-{mark}.png", content, (self.size, self.size))

    # --- cards --------------------------------------------------------------------------------

    def _decks(self) -> tuple[tuple[str, Deck], ...]:
        try:
            return handbook_of(self.scenario).decks(self.scenario)
        except SandtableError as error:
            self.losses.add("vassal-decks", str(error))
            return ()

    def _pile(self, side: str, deck: Deck) -> VassalDeck:
        """A side's deck; its name says whose it is, as others may have one of the same title."""
        path = self.folder / self.scenario.deck_paths.get(deck.id, "")
        game, rules = self.scenario.game, self.scenario.rules
        folder = path.parent if source_text.is_file(path) else self.folder
        terms = scenario_limits_of(
            game, rules, [each.id for each in self.scenario.sides]
        ).card_terms
        look = CardRenderContext(card_effects_of(game, rules), folder, terms=terms)
        number, size = len(self.module.piles) + 1, card_size(deck)
        back = VassalPicture(f"back-{number}.png", card_back_png(deck, look, self.language), size)

        def drawn(place: int, card: Card) -> VassalPiece:
            content = card_png(card, deck, look, self.language)
            face = VassalPicture(f"card-{number}-{place}.png", content, size)
            return VassalPiece(card_title(card, self.language) or card.id, face, back=back)

        faces = [drawn(place, card) for place, card in enumerate(deck.cards, 1)]
        copies = zip(faces, deck.cards, strict=True)
        cards = tuple(face for face, card in copies for _ in range(card.copies))
        title = localised(deck.title, self.language) or deck.id
        whose = [self.titles.get(side, side)] if side else []
        return VassalDeck(": ".join(filter(None, [*whose, title])), cards)


def _middles(scenario: Scenario, zone: str) -> list[Hex]:
    """The hexes of a zone, the one nearest to its middle first; none where there is no such."""
    if zone not in scenario.zones and zone not in scenario.map.zones:
        return []
    hexes = scenario.zone(zone)
    return sorted(hexes, key=lambda at: sum(distance(at, other) for other in hexes))


def _marks(scenario: Scenario) -> tuple[str, ...]:
    """The states a unit may have, where the game says so; else those of units in general."""
    try:
        found = scenario_limits_of(
            scenario.game, scenario.rules, [side.id for side in scenario.sides]
        ).marks
    except SandtableError:
        found = ()
    return tuple(dict.fromkeys([*found, *(mark for unit in scenario.units for mark in unit.marks)]))

"""The references of a scenario to maps, tables and decks edited in other tabs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.files.source_text import ParsedSource
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck, Scenario
    from engine.tabletop.tabletop_map import TabletopMap


class OpenDeckReference(NamedTuple):
    """A deck as it is edited, and its file as it would be written now."""

    deck: Deck
    source: ParsedSource


@dataclass(frozen=True)
class OpenReferences:
    """Maps, tables and decks by the files they belong to, the paths resolved."""

    grounds: Mapping[Path, Map | TabletopMap] = field(default_factory=dict)
    decks: Mapping[Path, OpenDeckReference] = field(default_factory=dict)

    def __or__(self, newer: OpenReferences) -> OpenReferences:
        return OpenReferences({**self.grounds, **newer.grounds}, {**self.decks, **newer.decks})

    def surface_of(self, scenario: Scenario, file: Path) -> Map | TabletopMap:
        """The map or table of a scenario whose file is this."""
        found = self.grounds.get(file)
        is_alike = found is not None and isinstance(found, Map) != scenario.is_on_table
        return found if found is not None and is_alike else scenario.ground

    def decks_of(self, scenario: Scenario, files: Mapping[str, Path]) -> dict[str, Deck]:
        """The decks of a scenario, those of files as they stand; `files` leads to theirs."""
        return {
            name: replace(self.decks[files[name]].deck, id=name)
            if name in files and files[name] in self.decks
            else deck
            for name, deck in scenario.decks.items()
        }

    @property
    def sources(self) -> dict[Path, ParsedSource]:
        """The files of the decks as they would be written now."""
        return {path: deck.source for path, deck in self.decks.items()}


def replace_scenario_surface(
    scenario: Scenario, ground: Map | TabletopMap, *, by_label: bool
) -> Scenario:
    """The scenario on another state of its map or table; on this bodies stay where they are."""
    if isinstance(ground, Map):
        return replace_scenario_map(scenario, ground, by_label=by_label)
    return replace(scenario, ground=ground)


def replace_scenario_map(scenario: Scenario, map_: Map, *, by_label: bool) -> Scenario:
    """The scenario on another state of its map.

    Where that has another shape or other labels every hex is the one of the same name, as it would
    be read again from the file: of the same label, else of the same column and row. What has no
    such hex any more stays where it was.
    """
    was = scenario.map
    if was.grid == map_.grid and was.label_style == map_.label_style:
        return replace(scenario, ground=map_)

    def moved(hex_: Hex) -> Hex:
        name = was.labels.label(hex_) if by_label else was.grid.name(hex_)
        try:
            return map_.labels.find(name)
        except UnknownHexError:
            return hex_

    return replace(
        scenario,
        ground=map_,
        units=tuple(
            replace(unit, at=moved(unit.at)) if unit.at is not None else unit
            for unit in scenario.units
        ),
        objectives=tuple(
            replace(goal, at=moved(goal.at)) if goal.at is not None else goal
            for goal in scenario.objectives
        ),
        features=tuple(
            replace(each, at=moved(each.at)) if each.at is not None else each
            for each in scenario.features
        ),
        zones={name: tuple(map(moved, hexes)) for name, hexes in scenario.zones.items()},
    )

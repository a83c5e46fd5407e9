"""Scenarios as files: `scenario/2` read into a Scenario, with every fault found on the way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.files import (
    counter_layout_files,
    map_reader,
    source_text,
    tabletop_map_reader,
)
from engine.files import deck_files as deckfile
from engine.files.deck_files import DeckFile
from engine.files.figure_group_reader import FigureGroupReader
from engine.files.format_versions import migrate
from engine.files.source_text import ParsedSource, SourceNode
from engine.files.valid_parts import Steps, ValidParts, without_duplicate_ids
from engine.hexes.hex import Hex
from engine.hexes.labels import UnknownHexError
from engine.map.map import Map
from engine.play.decisions import UMPIRE
from engine.problems import InvalidFileError, Problem, TextPosition, Waiver, nearest_word
from engine.scenario.scenario import (
    Arrival,
    Deck,
    Formation,
    Objective,
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    StartingHand,
    VictoryCondition,
    VictoryKind,
)

if TYPE_CHECKING:
    from engine.tabletop.tabletop_map import TabletopMap

UNIT_PLACES = ("at", "zone", "arrives", "aboard", "bearer")
"""The keys of a unit of which exactly one says where it begins."""
ON_A_MAP = ("map_hash", "forces", "formations", "zones", "features", "objectives")
"""The keys that mean nothing on a table."""


def load(path: Path) -> Scenario:
    """The scenario in a file; InvalidFileError lists every fault that keeps it from being one.

    It need not be playable: a unit may stand in a lake. `engine.checks.scenario_checks` finds that.
    """
    return open_file(path).scenario


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario with the file it was read from: what an edited scenario is compared with.

    `places` leads from a unit, objective, condition or card to where the file speaks of it.
    """

    source: ParsedSource
    scenario: Scenario
    decks: Mapping[str, DeckFile] = field(default_factory=dict)
    units: Mapping[str, Steps] = field(default_factory=dict)
    objectives: Mapping[str, Steps] = field(default_factory=dict)
    victory: tuple[Steps, ...] = ()
    features: Mapping[str, Steps] = field(default_factory=dict)
    formations: Mapping[str, Steps] = field(default_factory=dict)
    bodies: Mapping[str, Steps] = field(default_factory=dict)

    @property
    def uses_labels(self) -> bool:
        """Return True if the file writes hexes by their labels rather than as `@column,row`."""
        paths = [*self.units.values(), *self.features.values()]
        written = [self.source.root.at([*path, "at"]).value for path in paths]
        return any(isinstance(word, str) and not word.startswith("@") for word in written)


def open_file(path: Path) -> ScenarioFile:
    """A scenario file, ready to be edited and saved; InvalidFileError lists every fault."""
    found, problems = read_scenario(migrate(source_text.read(path), "scenario"))
    if found is None or problems:
        raise InvalidFileError(problems)
    return found


def read_leniently(path: Path) -> ScenarioFile:
    """A scenario file as far as it can be read: what is faulty is left out, and stays in the file.

    InvalidFileError where there is no scenario to be had: without a parsable file, map,
    game and sides.
    """
    found, problems = read_scenario(migrate(source_text.read(path), "scenario"))
    if found is None:
        raise InvalidFileError(problems)
    return found


def read_scenario(
    source: ParsedSource,
    ground: Map | TabletopMap | None = None,
    decks: Mapping[Path, ParsedSource] | None = None,
) -> tuple[ScenarioFile | None, list[Problem]]:
    """The scenario that a parsed file of the newest version describes, and its faults.

    Entries that are faulty are left out; without a sound map or table and sides there is none. With
    a ground the one the file names is not read; nor are the files, by resolved paths, of `decks`.
    """
    reader = _Reader(source, ground, decks)
    return reader.read(), reader.parts.problems


class _Reader:
    """Reads one file part by part; `parts.problems` fills up on the way."""

    def __init__(
        self,
        source: ParsedSource,
        ground: Map | TabletopMap | None = None,
        decks: Mapping[Path, ParsedSource] | None = None,
    ) -> None:
        self.source, self.known_ground, self.known_decks = source, ground, decks or {}
        self.parts = ValidParts(source, "scenario")
        self.folder = Path(source.file).parent
        self.decks: dict[str, DeckFile] = {}
        self.units: dict[str, Steps] = {}
        self.objectives: dict[str, Steps] = {}
        self.features: dict[str, Steps] = {}
        self.formations: dict[str, Steps] = {}
        self.bodies: dict[str, Steps] = {}
        self.victory: list[Steps] = []

    def read(self) -> ScenarioFile | None:
        """The scenario, or None without a sound game, map or table, and sides."""
        parts = self.parts
        if parts.is_hopeless or not self._says_one_ground():
            return None
        ground = self.known_ground or self._ground()
        if ground is None or not all(parts.has_valid([key]) for key in ("game", "sides")):
            return None
        scenario = Scenario(parts.plain_value(["game"], ""), ground, tuple(self._sides()))
        self._plain_parts(scenario)
        if isinstance(ground, Map):
            self._on_hexes(scenario, ground)
        else:
            self._on_a_table(scenario)
        self._all_decks(scenario)
        self._layout(scenario)
        scenario.victory = tuple(self._conditions())
        victory = tuple(self.victory)
        return ScenarioFile(
            self.source, scenario, self.decks, self.units, self.objectives, victory, self.features,
            self.formations, self.bodies,
        )  # fmt: skip

    def _on_hexes(self, scenario: Scenario, map_: Map) -> None:
        """Read the parts of a scenario on a map."""
        self._zones(scenario)
        scenario.formations = tuple(self._all_formations(scenario))
        scenario.units = tuple(self._all_units(scenario))
        scenario.features = tuple(self._all_features(map_))
        scenario.objectives = tuple(self._all_objectives(map_))
        scenario.waived = tuple(self._waivers(map_))

    def _on_a_table(self, scenario: Scenario) -> None:
        """Read the parts of a scenario on a table."""
        reader = FigureGroupReader(self.parts, [side.id for side in scenario.sides])
        scenario.bodies, self.bodies = tuple(reader.valid_groups()), reader.places
        waived = (node.plain() for _, node in self.parts.items(["waived"]))
        scenario.waived = tuple(Waiver(each["code"], (), each["reason"]) for each in waived)

    def _says_one_ground(self) -> bool:
        """Return True if just one of map and table is named, with no part that needs the other."""
        keys = self.source.root.keys
        if "table" not in keys:
            for key in ("map", "forces"):
                if key not in keys:
                    self.parts.fault("missing-key", [], key=key)
            strange = ["bodies"] if "bodies" in keys else []
        else:
            strange = [key for key in ("map", *ON_A_MAP) if key in keys]
        for key in strange:
            self.parts.fault("of-another-ground", [key], self.parts.key_mark([key]), key=key)
        return self.parts.has_valid(["map"]) != self.parts.has_valid(["table"])

    def _ground(self) -> Map | TabletopMap | None:
        if self.parts.has_valid(["map"]):
            return self._map(self.parts.plain_value(["map"], ""))
        return self._table(self.parts.plain_value(["table"], ""))

    def _table(self, written: str) -> TabletopMap | None:
        path = self.folder / written
        try:
            return tabletop_map_reader.load(path)
        except InvalidFileError as error:
            self._broken("table", ["table"], path, error)
            return None

    def _map(self, written: str) -> Map | None:
        path = self.folder / written
        try:
            return map_reader.load(path)
        except InvalidFileError as error:
            self._broken("map", ["map"], path, error)
            return None

    def _broken(self, kind: str, path: Steps, file: Path, error: InvalidFileError) -> None:
        """A file the scenario names is not there, or has errors of its own, which are listed."""
        is_missing = [problem.code for problem in error.problems] == ["no-such-file"]
        missing = {
            "map": "no-such-map",
            "table": "no-such-table",
            "deck": "no-such-deck-file",
            "counters": "no-such-layout",
        }
        values: dict[str, Any] = {kind: os.path.normpath(file)}
        self.parts.fault(missing[kind] if is_missing else f"broken-{kind}", path, **values)
        if not is_missing:
            self.parts.problems += error.problems

    def _plain_parts(self, scenario: Scenario) -> None:
        plain = self.parts.plain_value
        scenario.title, scenario.turns = plain(["title"], ""), plain(["turns"], scenario.turns)
        scenario.ground_path = plain(["map"], "") or plain(["table"], "")
        scenario.map_hash = plain(["map_hash"], {})
        scenario.rules, scenario.credits = plain(["rules"], {}), plain(["credits"], "")
        scenario.notes, scenario.counters = plain(["notes"], ""), plain(["counters"], "")
        sides = [side.id for side in scenario.sides]
        for name, _ in self.parts.entries(["briefings"]):
            if self.parts.has_valid(["briefings", name]):
                self._known_side(name, [*sides, UMPIRE], ["briefings", name])
                scenario.briefings[name] = plain(["briefings", name], "")

    # --- sides and units ----------------------------------------------------------------------

    def _sides(self) -> Iterator[ScenarioSide]:
        begin = []
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["sides"])):
            hands = (
                StartingHand(each["deck"], each.get("hand", 0)) for each in values.pop("decks", ())
            )
            side = ScenarioSide(**values, decks=tuple(hands))
            begin += [side.id] if side.begins else []
            if side.id == UMPIRE:
                self.parts.fault("side-umpire", [*path, "id"])
            yield side
        if len(begin) > 1:
            self.parts.fault("several-begin", ["sides"], sides=", ".join(begin))

    def _known_side(self, side: str, known: list[str], path: Steps) -> None:
        if side not in known:
            mark, near = self.parts.key_mark(path), nearest_word(side, known)
            said = ", ".join(known)
            self.parts.fault("no-such-side", path, mark, side=side, known=said, near=near)

    def _all_formations(self, scenario: Scenario) -> Iterator[Formation]:
        sides = [side.id for side in scenario.sides]
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["formations"])):
            if values["side"] not in sides:
                self._known_side(values["side"], sides, [*path, "side"])
                continue
            self.formations[values["id"]] = path
            yield Formation(**values)

    def _all_units(self, scenario: Scenario) -> Iterator[ScenarioUnit]:
        """The units, side by side in the order of the sides."""
        sides, seen = [side.id for side in scenario.sides], dict[str, TextPosition]()
        for side, _ in self.parts.entries(["forces"]):
            self._known_side(side, sides, ["forces", side])
        for side in sides:
            entries = self.parts.items(["forces", side])
            for path, values in without_duplicate_ids(self.parts, entries, seen):
                unit = self._unit(scenario.map, side, values, path)
                if unit is not None:
                    self.units[unit.id] = path
                    yield unit

    def _unit(
        self, map_: Map, side: str, values: dict[str, Any], path: Steps
    ) -> ScenarioUnit | None:
        count = sum(key in values for key in UNIT_PLACES)
        if count != 1:
            self.parts.fault("unit-place", path, unit=values["id"], count=count)
            return None
        if not self._on_map(map_, values, path):
            return None
        if "arrives" in values:
            values["arrives"] = _arrival(values["arrives"])
        for key in ("marks", "figures"):
            values[key] = tuple(values.get(key, ()))
        return ScenarioUnit(side=side, **values)

    def _on_map(self, map_: Map, values: dict[str, Any], path: Steps) -> bool:
        """Put the hex and the direction for their names; False where the map has them not."""
        if "at" in values:
            values["at"] = self._hex(map_, values["at"], [*path, "at"])
        if "facing" in values:
            values["facing"] = self._direction(map_, values["facing"], [*path, "facing"])
        return all(values.get(key, 0) is not None for key in ("at", "facing"))

    def _direction(self, map_: Map, word: str, path: Steps) -> int | None:
        known = map_.grid.orientation.directions
        if word in known:
            return known.index(word)
        self.parts.fault("no-such-direction", path, direction=word, known=", ".join(known))
        return None

    def _all_features(self, map_: Map) -> Iterator[ScenarioFeature]:
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["features"])):
            count = sum(key in values for key in ("at", "zone"))
            if count != 1:
                named = f"{values['kind']} {values['id']}"
                self.parts.fault("feature-place", path, feature=named, count=count)
            elif self._on_map(map_, values, path):
                self.features[values["id"]] = path
                yield ScenarioFeature(**values)

    # --- zones, decks, objectives, victory ----------------------------------------------------

    def _zones(self, scenario: Scenario) -> None:
        for name, zone in self.parts.entries(["zones"]):
            hexes: dict[Hex, None] = {}
            listed: Steps = ["zones", name]
            if isinstance(zone.value, dict):
                listed = [*listed, "hexes"]
                words = self.parts.plain_value(["zones", name, "name"], "")
                scenario.zone_names |= {name: words} if words else {}
            for path, node in self.parts.items(listed):
                found = (self._hex(scenario.map, word, path) for word in node.value.split())
                hexes |= dict.fromkeys(hex_ for hex_ in found if hex_ is not None)
            scenario.zones[name] = tuple(hexes)

    def _all_decks(self, scenario: Scenario) -> None:
        for name, node in self.parts.entries(["decks"]):
            if isinstance(node.value, str) and self.parts.has_valid(["decks", name]):
                self._deck_file(scenario, name, node)
            elif isinstance(node.value, dict):
                cards = tuple(deckfile.read_cards(self.parts, ["decks", name, "cards"]))
                title = self.parts.plain_value(["decks", name, "title"], "")
                layout = self.parts.plain_value(["decks", name, "layout"], "")
                design = deckfile.read_card_layout(self.parts, ["decks", name, "layout"], layout)
                scenario.decks[name] = Deck(name, cards, title, layout, design)

    def _layout(self, scenario: Scenario) -> None:
        """Read the counter layout; a missing file may be a misspelt layout of the program."""
        named = scenario.counters
        if not named:
            return
        try:
            scenario.layout = counter_layout_files.find(named, self.folder)
        except InvalidFileError as error:
            near, known = (
                counter_layout_files.suggest_layout(named),
                ", ".join(counter_layout_files.known_layouts()),
            )
            if source_text.is_file(self.folder / named):
                self._broken("counters", ["counters"], self.folder / named, error)
            else:
                self.parts.fault("no-such-layout", ["counters"], layout=named, known=known,
                                 near=near)  # fmt: skip

    def _deck_file(self, scenario: Scenario, name: str, node: SourceNode) -> None:
        file, path = self.folder / node.value, ["decks", name]
        try:
            found = self._deck_in(file, name)
        except InvalidFileError as error:
            self._broken("deck", path, file, error)
            return
        if found.game != scenario.game:
            values: dict[str, Any] = {"found": found.game, "wanted": scenario.game}
            self.parts.fault("deck-of-another-game", path, deck=node.value, **values)
            return
        self.decks[name] = found
        scenario.decks[name], scenario.deck_paths[name] = found.deck, node.value

    def _deck_in(self, file: Path, name: str) -> DeckFile:
        source = self.known_decks.get(source_text.resolve_links(file))
        return (
            deckfile.open_file(file, name)
            if source is None
            else deckfile.deck_file_from_source(source, name)
        )

    def _all_objectives(self, map_: Map) -> Iterator[Objective]:
        for path, values in without_duplicate_ids(self.parts, self.parts.items(["objectives"])):
            count = sum(key in values for key in ("at", "zone"))
            if count != 1:
                self.parts.fault("objective-place", path, objective=values["id"], count=count)
                continue
            if "at" in values:
                values["at"] = self._hex(map_, values["at"], [*path, "at"])
                if values["at"] is None:
                    continue
            self.objectives[values["id"]] = path
            yield Objective(**values)

    def _conditions(self) -> Iterator[VictoryCondition]:
        for path, node in self.parts.items(["victory"]):
            self.victory.append(path)
            yield _condition(node.plain())

    # --- hexes and waivers --------------------------------------------------------------------

    def _hex(self, map_: Map, word: str, path: Steps) -> Hex | None:
        try:
            return map_.labels.find(word)
        except UnknownHexError as error:
            self.parts.fault("unknown-hex", path, explained=str(error))
            return None

    def _waivers(self, map_: Map) -> Iterator[Waiver]:
        for path, node in self.parts.items(["waived"]):
            values = node.plain()
            words = [
                (word, [*path, "at", place]) for place, word in enumerate(values.get("at", ()))
            ]
            hexes = [self._hex(map_, word, where) for word, where in words]
            names = tuple(map_.grid.name(hex_) for hex_ in hexes if hex_ is not None)
            yield Waiver(values["code"], names, values["reason"])


def _condition(values: dict[str, Any]) -> VictoryCondition:
    """A condition of victory from its values."""
    kind = VictoryKind(values.pop("by"))
    lists = {key: tuple(values.get(key, ())) for key in ("objectives", "units", "kinds")}
    return VictoryCondition(kind, **(values | lists))


def _arrival(values: dict[str, Any]) -> Arrival:
    """Read the arrival of a reinforcement from its values."""
    once = values.get("once")
    return Arrival(**(values | {"once": once and _condition(once)}))

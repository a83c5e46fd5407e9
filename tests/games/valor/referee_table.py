"""What the referee keeps on its own table: units, weapons, positions, as the events tell them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.hexes.hex import Hex, distance
from engine.scenario.scenario import Scenario
from tests.games.valor.slow_sight import Sheet, sees
from tests.games.valor.slow_tables import Ground

DATA = Path(__file__).parents[3] / "engine/games/valor/data"
INFANTRY = ("squad", "half", "leader")
PASSING = ("fired", "moved", "assault", "advanced", "loaded", "assaulted", "smoked")
BUNKERS = ("bunker-concrete", "bunker-wood")
COVER = {"bunker-concrete": 4, "bunker-wood": 3, "sandbags": 2}  # V19, in place of the ground's
ADDS = {"foxholes": 1, "trenches": 2, "cave": 2}
MP = {"leader": 6, "squad": 4, "half": 4}


@cache
def read(name: str) -> dict[str, dict[str, Any]]:
    """A file of the game's data, read as plain YAML."""
    loaded: dict[str, dict[str, Any]] = yaml.safe_load(
        (DATA / f"{name}.yaml").read_text(encoding="utf-8")
    )
    return loaded


class Foul(AssertionError):
    """Something that the specification does not allow."""


@dataclass
class Man:
    """A unit as the referee knows it."""

    id: str
    side: str
    type: str
    at: Hex
    facing: int | None = None
    inside: str = ""
    marks: set[str] = field(default_factory=set)
    spent: int = 0

    @property
    def is_pinned(self) -> bool:
        """Whether it is pinned."""
        return "pinned" in self.marks


@dataclass
class Gear:
    """A support weapon and its bearer."""

    side: str
    type: str
    bearer: str


@dataclass
class Site:
    """A position."""

    id: str
    kind: str
    side: str
    facing: int | None
    is_hidden: bool


class Table:
    """The units on the map and what lies about, changed by nothing but what events say."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario, self.map = scenario, scenario.map
        self.grid, self.ground = scenario.map.grid, Ground(scenario.map)
        self.rules = scenario.rules
        self.units: dict[str, Man] = {}
        self.gear: dict[str, Gear] = {}
        self.sites: dict[Hex, Site] = {}
        self.smoke: dict[Hex, int] = {}
        self.stocks = {side.id: dict(side.stocks) for side in scenario.sides}
        self.snipers: dict[str, Hex | None] = {side.id: None for side in scenario.sides}
        self.waiting = {unit.id: unit for unit in scenario.units if not self._is_gear(unit.type)}
        self.hidden: set[str] = set()  # underground
        self.fallen: list[Man] = []
        self.left: list[Man] = []
        self._sheet: Sheet | None = None
        self._sight: dict[tuple[Hex, Hex], int | None] = {}
        for unit in scenario.units:
            if self._is_gear(unit.type):
                self.gear[unit.id] = Gear(unit.side, unit.type, unit.bearer)
            elif unit.at is not None:
                self.come(unit.id, unit.at, unit.facing)
        for each in scenario.features:
            if each.at is not None:
                self.lay(each.at, each.id, each.kind, each.side, each.facing)

    @staticmethod
    def _is_gear(type_: str) -> bool:
        return type_ in read("weapons")

    # --- what is what ------------------------------------------------------------------------

    def type(self, unit: str | Man) -> dict[str, Any]:
        """What a unit's counter says."""
        name = unit if isinstance(unit, str) else unit.id
        return read("units")[self.units[name].type]

    def kind(self, unit: str | Man) -> str:
        """Squad, half, leader, afv, vehicle or gun."""
        return str(self.type(unit)["kind"])

    def is_foot(self, unit: str | Man) -> bool:
        """Whether a unit is infantry."""
        return self.kind(unit) in INFANTRY

    def enemy(self, side: str) -> str:
        """The other side."""
        return next(each.id for each in self.scenario.sides if each.id != side)

    def at(self, hex_: Hex) -> list[Man]:
        """Who is in a hex, cargo left out."""
        return [man for man in self.units.values() if man.at == hex_ and not man.inside]

    def cargo(self, unit: str) -> list[Man]:
        """Who is aboard."""
        return [man for man in self.units.values() if man.inside == unit]

    def bears(self, unit: str) -> list[str]:
        """The weapons a unit has."""
        return [id_ for id_, gear in self.gear.items() if gear.bearer == unit]

    # --- comings and goings -------------------------------------------------------------------

    def come(self, id_: str, at: Hex, facing: int | None) -> None:
        """A unit of the scenario comes onto the map, with what is aboard."""
        unit = self.waiting.pop(id_)
        front = facing if facing is not None else unit.facing
        aboard = unit.aboard if unit.aboard in self.units else ""
        self.units[id_] = Man(id_, unit.side, unit.type, at, front, aboard, set(unit.marks))
        if self.is_foot(id_):
            self.units[id_].facing = None
        for each in [each for each in self.waiting.values() if each.aboard == id_]:
            self.come(each.id, at, None)

    def go(self, id_: str) -> Man:
        """A unit goes off the map with its weapons."""
        for gear in self.bears(id_):
            del self.gear[gear]
        return self.units.pop(id_)

    def put(self, id_: str, at: Hex) -> None:
        """A unit and its cargo are in another hex."""
        for man in (self.units[id_], *self.cargo(id_)):
            man.at = at

    def lay(self, at: Hex, id_: str, kind: str, side: str, facing: int | None) -> None:
        """A position lies in a hex."""
        hidden = kind == "minefield" and bool(self.rules.get("hidden_mines"))
        self.sites[at] = Site(id_, kind, side, facing, hidden)
        self._sheet = None

    def clear(self, at: Hex) -> None:
        """A position is gone."""
        del self.sites[at]
        self._sheet = None

    def set_smoke(self, at: Hex, amount: int) -> None:
        """Smoke of a number lies in a hex, or none."""
        self.smoke.pop(at, None)
        if amount:
            self.smoke[at] = amount
        self._sheet = None

    # --- sight, cover, room --------------------------------------------------------------------

    def sight(self, a: Hex, b: Hex) -> int | None:
        """The ruler laid from a to b (V9)."""
        if self._sheet is None:
            bunkers = frozenset(at for at, site in self.sites.items() if site.kind in BUNKERS)
            self._sheet = Sheet(
                self.map, dict(self.smoke), bunkers, bool(self.rules.get("crops")),
                bool(self.rules.get("hedges_are_hedgerows")),
            )  # fmt: skip
            self._sight = {}
        if (a, b) not in self._sight:
            self._sight[a, b] = 0 if a == b else sees(self._sheet, a, b)
        return self._sight[a, b]

    def cover(self, at: Hex, targets: Iterable[Man] = ()) -> int:
        """Cover of a hex or of the position in it (V13.4, V19.3)."""
        site, ground = self.sites.get(at), self.ground.cover(at)
        if site is None or any(not self._shelters(site, man) for man in targets):
            return ground
        if site.kind in COVER:
            return COVER[site.kind]
        return ground + ADDS.get(site.kind, 0)

    def _shelters(self, site: Site, man: Man) -> bool:
        return self.is_foot(man) or (
            self.kind(man) == "gun" and site.kind not in ("foxholes", "trenches")
        )

    def is_over(self, at: Hex) -> str:
        """What is wrong with how many units of a side are in a hex (V6.11, V19.5, V19.6)."""
        here = self.at(at)
        kinds = [self.kind(man) for man in here]
        foot, squads = sum(kind in INFANTRY for kind in kinds), kinds.count("squad")
        wheels = len(kinds) - foot
        if len({man.side for man in here}) > 1:
            return "enemies share a hex"
        if self.rules.get("stacking") == "2021":
            fine = (wheels, foot) == (2, 0) or (wheels <= 1 and foot <= (2 if wheels else 4))
        else:
            fine = (wheels, foot) == (2, 0) or (wheels <= 1 and foot <= 4 and squads <= 3)
        if not fine:
            return f"too many: {kinds}"
        return self._misfits(at, kinds, foot)

    def _misfits(self, at: Hex, kinds: list[str], foot: int) -> str:
        site = self.sites.get(at)
        if site is None or site.kind in ("wire", "minefield"):
            return ""
        guns = kinds.count("gun")
        if len(kinds) > foot + guns or (guns and site.kind in ("foxholes", "trenches")):
            return f"no room in {site.kind}: {kinds}"
        if site.kind in BUNKERS and guns + foot > (1 if guns else 2):
            return f"too many in a bunker: {kinds}"
        return ""

    # --- always true ---------------------------------------------------------------------------

    def wrongs(self) -> Iterator[str]:
        """What may never be, whatever has happened (V8.1, V12.1, stacking apart)."""
        for gear in self.gear.values():
            yield from self._bearing(gear)
        for man in self.units.values():
            if man.at not in self.grid:
                yield f"{man.id} is off the map"
            if man.inside:
                yield from self._riding(man)
            if (man.facing is None) != (self.is_foot(man) or bool(man.inside)):
                yield f"{man.id} faces {man.facing}"
        for side, store in self.stocks.items():
            if any(amount < 0 for amount in store.values()):
                yield f"{side} has used more than it had: {store}"

    def _bearing(self, gear: Gear) -> Iterator[str]:
        if gear.bearer not in self.units:
            if gear.bearer not in self.waiting and gear.bearer not in self.hidden:
                yield f"{gear.type} is borne by nobody"
            return
        borne = [read("weapons")[self.gear[id_].type] for id_ in self.bears(gear.bearer)]
        is_leader = self.kind(gear.bearer) == "leader"
        if len(borne) > 1 or (is_leader and borne[0]["class"] != "L"):
            yield f"{gear.bearer} bears too much"
        if not self.is_foot(gear.bearer):
            yield f"{gear.bearer} is no infantry and bears {gear.type}"

    def _riding(self, man: Man) -> Iterator[str]:
        carrier = self.units.get(man.inside)
        if carrier is None or carrier.at != man.at or carrier.side != man.side:
            yield f"{man.id} is aboard nobody here"
            return
        type_ = self.type(carrier)
        aboard = [self.kind(each) for each in self.cargo(carrier.id)]
        room = {"TH": 1, "T1": 2, "T2": 4}.get(type_.get("transport", ""), 0)
        halves = 2 * aboard.count("squad") + aboard.count("half")
        leaders = {"TH": 1, "T1": 1, "T2": 2}.get(type_.get("transport", ""), 0)
        if halves > room or aboard.count("leader") > leaders or aboard.count("gun") > 1:
            yield f"{carrier.id} carries {aboard}"
        if "gun" in aboard and not type_.get("tows"):
            yield f"{carrier.id} tows nothing"

    def spotted(self, side: str, at: Hex) -> bool:
        """Whether an unpinned unit of a side sees a hex (V12.12, V18.2)."""
        men = (man for man in self.units.values() if man.side == side and not man.is_pinned)
        return any(self.sight(man.at, at) is not None for man in men)

    def away(self, unit: str, at: Hex) -> int:
        """Range from a unit to a hex (V13.3)."""
        return distance(self.units[unit].at, at)

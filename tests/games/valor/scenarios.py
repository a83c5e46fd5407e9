"""The scenarios of the specification (V25) built in code, and a small one with everything in it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from engine.files.map_reader import load
from engine.files.source_text import ROOT
from engine.scenario.scenario import (
    Arrival,
    Objective,
    Scenario,
    ScenarioFeature,
    ScenarioSide,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)
from tests.games.valor import boards

MAPS = ROOT / "samples/valor/maps"


class Roster:
    """Units of one side, numbered as they come."""

    def __init__(self, side: str, zone: str = "", turn: int = 0) -> None:
        self.side, self.zone, self.turn = side, zone, turn
        self.units: list[ScenarioUnit] = []
        self.numbers = count(1)

    def unit(self, type_: str, **more: Any) -> str:
        """One unit in the zone, or aboard another."""
        id_ = f"{self.side}-{next(self.numbers)}"
        if "aboard" not in more and "at" not in more:
            more |= {"arrives": Arrival(self.turn, self.zone)} if self.turn else {"zone": self.zone}
        self.units.append(ScenarioUnit(id_, self.side, type_, **more))
        return id_

    def units_of(self, *types: str) -> list[str]:
        """Several."""
        return [self.unit(type_) for type_ in types]

    def weapon(self, type_: str, bearer: str) -> None:
        """A weapon and who bears it."""
        id_ = f"{self.side}-{next(self.numbers)}"
        self.units.append(ScenarioUnit(id_, self.side, type_, bearer=bearer))


def features(side: str, zone: str, wanted: Mapping[str, int]) -> list[ScenarioFeature]:
    """So many positions of each kind, to be laid in a zone."""
    return [
        ScenarioFeature(f"{kind}-{number}", kind, side, zone=zone)
        for kind, amount in wanted.items()
        for number in range(amount)
    ]


def orchard_farm() -> Scenario:
    """V25.1: infantry alone."""
    map_ = load(MAPS / "orchard-farm.map.yaml")
    us, de = Roster("us", "west"), Roster("de", "farm")
    squads = us.units_of("us-rifle", "us-rifle", "us-rifle", "us-rifle", "us-rifle-half")
    us.units_of("leader-1", "leader-0")
    us.weapon("m1919a6", squads[0])
    us.weapon("m1919a6", squads[1])
    us.weapon("mortar-60mm", squads[4])
    germans = de.units_of("de-rifle", "de-rifle", "de-rifle", "leader-1")
    de.weapon("mg34", germans[0])
    de.weapon("mg34", germans[1])
    find = map_.labels.find
    houses = tuple(Objective(name, at=find(name), holder="de") for name in ("H3", "I4", "I5"))
    return Scenario(
        "valor", map_,
        (
            ScenarioSide("us", "US", begins=True, stocks={"grenades": 2, "smoke": 3}),
            ScenarioSide("de", "Germans", stocks={"grenades": 1}),
        ),
        (*us.units, *de.units), turns=6, objectives=houses,
        features=tuple(features("de", "farm", {"foxholes": 2})),
        victory=tuple(
            VictoryCondition(VictoryKind.OBJECTIVES, side, count=2) for side in ("us", "de")
        ),
    )  # fmt: skip


def mill_ford() -> Scenario:
    """V25.2: armour, guns, passengers and tows, entering and leaving."""
    map_ = load(MAPS / "mill-ford.map.yaml")
    us, de = Roster("us", "west-edge", 1), Roster("de", "east")
    us.unit("m4a3e8", facing=2)
    us.unit("m4a3e8", facing=2)
    track, truck = us.unit("m3-halftrack", facing=2), us.unit("truck", facing=2)
    first = us.unit("us-rifle", aboard=track)
    second = us.unit("us-rifle", aboard=truck)
    us.unit("leader-1", aboard=truck)
    us.weapon("bazooka", first)
    us.weapon("m1919a6", second)
    de.units_of("pzkpfw-iv", "pak40")
    germans = de.units_of("de-rifle", "de-rifle", "leader-1")
    de.weapon("mg34", germans[0])
    mill = Objective("mill", at=map_.labels.find("I6"), holder="de")
    return Scenario(
        "valor", map_,
        (
            ScenarioSide("us", "US", begins=True),
            ScenarioSide("de", "Germans", stocks={"panzerfaust": 2}),
        ),
        (*us.units, *de.units), turns=7, objectives=(mill,),
        features=tuple(features("de", "east", {"sandbags": 1, "wire": 2})),
        victory=(
            VictoryCondition(VictoryKind.EXIT, "us", count=2, zone="east-edge", kinds=("afv",)),
            VictoryCondition(VictoryKind.OBJECTIVES, "us", count=1),
        ),
    )  # fmt: skip


def chapel_hill() -> Scenario:
    """V25.3: a hill, hedgerows, and all the extras."""
    map_ = load(MAPS / "chapel-hill.map.yaml")
    uk, de = Roster("uk", "south"), Roster("de", "hill")
    squads = uk.units_of(*["uk-rifle"] * 5, "uk-elite")
    uk.unit("leader-1")
    uk.unit("leader-1", marks=("valor",))
    for type_, bearer in zip(("bren", "bren", "piat", "mortar-60mm"), squads, strict=False):
        uk.weapon(type_, bearer)
    germans = de.units_of("de-elite", "de-elite", "de-elite", "leader-2")
    de.weapon("hmg", germans[0])
    de.weapon("mg34", germans[1])
    bunker = ScenarioFeature("bunker", "bunker-wood", "de", at=map_.labels.find("F4"), facing=3)
    works = features("de", "hill", {"trenches": 2, "wire": 3, "minefield": 2})
    chapel = Objective("chapel", at=map_.labels.find("F4"), holder="de")
    return Scenario(
        "valor", map_,
        (
            ScenarioSide(
                "uk", "British", begins=True,
                stocks={"light": 2, "fighter-bomber": 1, "smoke": 4, "grenades": 2},
            ),
            ScenarioSide("de", "Germans", stocks={"sniper": 1, "satchel": 1}),
        ),
        (*uk.units, *de.units), turns=8, objectives=(chapel,), features=(bunker, *works),
        rules={"hidden_mines": True},
        victory=(
            VictoryCondition(VictoryKind.CLEAR, "uk", zone="hill"),
            VictoryCondition(VictoryKind.SURVIVE, "uk", count=3, units=tuple(squads)),
            VictoryCondition(VictoryKind.OBJECTIVES, "de", count=1),
        ),
    )  # fmt: skip


def scrum() -> Scenario:
    """Everybody next door with everything, under the other choices."""
    board = """
    r1+r2+r3  .    b1+b2:h  .     .   .
    r4:w      .    b3       w     b4  .
    r5        .    .        o     b5  1
    r6        s    b6:w     .     .   2
    .         .    .        b7    .   1
    """
    kinds = {
        "r3": "leader-1", "r4": "us-para", "r5": "m4a3e8", "r6": "truck",
        "b2": "leader-2", "b3": "pak40", "b4": "pzkpfw-iv", "b5": "sdkfz-251", "b6": "de-elite",
        "b7": "flak-88",
    }  # fmt: skip
    weapons = {
        "rm1": ("m1919a6", "r1"), "rm2": ("bazooka", "r2"), "rm3": ("flamethrower", "r4"),
        "rm4": ("mmg", "r7"), "bm1": ("mg34", "b1"), "bm2": ("mortar-5cm", "b6"),
        "bm3": ("panzerschreck", "b8"),
    }  # fmt: skip
    stores = {
        "grenades": 3, "satchel": 2, "smoke": 8, "sniper": 1, "light": 1, "heavy": 1,
        "fighter-bomber": 1, "at-grenade": 1,
    }  # fmt: skip
    return boards.scenario(
        board,
        types=kinds,
        weapons=weapons,
        aboard={"r7": "r6", "b8": "b5"},
        facing={"r5": 2, "r6": 2, "b3": 5, "b4": 5, "b5": 5, "b7": 5},
        works={"B1": "wire", "C5": "minefield", "E1": "trenches", "B4": "foxholes"},
        stocks={"red": stores, "blue": {**stores, "panzerfaust": 2}},
        roads=["A4 B4 C4"],
        walls=["C2 B2"],
        zones={"yard": "C1 C2 D2"},
        objectives=(Objective("yard", zone="yard"),),
        victory=(
            VictoryCondition(VictoryKind.OBJECTIVES, "red"),
            VictoryCondition(VictoryKind.CLEAR, "blue", zone="yard"),
        ),
        rules={
            "advance": "any", "stacking": "2021", "aircraft_scatter": True, "crops": True,
            "opfire_cumulative": False, "grenades_most": 1, "vehicles_in_buildings": True,
        },
        turns=5,
    )  # fmt: skip


MADE = {
    "orchard-farm": orchard_farm,
    "mill-ford": mill_ford,
    "chapel-hill": chapel_hill,
    "scrum": scrum,
}

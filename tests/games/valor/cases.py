"""Scenarios of valor for the tests that every game must pass."""

from __future__ import annotations

from engine.scenario.scenario import (
    Arrival,
    Objective,
    Scenario,
    ScenarioUnit,
    VictoryCondition,
    VictoryKind,
)
from tests.games.valor import boards


def skirmish() -> Scenario:
    """Infantry with all it may have: leaders, weapons, smoke, missions, snipers, mines, halves."""
    board = """
    r1+r2+r3   .  .  w  .  .      .
    .          o  .  .  b1+b2+b3  h
    r4+r5      w  .  h  b4        .
    .          .  1  2  b5:w      .
    r6         .  .  .  .         .
    """
    made = boards.scenario(
        board,
        types={"r3": "leader-1", "r5": "us-para", "r6": "us-rifle-half", "b3": "leader-2",
               "b4": "de-elite", "b5": "de-rifle-half"},
        weapons={"r1-mg": ("m1919a6", "r1"), "r4-at": ("bazooka", "r4"),
                 "r6-mortar": ("mortar-60mm", "r6"), "b1-mg": ("hmg", "b1"),
                 "b2-mg": ("mg34", "b2"), "b5-flame": ("flamethrower", "b5")},
        marks={"b3": ("valor",)},
        works={"E3": "foxholes", "D2": "wire", "C3": "minefield", "F3": "bunker-wood"},
        work_facing={"F3": 4},
        walls=["D2 E2", "D3 E3"],
        hedges=["B2 C2"],
        roads=["A3 B3 C4 D4"],
        stocks={
            "red": {"smoke": 4, "light": 1, "fighter-bomber": 1, "grenades": 2, "sniper": 1},
            "blue": {"smoke": 1, "grenades": 2, "satchel": 1, "sniper": 1, "panzerfaust": 1},
        },
        zones={"west": "A1 A2 A3 A4 A5", "house": "F2"},
        rules={"hidden_mines": True, "aircraft_scatter": True},
        units=[ScenarioUnit("r9", "red", "us-rifle", arrives=Arrival(2, "west"))],
        objectives=(Objective("house", "House", zone="house", holder="blue", points=3),),
        victory=(
            VictoryCondition(VictoryKind.OBJECTIVES, "red", group="all"),
            VictoryCondition(VictoryKind.RATIO, "red", percent=50, group="all"),
            VictoryCondition(VictoryKind.SURVIVE, "blue", count=2),
        ),
        turns=4,
    )  # fmt: skip
    made.units = (*made.units, ScenarioUnit("r8", "red", "us-rifle", zone="west"))
    return made


def column() -> Scenario:
    """Tanks, carriers with cargo, a gun in tow, guns, a bridge; leaving the map."""
    board = """
    .     .  .  s  .  .   b4:w  .
    r1    .  .  s  .  b1  .     .
    r2    .  w  s  .  .   b2    .
    r3    .  .  s  .  .   .     .
    r5    .  .  s  .  b3  .     .
    """
    fronts = {"r1": 2, "r2": 2, "r3": 2, "b1": 5, "b2": 5, "b3": 4}
    return boards.scenario(
        board,
        types={"r1": "m4a3e8", "r2": "m3-halftrack", "r3": "truck", "r5": "jeep", "rg": "6-pounder",
               "rl": "leader-1", "rh": "us-rifle-half", "b1": "pzkpfw-iv", "b2": "pak40",
               "b3": "sdkfz-251"},
        facing={**fronts, "r5": 2},
        aboard={"rs": "r2", "rt": "r3", "rl": "r3", "rg": "r3", "rh": "r5", "b5": "b3"},
        weapons={"rs-at": ("bazooka", "rs"), "b5-at": ("panzerschreck", "b5")},
        works={"F1": "sandbags", "E2": "wire"},
        roads=["A3 B2 C3 D2 E3 F2 G3 H2"],
        stocks={"red": {"smoke": 4}, "blue": {"panzerfaust": 2, "at-grenade": 1, "smoke": 2}},
        zones={"west": "A1 A2 A3 A4 A5", "east": "H1 H2 H3 H4 H5"},
        units=[
            ScenarioUnit("r8", "red", "m4a1", arrives=Arrival(2, "west"), facing=2),
            ScenarioUnit("b8", "blue", "stug-iii", arrives=Arrival(3, "east")),
        ],
        victory=(VictoryCondition(VictoryKind.EXIT, "red", zone="east", count=2, kinds=("afv",)),),
        rules={"advance": "any", "stacking": "2021", "opfire_cumulative": False},
        turns=5,
    )  # fmt: skip


def bocage() -> Scenario:
    """Hedgerows, crops, buildings for vehicles, caves; everybody next door to everybody."""
    board = """
    r1+r2:w  .      b1+b2  .
    .        r3:c   .      b3:h
    r4       h      b4:g   .
    """
    return boards.scenario(
        board,
        types={"r3": "m4a1", "b4": "jp-rifle", "b3": "flak-88", "r2": "leader-0"},
        facing={"r3": 1, "b3": 4},
        weapons={"r1-mg": ("dp28", "r1"), "b1-mg": ("mortar-5cm", "b1")},
        works={"A3": "cave", "D1": "cave"},
        hedges=["A1 B1", "C1 B1", "B2 C2"],
        hedgerows=["A2 B1"],
        stocks={"red": {"satchel": 2, "grenades": 3}, "blue": {"grenades": 3}},
        zones={"west": "A1 A2 A3"},
        units=[ScenarioUnit("r9", "red", "us-rifle", arrives=Arrival(2, "west"))],
        rules={
            "hedges_are_hedgerows": True, "crops": True, "vehicles_in_buildings": True,
            "grenades_most": 1, "pinned_carrier": "alone",
        },
        turns=4,
    )  # fmt: skip

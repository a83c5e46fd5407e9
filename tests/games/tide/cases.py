"""Scenarios of tide for the tests that every game must pass."""

from __future__ import annotations

from engine.scenario.scenario import (
    Arrival,
    Card,
    CardEffect,
    Objective,
    Scenario,
    ScenarioFeature,
    StartingHand,
    VictoryCondition,
    VictoryKind,
)
from tests.games.tide import boards
from tests.games.tide.boards import unit

ACTIONS = (
    Card("keep-going", "extra-actions", {"actions": 2}, cost=1, phase="action"),
    Card("once-more", "ready", {"units": 1, "kind": "any"}, cost=1, phase="action"),
    Card("heads-up", "recover", {"units": 2, "from": "both"}, cost=1, phase="action"),
    Card("rattled", "condition", {"units": 1, "to": "pinned"}, cost=1, phase="action"),
    Card("target", "barrage", {"dice": 5, "kind": "normal", "scatter": True}, cost=2,
         phase="action"),
    Card("low-pass", "strike", {"dice": 6, "against": "vehicles"}, cost=2, phase="action"),
    Card("smoke-line", "smoke", {"hexes": 2}, cost=0, phase="action"),
    Card("recovery", "repair", {"grades": 1}, cost=1, phase="action"),
    Card("dash", "free-move", {"units": 1, "points": 2}, cost=1, phase="action"),
    Card("shells", "bonus", {"what": "attack", "amount": 2, "who": "unit", "lasts": "attack"},
         cost=1, phase="action",
         then=(CardEffect("reroll", {"colour": "black", "dice": 2}),)),
)  # fmt: skip
COMMANDS = (
    Card("reveille", "initiative", {"amount": 3}, cost=1, phase="command"),
    Card("rider", "command", {"amount": 2}, cost=0, phase="command"),
    Card("lines-down", "deny", {"what": "support"}, cost=1, phase="command"),
    Card("wire-party", "place", {"what": "wire", "count": 1}, cost=1, phase="command"),
    Card("charge", "place", {"what": "mines", "count": 1, "hidden": True}, cost=1,
         phase="command"),
    Card("replacements", "replace-figures", {"figures": 2, "kind": "regular"}, cost=1,
         phase="command"),
    Card("platoon", "reinforce", {"squads": 1, "rounds": 1}, cost=1, phase="command"),
    Card("storeman", "draw", {"cards": 1}, cost=0, phase="command"),
    Card("captured", "take-command", {"amount": 1}, cost=0, phase="command"),
    Card("lost-orders", "discard-enemy", {"cards": 1}, cost=1, phase="command"),
    Card("map-board", "bonus", {"what": "move", "amount": 1, "who": "vehicles", "lasts": "game"},
         cost=1, phase="command", stays=True),
)  # fmt: skip


def skirmish() -> Scenario:
    """Infantry with all it may have: officers, crews, tokens, works, cards, a pool, mines."""
    board = """
    r1+r2    .  w  .  .      .
     r3      .  .  h  b1+b2  .
    r4+r5:w  .  h  h  b3     .
     .       .  1  2  b4:w   .
    """
    return boards.scenario(
        board,
        kinds={
            "r2": "1 officer, 2 elite, 1 regular",
            "r3": "1 mg-crew, 2 regular",
            "r4": "4 regular [engineer]",
            "r5": "4 regular [flamethrower]",
            "b1": "1 officer, 3 regular",
            "b2": "1 mg-crew, 1 regular",
            "b3": "1 mortar-crew, 2 regular",
            "b4": "3 elite [anti-tank]",
        },
        modes={"b2": "op-fire"},
        works={"E2": "entrenchment", "D4": "pillbox", "C2": "wire", "B2": "mines"},
        plans=[
            ScenarioFeature("buried", "mines", "blue", zone="middle"),
            ScenarioFeature("trench", "entrenchment", "blue", zone="east"),
        ],
        zones={
            "west": "A1 A2 A3 A4",
            "east": "F1 F2 F3 F4",
            "middle": "C1 C3 D1",
            "mill": "C3 D3",
            "hill": "D4",
        },
        units=[
            unit("r8", "", zone="west"),
            unit("r7", "", zone="west"),
            unit("b8", "4 regular [medic]", zone="east"),
            unit("b9", "2 elite", arrives=Arrival(2, "east")),
        ],
        stocks={
            "red": {"regular": 5, "elite": 2, "recon": 1, "command": 3},
            "blue": {"command": 3},
        },
        decks={"orders": ACTIONS, "nerve": COMMANDS},
        hands={
            "red": (StartingHand("orders", 3), StartingHand("nerve", 1)),
            "blue": (StartingHand("nerve", 3),),
        },
        objectives=(
            Objective("mill", "Mill", zone="mill", points=2),
            Objective("hill", "Hill", zone="hill", holder="blue", points=1),
        ),
        rules={
            "hidden_mines": True,
            "actions": 2,
            "objectives": {"mill": {"command": 1, "each_round": 1}, "hill": {"neutral": 1}},
        },
        turns=2,
    )


def column() -> Scenario:
    """Tanks, carriers with passengers, a gun in tow, ice, a trap; leaving the map."""
    board = """
    .   .  .  i  .  b4:w  .
     r1 .  .  i  .  b1    .
    r2  .  w  i  .  .     b2
     r3 .  .  i  .  b3    .
    """
    return boards.scenario(
        board,
        kinds={"r1": "sherman", "r2": "halftrack", "r3": "truck", "b1": "panzer-iv",
               "b2": "at-gun", "b3": "truck", "b4": "1 officer, 1 mg-crew"},
        works={"E3": "trap", "E2": "wire", "F1": "entrenchment"},
        roads=["A3 B3 C3 D3 E3"],
        units=[unit("rs", "4 regular", aboard="r2"),
               unit("rt", "3 regular [engineer]", aboard="r3"),
               unit("rg", "at-gun", aboard="r3"), unit("b5", "2 elite, 2 regular", aboard="b3"),
               unit("b8", "tiger", arrives=Arrival(2, "east"))],
        decks={"rear": ACTIONS},
        hands={"red": (StartingHand("rear", 2),), "blue": (StartingHand("rear", 2),)},
        stocks={"red": {"command": 4}, "blue": {"command": 4}},
        zones={"east": "G1 G2 G3 G4"},
        victory=(
            VictoryCondition(VictoryKind.EXIT, "red", zone="east", count=1, kinds=("vehicle",),
                    at_once=True),
            VictoryCondition(VictoryKind.KILL, "blue", points=30),
            VictoryCondition(VictoryKind.TURN_LIMIT, "blue"),
        ),
        rules={"opfire_losses_stop": False, "assault_bar": "none", "mortar": "ab",
               "overrun_op_fire": "once", "assault_tie": "success", "halve_each": False,
               "command_kept": False, "sturdy_tanks": True, "heavy_squads_support": False,
               "assault_last_defender": "success"},
        turns=2,
    )  # fmt: skip

"""The three scenarios are what the rules say of them (tide SC)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games.tide.adapter.rules import TIDE
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import find_player, let_player_answer
from engine.scenario.scenario import Scenario, VictoryKind

RIFLES = "4 regular"


@cache
def scenario(name: str) -> Scenario:
    return load(SHIPPED / f"samples/tide/scenarios/{name}.scenario.yaml")


def size(name: str) -> tuple[int, int]:
    """The columns and rows of its map."""
    grid = scenario(name).map.grid
    return grid.columns, grid.rows


def forces(name: str, side: str) -> Counter[str]:
    """A side's units: figures with their numbers and tokens, or a vehicle."""
    return Counter(
        ", ".join(f"{count} {figure}" for figure, count in sorted(Counter(unit.figures).items()))
        + "".join(f" [{mark}]" for mark in unit.marks)
        or unit.type
        for unit in scenario(name).units
        if unit.side == side
    )


def works(name: str) -> Counter[str]:
    return Counter(f"{work.side} {work.kind}" for work in scenario(name).features)


def decks(name: str) -> dict[str, dict[str, int]]:
    """The decks of each side and its opening cards."""
    return {
        side.id: {hand.deck: hand.cards for hand in side.decks} for side in scenario(name).sides
    }


def grounds(name: str, labels: str) -> set[str]:
    map_ = scenario(name).map
    return {map_.ground_at(map_.labels.find(label)) for label in labels.split()}


def spots(name: str) -> dict[str, int]:
    """The hexes of its objectives with their points."""
    labels = scenario(name).map.labels
    return {labels.label(aim.at): aim.points for aim in scenario(name).objectives if aim.at}


def actions(name: str) -> int:
    return int(Game(TIDE, scenario(name), SeededDice.of(1)).state.book.choices.actions)


def test_sc1_two_lanes() -> None:
    """Two Lanes: 11x9, 5 rounds, 3 actions; infantry. Crossroads F5 in a hamlet (E5 F4 F5 F6)."""
    name = "two-lanes"
    assert (size(name), scenario(name).turns, actions(name)) == ((11, 9), 5, 3)
    assert grounds(name, "E5 F4 F5 F6") == {"building"}
    assert decks(name) == {"west": {"orders": 2}, "east": {"nerve": 2}}
    assert spots(name) == {"F5": 3, "F4": 1, "F6": 1}
    assert scenario(name).rules["objectives"] == {"crossroads": {"command": 2}}
    assert [side.id for side in scenario(name).sides if side.begins] == ["west"]


def test_sc1_the_forces_of_two_lanes() -> None:
    """West: 6 squads. East: 5 squads, among them a mortar, and 2 entrenchments."""
    led, gun = "1 officer, 3 regular", "1 mg-crew, 2 regular"
    assert forces("two-lanes", "west") == {RIFLES: 3, "2 elite, 2 regular": 1, led: 1, gun: 1}
    assert forces("two-lanes", "east") == {
        RIFLES: 2, led: 1, gun: 1, "1 mortar-crew, 2 regular": 1,
    }  # fmt: skip
    assert works("two-lanes") == {"east entrenchment": 2}


def test_sc2_canal_bridge() -> None:
    """Canal Bridge: 13x9, 6 rounds, 3 actions. Victory: west controls I5 and bridge F5."""
    name = "canal-bridge"
    assert (size(name), scenario(name).turns, actions(name)) == ((13, 9), 6, 3)
    assert decks(name) == {"west": {"guns": 2}, "east": {"rear": 2}}
    west, last = scenario(name).victory
    assert (west.kind, west.side, {*west.objectives}) == (
        VictoryKind.OBJECTIVES, "west", {"bridge", "lock"},
    )  # fmt: skip
    assert {"F5", "I5"} <= spots(name).keys()
    assert (last.kind, last.side) == (VictoryKind.TURN_LIMIT, "east")


def test_sc2_the_forces_of_canal_bridge() -> None:
    """West: two tanks, a loaded half-track and truck. East: a tank, a gun, squads, obstacles."""
    assert forces("canal-bridge", "west") == {
        "sherman": 2, "halftrack": 1, "truck": 1, RIFLES: 2, f"{RIFLES} [engineer]": 1,
        "2 elite, 1 officer, 1 regular": 1,
    }  # fmt: skip
    aboard = Counter(unit.aboard for unit in scenario("canal-bridge").units if unit.aboard)
    assert aboard == {"track": 1, "truck": 2}
    assert forces("canal-bridge", "east") == {
        "panzer-iv": 1, "at-gun": 1, "1 mg-crew, 2 regular": 1, RIFLES: 2,
        "3 regular [anti-tank]": 1,
    }  # fmt: skip
    assert works("canal-bridge") == {"east wire": 2, "east mines": 1, "east entrenchment": 2}
    assert scenario("canal-bridge").rules["hidden_mines"] is True


def test_sc3_the_ridge() -> None:
    """The Ridge: 12x10, 7 rounds, 4 actions. Hill levels 1-2, crest H4 H5 I4 I5, 1 each round."""
    name = "ridge-line"
    assert (size(name), scenario(name).turns, actions(name)) == ((12, 10), 7, 4)
    assert {*scenario(name).map.level.flat} == {0, 1, 2}
    assert {"H4", "H5", "I4", "I5"} <= spots(name).keys()
    crests = {id_: {"each_round": 1} for id_ in ("crest-1", "crest-2", "crest-3", "crest-4")}
    assert crests.items() <= scenario(name).rules["objectives"].items()
    assert decks(name) == {
        "attack": {"orders": 1, "guns": 1}, "defence": {"nerve": 1, "rear": 1},
    }  # fmt: skip


def test_sc3_the_forces_of_the_ridge() -> None:
    """Attack: 7 squads and 2 tanks. Defence: 4 squads, works; 1 tiger arriving round 4, north."""
    led = "1 officer, 3 regular"
    assert forces("ridge-line", "attack") == {
        RIFLES: 2, "4 elite": 2, led: 1, "1 mortar-crew, 2 regular": 1, f"{RIFLES} [recon]": 1,
        "sherman": 2,
    }  # fmt: skip
    assert forces("ridge-line", "defence") == {
        "1 mg-crew, 2 regular": 2, led: 1, RIFLES: 1, "tiger": 1,
    }  # fmt: skip
    (tiger,) = (unit for unit in scenario("ridge-line").units if unit.type == "tiger")
    assert tiger.arrives is not None
    assert (tiger.arrives.turn, tiger.arrives.zone) == (4, "north")
    assert works("ridge-line") == {
        "defence entrenchment": 3, "defence pillbox": 1, "defence wire": 3,
    }  # fmt: skip


@pytest.mark.parametrize(("round_", "is_misty"), [(1, True), (3, True), (4, False)])
def test_sc3_morning_mist_until_round_3(round_: int, is_misty: bool) -> None:
    """Operations: Morning mist until round 3 (limit sight 4)."""
    game = Game(TIDE, scenario("ridge-line"), SeededDice.of(1))
    greedy = {side.id: find_player("greedy", 1) for side in game.scenario.sides}
    while game.state.round < round_:
        let_player_answer(game, greedy)
    assert bool(list(game.state.effects_in_force("limit", "sight"))) is is_misty

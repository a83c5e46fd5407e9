"""Reinforcements by chance and on a condition: the same in every game with hexes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games import new_game
from engine.games.reinforcement_calls import ReinforcementsCalled
from engine.narration import game_report
from engine.narration.turn_text import arrival_condition_text
from engine.play.game import Game
from engine.scenario.scenario import Arrival, Objective, Scenario, ScenarioUnit, VictoryCondition
from engine.scenario.scenario import VictoryKind as Kind
from engine.session import scenario_handout
from engine.texts import text
from tests.games import boards as tank_boards
from tests.games.primer import boards as primer_boards
from tests.games.tide import boards as tide_boards
from tests.games.valor import boards as valor_boards

SEEDS = range(12)
BOARD = "r1 . b1\n. . .\n. . ."
FIELD = "ri1 . . . bi1\n. . . . .\n. . . . ."
MINE = Objective("mine", zone="west", points=1)
TYPES = {"tank": "tank", "primer": "infantry", "tide": "squad", "valor": "us-rifle"}
Arrivals = dict[str, Arrival]


def drawn(game: str, arrivals: Arrivals, turns: int = 6, **more: Any) -> Scenario:
    """A scenario in which red's reinforcements come by the middle of the last row."""
    figures = ("regular",) if game == "tide" else ()
    units = [
        ScenarioUnit(id_, "red", TYPES[game], arrives=comes, figures=figures, formation=id_[:2])
        for id_, comes in arrivals.items()
    ]
    if game == "tank":
        made = tank_boards.scenario(BOARD, turns=turns, **more)
    elif game == "primer":
        made = primer_boards.scenario(FIELD, turns=turns, **more)
    else:
        boards: Any = {"tide": tide_boards, "valor": valor_boards}[game]
        made = boards.scenario(BOARD, turns=turns, **more)
    labels = {"primer": ("B3", "C3", "D3"), "tank": ("@0,2", "@1,2", "@2,2")}
    entry = labels.get(game, ("A3", "B3", "C3"))
    find = made.map.labels.find
    west = "@0,0" if game == "tank" else "A1"
    made.zones |= {"entry": tuple(map(find, entry)), "west": (find(west),)}
    made.objectives, made.units = (MINE,), (*made.units, *units)
    return made


def idle(scenario: Scenario, seed: int = 1) -> Game[Any]:
    """A game in which all come who may, and nobody does anything else."""
    game = new_game(scenario, seed)
    while game.decision is not None:
        rests = [
            each
            for each in game.options
            if getattr(each, "deed", "") == "fatigue"
            or getattr(each, "kind", "") in ("hand-in", "enter")
        ]
        still = None if None in game.options else game.options[-1]
        game.choose(rests[0] if rests else still)
    return game


def calls(game: Game[Any]) -> list[ReinforcementsCalled]:
    return [event for event in game.events if isinstance(event, ReinforcementsCalled)]


GAMES = pytest.mark.parametrize("game", list(TYPES))


@GAMES
@pytest.mark.parametrize("seed", SEEDS)
def test_a_die_is_rolled_in_each_turn_until_it_shows_enough(game: str, seed: int) -> None:
    played = idle(drawn(game, {"n1": Arrival(2, "entry", die=5)}), seed)
    rolled = calls(played)
    assert rolled
    assert [each.turn for each in rolled] == list(range(2, 2 + len(rolled)))
    assert [each.is_successful for each in rolled[:-1]] == [False] * (len(rolled) - 1)
    assert all(each.is_successful == (each.face >= 5) for each in rolled)
    waiting = {entry.id: entry.call for entry in played.state.reserves}
    if rolled[-1].is_successful:
        assert waiting.get("n1") is None
    else:
        assert waiting["n1"].rolled == rolled[-1].turn == 6


@GAMES
def test_a_formation_comes_on_one_roll_and_others_on_their_own(game: str) -> None:
    comes = Arrival(1, "entry", die=2)
    played = idle(drawn(game, {"aa1": comes, "aa2": comes, "bb1": comes}), seed=3)
    first = [each.units for each in calls(played) if each.turn == 1]
    assert first == [("aa1", "aa2"), ("bb1",)]


@GAMES
def test_who_waits_for_a_condition_comes_when_it_holds(game: str) -> None:
    held = VictoryCondition(Kind.OBJECTIVES, "red", ("mine",))
    never = VictoryCondition(Kind.OBJECTIVES, "blue", ("mine",))
    coming = {"aa1": Arrival(2, "entry", once=held), "bb1": Arrival(2, "entry", once=never)}
    played = idle(drawn(game, coming))
    assert [(each.units, each.turn, each.face) for each in calls(played)] == [(("aa1",), 2, 0)]
    assert "bb1" in {entry.id for entry in played.state.reserves if entry.call}


@GAMES
def test_who_waits_for_both_rolls_once_the_condition_holds(game: str) -> None:
    never = VictoryCondition(Kind.CLEAR, "red", zone="east")
    scenario = drawn(game, {"aa1": Arrival(1, "entry", die=2, once=never)}, turns=3)
    find = scenario.map.labels.find
    scenario.zones["east"] = (find({"tank": "@2,0", "primer": "E1"}.get(game, "C1")),)
    assert calls(idle(scenario)) == []
    held = VictoryCondition(Kind.OBJECTIVES, "red", ("mine",))
    both = drawn(game, {"aa1": Arrival(2, "entry", die=2, once=held)}, turns=4)
    assert all(each.needed == 2 for each in calls(idle(both)))
    assert calls(idle(both))


@GAMES
def test_the_enemy_is_told_nothing_of_it(game: str) -> None:
    played = idle(drawn(game, {"n1": Arrival(2, "entry", die=6)}, turns=3))
    assert calls(played)
    assert all(each.seers() == ("red",) for each in calls(played))
    assert played.rules.view(played.state, "blue").reserves == ()


@GAMES
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rolls_and_calls_are_told(game: str, language: str) -> None:
    played = idle(drawn(game, {"n1": Arrival(1, "entry", die=4)}), seed=5)
    for each in calls(played):
        said = played.rules.describe_event(played.state, each, language)
        assert str(each.face) in said
        assert "{" not in said


@GAMES
def test_positions_say_who_comes_by_what_die(game: str) -> None:
    begun = new_game(drawn(game, {"n1": Arrival(3, "entry", die=4)}), 1)
    (coming,) = [each for each in begun.rules.position(begun.state).coming if each.id == "n1"]
    assert (coming.turn, coming.die, coming.waits) == (3, 4, False)


def test_what_reinforcements_wait_for_is_said() -> None:
    scenario = drawn("tank", {})
    held = VictoryCondition(Kind.OBJECTIVES, "blue", ("mine",))
    assert arrival_condition_text(scenario, Arrival(3, "entry", die=4), "en") == (
        text("aims.arrives-die", "en", die="4")
    )
    said = arrival_condition_text(scenario, Arrival(3, "entry", die=4, once=held), "en")
    assert said.startswith("once Blue achieves this: they hold ")
    assert said.endswith(text("aims.arrives-die", "en", die="4"))
    assert arrival_condition_text(scenario, Arrival(3, "entry"), "zh") == ""


def test_a_side_s_papers_keep_the_zones_its_reinforcements_wait_for() -> None:
    clear = VictoryCondition(Kind.CLEAR, "red", zone="west")
    scenario = drawn("tank", {"n1": Arrival(3, "entry", once=clear)})
    scenario.objectives = ()
    assert "west" in scenario_handout.scenario_handout(scenario, "red").zones
    assert "west" not in scenario_handout.scenario_handout(scenario, "blue").zones


def test_the_situation_says_who_comes_by_what_die_and_who_waits() -> None:
    held = VictoryCondition(Kind.OBJECTIVES, "blue", ("mine",))
    coming = {"aa1": Arrival(3, "entry", die=4), "bb1": Arrival(3, "entry", once=held)}
    begun = new_game(drawn("tank", coming), 1)
    said = "\n".join(game_report.position_lines(begun, 0, "en"))
    assert text("scenario.comes-by-die", "en", unit="aa1", turn="3", die="4") in said
    assert text("scenario.comes-waits", "en", unit="bb1", turn="3") in said

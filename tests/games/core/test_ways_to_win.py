"""Conditions together, for turns, at the end, and of a grade: the same in every game with hexes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games import new_game, scenario_limits_of
from engine.games.victory_judgement import ConditionHeld, VictoryGraded
from engine.narration import game_report
from engine.play.game import Game
from engine.scenario.scenario import Objective, Scenario, VictoryCondition, VictoryKind
from engine.scenario.victory_ways import DECISIVE, DRAW, MARGINAL, victory_ways
from tests.assertions import require
from tests.games import boards as tank_boards
from tests.games.primer import boards as primer_boards
from tests.games.tide import boards as tide_boards
from tests.games.valor import boards as valor_boards

HOLD, CLEAR, KILL = VictoryKind.OBJECTIVES, VictoryKind.CLEAR, VictoryKind.KILL
SURVIVE, RATIO, LIMIT = VictoryKind.SURVIVE, VictoryKind.RATIO, VictoryKind.TURN_LIMIT
SEED = 7
BOARD = "r1 . b1\n. . .\n. . ."
FIELD = "ri1 . . . bi1\n. . . . .\n. . . . ."
MINE, THEIRS = Objective("mine", zone="west", points=1), Objective("theirs", zone="east", points=1)
Drawn = Callable[..., Scenario]


def _tank(**more: Any) -> Scenario:
    made = tank_boards.scenario(BOARD, objectives=(MINE, THEIRS), **more)
    find = made.map.labels.find
    made.zones |= {"west": (find("@0,0"),), "east": (find("@2,0"),)}
    return made


def _primer(**more: Any) -> Scenario:
    made = primer_boards.scenario(
        FIELD, zones={"west": ["A1"], "east": ["E1"]}, rules={"turn_limit": "agreed"}, **more
    )
    made.objectives = (MINE, THEIRS)
    return made


def _tide(**more: Any) -> Scenario:
    zones = {"west": "A1", "east": "C1"}
    return tide_boards.scenario(BOARD, zones=zones, objectives=(MINE, THEIRS), **more)


def _valor(**more: Any) -> Scenario:
    zones = {"west": "A1", "east": "C1"}
    return valor_boards.scenario(BOARD, zones=zones, objectives=(MINE, THEIRS), **more)


GAMES = pytest.mark.parametrize(
    "drawn", [_tank, _primer, _tide, _valor], ids=lambda of: of.__name__
)
AT_TURNS = pytest.mark.parametrize("drawn", [_tank, _primer, _tide], ids=lambda of: of.__name__)


def idle(scenario: Scenario) -> Game[Any]:
    """A game in which nobody does anything that may be left undone, to its end."""
    game = new_game(scenario, SEED)
    while game.decision is not None:
        rests = [
            each
            for each in game.options
            if getattr(each, "deed", "") == "fatigue" or getattr(each, "kind", "") == "hand-in"
        ]
        still = None if None in game.options else game.options[-1]
        game.choose(rests[0] if rests else still)
    return game


def test_conditions_of_a_group_are_one_way_to_win() -> None:
    a, b = (
        VictoryCondition(HOLD, "red", group="x"),
        VictoryCondition(KILL, "red", points=3, group="x"),
    )
    alone = VictoryCondition(CLEAR, "red", zone="east")
    found = victory_ways((a, alone, b))
    assert [(way.numbers, way.side) for way in found] == [((0, 2), "red"), ((1,), "red")]


def test_where_all_must_hold_those_without_a_group_belong_to_every_way() -> None:
    common = VictoryCondition(SURVIVE, "red", count=1)
    best = VictoryCondition(HOLD, "red", count=2, grade=DECISIVE)
    least = VictoryCondition(HOLD, "red", count=1, grade=MARGINAL)
    found = victory_ways((common, best, least), is_together=True)
    assert [(way.numbers, way.grade) for way in found] == [((0, 1), DECISIVE), ((0, 2), MARGINAL)]
    assert [way.numbers for way in victory_ways((common, best), is_together=True)] == [(0, 1)]
    assert [way.numbers for way in victory_ways((common,), is_together=True)] == [(0,)]


@GAMES
def test_a_group_wins_when_all_of_it_holds(drawn: Drawn) -> None:
    mine = VictoryCondition(HOLD, "red", ("mine",), group="x", grade=DECISIVE)
    both = (mine, VictoryCondition(SURVIVE, "red", count=1, group="x"))
    never = (mine, VictoryCondition(KILL, "red", points=500, group="x"))
    won = idle(drawn(victory=both, turns=2))
    assert (require(won.result).winner, require(won.result).grade) == ("red", DECISIVE)
    assert (
        require(
            idle(drawn(victory=(*never, VictoryCondition(LIMIT, "blue")), turns=2)).result
        ).winner
        != "red"
    )


@GAMES
def test_one_of_several_ways_is_enough(drawn: Drawn) -> None:
    never = VictoryCondition(KILL, "red", points=500, group="x", grade=DECISIVE)
    lesser = VictoryCondition(HOLD, "red", ("mine",), group="y", grade=MARGINAL)
    game = idle(drawn(victory=(never, lesser), turns=2))
    assert (require(game.result).winner, require(game.result).grade) == ("red", MARGINAL)


@GAMES
def test_what_makes_a_draw_makes_nobody_win(drawn: Drawn) -> None:
    even = VictoryCondition(HOLD, "blue", ("theirs",), grade=DRAW)
    game = idle(drawn(victory=(even,), turns=2))
    assert require(game.result).winner is None
    assert require(game.result).grade == ""


@AT_TURNS
def test_what_must_last_is_counted_turn_by_turn(drawn: Drawn) -> None:
    lasting = VictoryCondition(HOLD, "red", ("mine",), turns=3)
    game = idle(drawn(victory=(lasting,), turns=6))
    assert (require(game.result).winner, game.rules.turn(game.state)) == ("red", 3)
    counted = [event.turns for event in game.events if isinstance(event, ConditionHeld)]
    assert counted == [1, 2, 3]


def test_v22_5_what_must_last_is_counted_at_the_end_of_turns_in_valor_too() -> None:
    lasting = VictoryCondition(HOLD, "red", ("mine",), turns=3)
    assert require(idle(_valor(victory=(lasting,), turns=2)).result).winner == "blue"
    assert require(idle(_valor(victory=(lasting,), turns=3)).result).winner == "red"


@AT_TURNS
def test_what_counts_at_the_end_alone_does_not_end_the_game_before(drawn: Drawn) -> None:
    last = VictoryCondition(HOLD, "red", ("mine",), at_end=True, grade=MARGINAL)
    game = idle(drawn(victory=(last,), turns=4))
    assert (require(game.result).grade, game.rules.turn(game.state)) == (MARGINAL, 4)


@AT_TURNS
def test_the_turn_limit_has_a_grade_too(drawn: Drawn) -> None:
    held_out = VictoryCondition(LIMIT, "blue", grade=MARGINAL)
    game = idle(drawn(victory=(held_out,), turns=2))
    assert (require(game.result).winner, require(game.result).grade) == ("blue", MARGINAL)
    assert (
        require(idle(drawn(victory=(VictoryCondition(LIMIT, grade=DRAW),), turns=2)).result).winner
        is None
    )


def test_v4_3_what_counts_at_once_ends_a_game_of_valor() -> None:
    """Special rules of a scenario override these."""
    sudden = VictoryCondition(HOLD, "red", ("mine",), at_once=True, grade=DECISIVE)
    game = idle(_valor(victory=(sudden,), turns=5))
    assert (require(game.result).winner, require(game.result).grade, game.state.turn) == (
        "red",
        DECISIVE,
        1,
    )


@GAMES
def test_a_zone_without_enemies_and_losses_in_proportion_are_judged(drawn: Drawn) -> None:
    free = VictoryCondition(CLEAR, "red", zone="west")
    assert require(idle(drawn(victory=(free,), turns=2)).result).winner == "red"
    full = VictoryCondition(CLEAR, "red", zone="east")
    assert (
        require(idle(drawn(victory=(full, VictoryCondition(LIMIT, "blue")), turns=2)).result).winner
        != "red"
    )
    nobody_lost = VictoryCondition(RATIO, "blue", percent=150)
    assert require(idle(drawn(victory=(nobody_lost,), turns=2)).result).winner == "blue"


@GAMES
def test_all_that_survive_are_those_of_whom_none_is_lost(drawn: Drawn) -> None:
    assert (
        require(idle(drawn(victory=(VictoryCondition(SURVIVE, "red"),), turns=2)).result).winner
        == "red"
    )


@GAMES
def test_each_side_knows_the_turns_of_its_own_conditions_alone(drawn: Drawn) -> None:
    lasting = VictoryCondition(HOLD, "red", ("mine",), turns=5)
    game = idle(drawn(victory=(lasting, VictoryCondition(LIMIT, "blue")), turns=2))
    assert dict(game.state.tallies) == {0: 2}
    assert game.rules.view(game.state, "blue").tallies == ()
    told = [event for event in game.events if isinstance(event, ConditionHeld)]
    assert told
    assert all(event.seers() == ("red",) for event in told)


@GAMES
@pytest.mark.parametrize("language", ["en", "zh"])
def test_how_good_a_victory_is_is_told(drawn: Drawn, language: str) -> None:
    best = VictoryCondition(HOLD, "red", ("mine",), grade=DECISIVE)
    game = idle(drawn(victory=(best,), turns=2))
    word = {"en": "decisive victory", "zh": "决定性胜利"}[language]
    assert word in game_report.outcome_text(game, language)
    (graded,) = [event for event in game.events if isinstance(event, VictoryGraded)]
    assert word in game.rules.describe_event(game.state, graded, language)


@pytest.mark.parametrize("game", ["tank", "primer", "tide", "valor"])
def test_every_game_with_hexes_knows_groups_and_grades(game: str) -> None:
    known = scenario_limits_of(game, {})
    assert known.has_groups
    assert [word.id for word in known.grades] == [DECISIVE, MARGINAL, DRAW]
    assert known.aims >= {HOLD, CLEAR, KILL, SURVIVE, RATIO, LIMIT}

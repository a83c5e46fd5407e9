"""A whole game by hand with an umpire who attends: two cities, and every rule of P1–P19 on the way.

What each side may read of it lies beside the other recorded games, to be read in a review;
`python -m tests.games.primer.test_by_hand` writes it again, after a change that is meant.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.files.source_text import ROOT
from engine.games.primer.adapter.rules import PRIMER
from engine.games.primer.deployment import Deploy
from engine.games.primer.events import CityTaken, Encountered, OrderRefused
from engine.games.primer.fight_events import FightResolved, MissileStruck, OutcomeTold, UnitsHeld
from engine.games.primer.memo import MemoEntry
from engine.games.primer.memo_execution import JudgeOrder
from engine.games.primer.missile import MissileEffect, MissileOutcome
from engine.narration import game_report
from engine.play.dice import ScriptedDice
from engine.play.game import Game, Intervention
from engine.scenario.scenario import Scenario
from engine.session import replay
from tests.games.primer.boards import (
    PrimerGame,
    at,
    attack,
    hand_in,
    happened,
    label,
    last,
    move,
    scenario,
    where,
)

GOLDEN = ROOT / "tests" / "golden" / "primer-by-hand.md"
BOARD = """
. c . w . . . . .
. . . . m . . . .
. . w . ~ ~ . . .
. . . . . . . . .
. c . w . . . . .
. . . . . . . . .
"""
ZONES = {
    "red-deployment": [f"{column}{row}" for column in "ABC" for row in range(1, 7)],
    "blue-deployment": [f"{column}{row}" for column in "GHI" for row in range(1, 7)],
}
BLUE = ("missile", "armour", "armour", "infantry", "infantry", "infantry", "artillery", "recon")
RED = ("armour", "artillery", "infantry", "infantry", "infantry", "infantry", "infantry")
PLACES = {
    "blue-2": "G4", "blue-3": "G4", "blue-4": "G1", "blue-5": "G1", "blue-6": "G1",
    "blue-7": "G5", "blue-8": "G3", "red-1": "C4", "red-2": "B4", "red-3": "C3",
    "red-4": "C3", "red-5": "C3", "red-6": "B1", "red-7": "B5",
}  # fmt: skip
SEVEN = (3, 4)


def made() -> Scenario:
    """Red has 14 to spend and Blue 46."""
    return scenario(
        BOARD, cities={"B1": "red", "B5": "red"}, zones=ZONES, budgets={"red": 14, "blue": 46},
        title="By hand", turns=8,
        rules={"joining": True, "ranged_loser": "stays", "seen_enemies": "barred"},
    )  # fmt: skip


def umpire(game: PrimerGame, kind: str, *arguments: Any) -> None:
    game.intervene(Intervention(kind, arguments, "Umpire", "by hand"))


def judged(game: PrimerGame, refused: int = 0) -> PrimerGame:
    """The umpire lets every order be carried out but one, and a missile drive off by one hex."""
    while isinstance(game.decision, JudgeOrder | MissileEffect):
        if isinstance(game.decision, MissileEffect):
            game.choose(MissileOutcome("retreat", 1))
        else:
            game.choose(("refuse" if game.decision.order == refused else "execute",))
    return game


def deployed() -> PrimerGame:
    """P8: both armies are bought and in their zones."""
    game: PrimerGame = Game(PRIMER, made(), ScriptedDice.of(*[SEVEN] * 4))
    for kind in (*BLUE, *RED):
        game.choose(kind)
    assert game.state.purses == {"red": 0, "blue": 0}
    while isinstance(game.decision, Deploy):
        game.choose(at(game, PLACES[game.decision.unit]))
    umpire(game, "attend")
    return game


def first_turn(game: PrimerGame) -> None:
    """The aircraft crosses the river into an ambush; a missile; a joint attack brings it down."""
    move(game, "blue-8", "F3", "E3", "D3", "C3")
    move(game, "blue-2", "F4", "E4", together=True)
    move(game, "blue-4", "F2", "E1", "D1", together=True)
    game.choose(MemoEntry("missile", "blue-1"))
    game.choose(at(game, "C4"))
    move(game, "blue-7", "F5")
    judged(hand_in(game), refused=5)
    game.choose(at(game, "C5"))
    judged(game, refused=5)
    attack(game, "red-3", "D3", together=True)
    attack(game, "red-2", "D3")
    judged(hand_in(game))


def second_turn(game: PrimerGame) -> None:
    """Infantry comes into the ring of a city; guns nobody sees beat armour."""
    move(game, "blue-4", "C1", together=True)
    move(game, "blue-2", "D4")
    move(game, "blue-7", "F5")
    judged(hand_in(game))
    attack(game, "red-2", "D4")
    judged(hand_in(game))
    game.choose(at(game, "E4"))
    judged(game)


def third_turn(game: PrimerGame) -> None:
    """The garrison of the city is driven out, three hexes far."""
    attack(game, "blue-4", "B1", together=True)
    judged(hand_in(game))
    game.choose(at(game, "A1"))
    game.choose(at(game, "A3"))
    judged(hand_in(judged(game)))


def fourth_turn(game: PrimerGame) -> None:
    """The first city is taken; the umpire makes room for the other to be taken too."""
    move(game, "blue-4", "B1", together=True)
    judged(hand_in(game))
    umpire(game, "move", "red-7", tuple(at(game, "A6")))
    umpire(game, "move", "blue-7", tuple(at(game, "C6")))
    judged(hand_in(game))
    move(game, "blue-7", "B6")
    judged(hand_in(judged(game)))
    judged(hand_in(game))
    move(game, "blue-7", "B5")
    judged(hand_in(game))


@cache
def played() -> PrimerGame:
    game = deployed()
    for turn in (first_turn, second_turn, third_turn, fourth_turn):
        turn(game)
    return game


def fights() -> list[FightResolved]:
    return happened(played(), FightResolved)


def test_p4_p12_p17_the_aircraft_crosses_the_river_runs_into_the_woods_and_stays() -> None:
    game = played()
    assert label(game, happened(game, Encountered)[0].target) == "C3"
    assert (fights()[0].beaten, happened(game, UnitsHeld)[0].units) == ("blue", ("blue-8",))


def test_p3_p16_the_missile_does_what_the_umpire_says() -> None:
    struck = last(played(), MissileStruck)
    assert (struck.effect, struck.retreat, struck.seers()) == ("retreat", 1, ("red", "blue"))
    assert where(played(), "red-1") == "C5"


def test_p9_the_refused_order_was_not_carried_out_and_could_be_given_again() -> None:
    assert happened(played(), OrderRefused)[0].units == ("blue-7",)
    assert where(played(), "blue-7") == "B5"


def test_p13_p17_two_hexes_of_three_bring_the_aircraft_down() -> None:
    told = fights()[1]
    assert (told.attack, told.defence, told.bonus) == (9, 2, 0)
    assert where(played(), "blue-8") == ""


def test_p14_p15_guns_out_of_sight_beat_armour_that_is_as_strong() -> None:
    told = fights()[2]
    assert (told.attack, told.bonus, told.difference) == (5, 2, 0)
    assert (told.stronger, told.beaten, told.retreat) == ("red", "blue", 1)
    assert happened(played(), OutcomeTold)[-1].side == "blue"


def test_p5_p6_the_beaten_armour_has_joined_its_own() -> None:
    assert where(played(), "blue-2") == where(played(), "blue-3") == "E4"


def test_p7_p14_who_stands_in_the_ring_of_a_city_surprises_nobody() -> None:
    assert (fights()[3].bonus, fights()[3].retreat) == (0, 3)


def test_p18_p19_both_cities_are_taken_and_the_attacker_has_won() -> None:
    game = played()
    assert [event.objective for event in happened(game, CityTaken)] == ["B1", "B5"]
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("blue", "cities")


def test_the_whole_game_is_told_as_it_was() -> None:
    assert told() == GOLDEN.read_text(encoding="utf-8")


def told() -> str:
    """The umpire's account, then each side's."""
    game = played()
    parts = (game_report.report_markdown(game, "en", side) for side in ("", *game.state.sides))
    return "\n".join(parts)


def test_it_is_the_same_when_it_is_taken_up_from_a_file() -> None:
    game = played()
    loaded = replay.resume(replay.parse(replay.compose(game)), game.scenario)
    assert (loaded.state, loaded.events) == (game.state, game.events)


def test_every_step_can_be_taken_back_one_by_one_and_made_again() -> None:
    game = played().fork(1)
    answers, events = list(game.answers), list(game.events)
    for number in reversed(range(len(answers))):
        game.rewind(number)
    game.go_to_point(played().timeline(), len(answers))
    assert (game.state, game.events) == (played().state, events)


def test_other_dice_make_another_game_from_there_on() -> None:
    game = played().fork(1)
    rolls = [number for number, answer in enumerate(game.answers) if answer == SEVEN]
    game.override(rolls[3], (6, 6), "Umpire", "the die lay askew")
    assert where(game, "red-6") == "", "wiped out where a 7 drove it back"
    assert game.decision is not None
    assert game.overrides[rolls[3]].why == "the die lay askew"


if __name__ == "__main__":
    GOLDEN.write_text(told(), encoding="utf-8")

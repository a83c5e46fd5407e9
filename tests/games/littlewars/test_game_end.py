"""How games end, and what is counted (L17–L19, EX7, EX18)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games.littlewars import game_end
from engine.games.littlewars.events import Abandoned, GameEnded, Reached
from engine.games.littlewars.men_phase import DONE, GIVE_IN
from engine.games.littlewars.state import FigureStatus, Phase, RemovedPiece, State
from engine.play.game import Game
from tests.games.littlewars.boards import at, block, game_at, state_of, table, zone


def played(state: State, moves: int = 1) -> Game[State]:
    """A game in which the sides do nothing for some moves."""
    game = game_at(state)
    first = game.state.move
    while game.decision is not None and game.state.move < first + moves:
        game.choose(DONE if game.state.phase is Phase.MEN else game.options[-1])
    return game


def ended(game: Game[State]) -> GameEnded:
    return next(event for event in game.events if isinstance(event, GameEnded))


def test_ex7_points() -> None:
    """EX7 Points: 2 guns, 12 horse, 23 foot, 6 prisoners, win: 100 + 20 + 18 + 23 + 3 = 164.
    L17.2 Winner 100; each gun held or taken 10; surviving horseman 1½, foot 1; each own or enemy
    prisoner ½."""
    figures = [
        *block("h", "red", 12, 5, 5, "horse", step=3, wide=12), *block("f", "red", 23, 5, 20),
        *block("p", "blue", 4, 40, 20),
    ]  # fmt: skip
    state = state_of(figures, [("one", "red", 30, 30, 0), ("two", "red", 40, 30, 0)])
    for number in range(1, 5):
        name = f"p{number}"
        state.figures[name] = state.figures[name]._replace(
            status=FigureStatus.PRISONER, captor="red"
        )
    state.gone = tuple(RemovedPiece(f"x{n}", "blue", "foot", "led-off", "red") for n in range(2))
    assert game_end.points_without_bonus(state, "red") == 64
    assert game_end.points_in_halves(state, "red", "red") == 2 * 164


def test_l17_2_halves_are_kept_to_the_end() -> None:
    """L17.2 Surviving horseman 1½."""
    state = state_of([("h", "red", "horse", 10, 10), ("b", "blue", "foot", 60, 50)])
    assert game_end.points_without_bonus(state, "red") == Fraction(3, 2)


def test_l17_1_a_fight_to_the_finish_ends_when_nobody_of_a_side_is_left() -> None:
    """L17.1 Until one side is dead, taken or gives in."""
    state = state_of([("r", "red", "foot", 10, 10), ("r2", "red", "foot", 11, 10),
                      ("b", "blue", "foot", 10.8, 10.7)], phase=Phase.MELEE)  # fmt: skip
    game = game_at(state)
    while game.decision is not None:
        game.choose(game.options[0])
    assert (ended(game).winner, ended(game).reason) == ("red", "destroyed")


def test_l17_1_a_side_may_give_in() -> None:
    """L17.1 Or gives in."""
    game = game_at(state_of([("r", "red", "foot", 10, 10), ("b", "blue", "foot", 60, 50)]))
    game.choose(GIVE_IN)
    assert (ended(game).winner, ended(game).reason) == ("blue", "gave-in")


@pytest.mark.parametrize(("began", "left", "draw"), [(60, 14, True), (60, 15, False),
                                                     (50, 10, False), (50, 9, True)])  # fmt: skip
def test_l17_3_both_sides_too_few_is_a_draw_that_shares_the_bonus(
    began: int, left: int, draw: bool
) -> None:
    """L17.3 Both sides below 15 men (10 if both began with 50 or fewer): «считается ничья и
    премиальные 100 очков делятся пополам»."""
    figures = [*block("r", "red", left, 5, 5), *block("b", "blue", left, 50, 45)]
    state = state_of(figures)
    state.began_with = (("red", began), ("blue", began))
    game = played(state)
    assert bool(game.result) is draw
    if draw:
        assert ended(game).halves == (("red", 2 * (50 + left)), ("blue", 2 * (50 + left)))


def test_l17_3_a_draw_shares_the_bonus_alone_and_what_is_left_counts() -> None:
    """L17.3 «Премиальные 100 очков делятся пополам»: 14 foot and a gun make 14 + 10 + 50 = 74
    points, 12 horsemen 18 + 50 = 68."""
    figures = [*block("r", "red", 14, 5, 5), *block("b", "blue", 12, 5, 40, "horse", 3, 12)]
    state = state_of(figures, [("gun", "red", 40, 10, 0)])
    state.began_with = (("red", 60), ("blue", 60))
    game = played(state)
    assert (ended(game).winner, ended(game).reason) == ("", "few-left")
    assert dict(ended(game).halves) == {"red": 2 * 74, "blue": 2 * 68}


def test_l17_3_armies_that_began_so_small_fight_on() -> None:
    game = played(state_of([("r", "red", "foot", 5, 5), ("b", "blue", "foot", 60, 50)]))
    assert game.result is None


# --- breakthrough (L18) ---------------------------------------------------------------------------


def on_the_line(men: int, x: float = 30, **said: object) -> State:
    figures = [
        *((f"r{n}", "red", "foot", x + n, 59.6) for n in range(men)), ("r9", "red", "foot", 3, 30),
        ("near", "blue", "foot", 60, 30), ("b2", "blue", "foot", 60, 50),
    ]  # fmt: skip
    return state_of(figures, rules={"game": "breakthrough", **said})


def test_l18_1_three_men_on_the_enemys_back_line_win() -> None:
    """L18.1 Breakthrough: won when 3 men stand on the enemy's back line."""
    assert played(on_the_line(2)).result is None
    game = played(on_the_line(3))
    assert Reached("red", 3) in game.events
    assert (ended(game).winner, ended(game).reason) == ("red", "breakthrough")


def test_l18_1_or_on_its_marked_part() -> None:
    """L18.1 Or on its marked part."""
    ground = table(zones={"gate": zone(25, 58, 45, 60)})
    for x, won in ((30, True), (5, False)):
        state = on_the_line(3, x, marked={"blue": "gate"})
        marked = state_of(
            [(f.id, f.side, f.type, f.at.x / 16, f.at.y / 16) for f in state.figures.values()],
            rules={"game": "breakthrough", "marked": {"blue": "gate"}}, ground=ground,
        )  # fmt: skip
        assert (played(marked).result is not None) is won


@pytest.mark.parametrize(
    ("kind", "inches", "kept"),
    [("foot", 71, True), ("foot", 73, False), ("horse", 143, True), ("horse", 145, False)],
)
def test_ex18_what_a_loser_keeps(kind: str, inches: int, kept: bool) -> None:
    """EX18 L18.2: foot at 71 in from its line is kept, at 73 abandoned; horse at 143 kept."""
    edge = {"foot": 6, "horse": 14}[kind] / 16
    state = state_of([("r", "red", kind, 30, inches + edge), ("b", "blue", "foot", 60, 150)],
                     ground=table(72, 190))  # fmt: skip
    assert game_end.is_unit_kept(state, "red", state.figures["r"]) is kept


def test_l18_2_what_is_abandoned_is_the_winners() -> None:
    """L18.2 The loser abandons all that is further from his back line than six of its own moves.
    The rest is his; points as L17."""
    figures = [*((f"r{n}", "red", "foot", 30 + n, 179.6) for n in range(3)),
               ("far", "blue", "foot", 30, 100), ("near", "blue", "foot", 30, 150)]  # fmt: skip
    state = state_of(
        figures,
        [("gun", "blue", 50, 90, 180)],
        rules={"game": "breakthrough"},
        ground=table(72, 180),
    )
    game = played(state)
    (left,) = [event for event in game.events if isinstance(event, Abandoned)]
    assert set(left.units) == {"far", "gun"}
    assert game.state.guns["gun"].side == "red"
    assert dict(ended(game).halves) == {"red": 2 * (100 + 10 + 3) + 1, "blue": 2 + 1}


def test_l18_2_the_rout_may_be_played_for_six_moves() -> None:
    """L18.2 `rout: played` gives him six moves to get off."""
    state = on_the_line(3, rout="played")
    game = played(state, 3)
    assert game.result is None
    assert game.state.routed == "blue"
    game = played(state, 20)
    assert ended(game).reason == "breakthrough"
    assert game.state.move == 3 + 12


# --- defence (L19) --------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "won"), [(2, False), (3, True)])
def test_l19_5_the_attacker_wins_with_a_quarter_of_his_men_at_the_edge(
    there: int, won: bool
) -> None:
    """L19.5 The attacker wins with ¼ of his force (men, rounded up) at the defender's edge."""
    figures = [
        *((f"r{n}", "red", "foot", 30 + n, 59.6) for n in range(there)),
        *block("s", "red", 9 - there, 10, 10), *block("b", "blue", 3, 60, 30),
    ]  # fmt: skip
    state = state_of(figures, rules={"game": "defence", "defender": "blue"})
    state.defender = "blue"
    assert game_end.men_needed_to_win(state, "red") == 3
    assert game_end.men_needed_to_win(state, "blue") == 0
    game = played(state)
    assert (game.result is not None) is won
    if won:
        assert (ended(game).winner, ended(game).reason) == ("red", "reached")


def test_l19_6_after_the_last_move_the_points_decide() -> None:
    """L19.6 Length: the scenario gives moves; at the end the points decide."""
    figures = [("r", "red", "horse", 10, 10), ("b", "blue", "foot", 60, 50)]
    game = played(state_of(figures, move=23, turns=12), 2)
    assert (ended(game).winner, ended(game).reason) == ("red", "time")
    assert dict(ended(game).halves) == {"red": 203, "blue": 2}
    even = [("r", "red", "foot", 10, 10), ("b", "blue", "foot", 60, 50)]
    assert ended(played(state_of(even, move=23, turns=12), 2)).winner == ""


def test_men_in_a_corner_are_counted_by_where_they_are() -> None:
    state = on_the_line(1)
    state.figures["r0"] = state.figures["r0"]._replace(at=at(30, 58))
    assert game_end.men_on_enemy_line(state, "red") == []

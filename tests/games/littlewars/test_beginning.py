"""The field, the beginning, set-up, the clock, the armies (L1–L3, L19.1–L19.3, L20, EX6)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games import new_game, scenario_limits_of
from engine.games.littlewars import armies, gun_hauling, move_clock
from engine.games.littlewars.adapter.rules import LITTLEWARS
from engine.games.littlewars.adapter.scenario_limits import littlewars_limits
from engine.games.littlewars.data.rulebook import load_rulebook
from engine.games.littlewars.events import (
    CurtainDrawn,
    EdgeChosen,
    FirstDecided,
    MoveBegan,
    SetAside,
)
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import ActionOrder, GunOrder, MenOrder
from engine.games.littlewars.set_up_phase import ChooseEdge, SetUp
from engine.games.littlewars.state import State
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.scenario.figure_groups import FigureGroup
from engine.texts import localised, text
from tests.games.littlewars.boards import SIDES, house, laid, scenario, table, zone
from tests.games.littlewars.referee import Referee

FOOT = [FigureGroup("r", "red", "foot", 6), FigureGroup("b", "blue", "foot", 6)]
REST = MenOrder("rest")


def begun(*dice: tuple[int, ...], begins: str = "", **rules: object) -> Game[State]:
    made = scenario(FOOT, rules=rules, begins=begins)
    return Game(LITTLEWARS, made, ScriptedDice.of(*dice))


def put(*figures: str, to: str, deed: str = "place") -> MenOrder:
    return MenOrder(deed, figures, to)


def test_l1_1_the_country_is_the_table_of_the_scenario() -> None:
    """L1.1 One player lays out the country. In Sandtable: a table file."""
    made = scenario(FOOT, table(features=[house("inn", 30, 30, 36, 34)]))
    assert LITTLEWARS.start(made).field.table is made.table


def test_l1_2_the_other_chooses_his_side_of_the_field() -> None:
    """L1.2 The other chooses his side of the field."""
    game = begun((1,), choose_edge=True)
    assert isinstance(game.decision, ChooseEdge)
    assert game.decision.side == "blue"
    assert list(game.options) == ["south", "north"]
    game.choose("south")
    chosen = [event for event in game.events if isinstance(event, EdgeChosen)]
    assert chosen == [EdgeChosen("blue", "south"), EdgeChosen("red", "north")]


def test_l1_3_accidents_are_put_right_between_activities() -> None:
    """L1.3 Nothing of the country is moved to help a gun; accidents are put right after."""
    kinds = {act.kind for act in LITTLEWARS.acts(begun((1,)).state)}
    assert {"move", "turn", "kill"} <= kinds
    assert not {"feature", "country"} & kinds


def test_l2_1_after_country_and_sides_a_coin_decides_the_first_player() -> None:
    """L2.1 After country and sides are settled (not before) a coin decides the First Player."""
    game = begun((2,), choose_edge=True)
    assert not [event for event in game.events if isinstance(event, FirstDecided)]
    game.choose("north")
    assert FirstDecided("blue", by_coin=True) in game.events
    assert begun(begins="red").state.first == "red"


def test_l2_2_without_curtain_the_first_player_lines_up_then_the_second() -> None:
    """L2.2 Without curtain the First Player lines up along his back line, then the Second."""
    game = begun((2,))
    assert game.decision == SetUp("blue")
    game.choose(REST)
    game.choose(MenOrder("done"))
    assert game.decision == SetUp("red")
    assert not LITTLEWARS.secrets(game.state, "red")


def test_l2_2_with_a_curtain_both_set_up_unseen() -> None:
    """L2.2 With a curtain both at once and unseen."""
    game = begun((1,), curtain=True)
    game.choose(REST)
    assert LITTLEWARS.secrets(game.state, "blue") == sorted(f"r.{n}" for n in range(1, 7))
    assert not game.view("blue").figures
    game.choose(MenOrder("done"))
    game.choose(REST)
    game.choose(MenOrder("done"))
    assert any(isinstance(event, CurtainDrawn) for event in game.events)
    assert len(game.view("red").figures) == 12


@pytest.mark.parametrize(
    ("y", "may"), [(0, True), (192, True), (193, False), (-192, True), (-193, False)]
)
def test_l2_2_at_most_twelve_inches_before_or_behind_the_line(y: int, may: bool) -> None:
    """L2.2 At most 12 in before or behind the line."""
    game = begun((1,))
    assert (game.accepts(put("r.1", to=f"400,{y}")) is not None) is may


@pytest.mark.parametrize(("x", "may"), [(0, True), (-1, False), (-40, False)])
def test_l2_2_along_the_line_and_not_beyond_its_ends(x: int, may: bool) -> None:
    """L2.2 The First Player lines up along his back line."""
    game = begun((1,))
    assert (game.accepts(put("r.1", to=f"{x},-100")) is not None) is may


def test_l2_2_all_count_as_standing_on_the_back_line_at_their_first_move() -> None:
    """L2.2 All figures count as standing on the back line at their first move."""
    game = begun((1,))
    for number, depth in enumerate((96, -32, 0), 1):
        game.choose(put(f"r.{number}", to=f"{200 * number},{depth}"))
    state = game.state
    allowed = [state.customs.allowance(state, state.figures[f"r.{n}"]) for n in (1, 2, 3)]
    assert allowed == [192 - 96, 192 + 32, 192]


def with_gun(depth: int) -> Game[State]:
    """The first move of a gun that was set up so far ahead of its line, with four foot by it."""
    men = FigureGroup("r", "red", "foot", 4)
    made = scenario([FigureGroup("r-gun", "red", "gun"), men, FOOT[1]])
    game = Game(LITTLEWARS, made, ScriptedDice.of())
    game.choose(put("r-gun", to=f"480,{depth}"))
    for number in range(1, 5):
        game.choose(put(f"r.{number}", to=f"{440 + 16 * number},{depth - 60}"))
    while isinstance(game.decision, SetUp):
        game.choose(next(o for o in game.options if o.deed in ("rest", "done")))
    return game


def test_l2_2_a_gun_set_up_ahead_of_the_line_moves_as_if_from_the_edge() -> None:
    """L2.2 «Все они на следующем ходу будут перемещаться так, как будто стояли точно на границе
    поля»: a gun that was set up 7 in ahead of the line has 5 in left of its foot."""
    game = with_gun(112)
    for depth, may in ((192, True), (193, False)):
        order = GunOrder("move", "r-gun", f"480,112 480,{depth}")
        assert (game.accepts(order) is not None) is may
    game.choose(GunOrder("move", "r-gun", "480,112 480,192"))
    Referee(game).watch(game.events)
    assert gun_hauling.hauling_allowance(game.state, game.state.guns["r-gun"]) == 192


def test_l2_2_a_wagon_set_up_ahead_of_the_line_drives_as_if_from_the_edge() -> None:
    """L2.2 «Все они»: a wagon that was set up 5 in ahead of the line has 7 in left."""
    made = scenario([FigureGroup("r-cart", "red", "wagon"), *FOOT], rules={"supply_wagons": True})
    game = Game(LITTLEWARS, made, ScriptedDice.of())
    game.choose(put("r-cart", to="480,80"))
    while not isinstance(game.decision, MoveMen):
        game.choose(next(o for o in game.options if o.deed in ("rest", "done")))
    for depth, may in ((192, True), (193, False)):
        drive = ActionOrder("drive", ("r-cart",), f"480,80 480,{depth}")
        assert (game.accepts(drive) is not None) is may


def test_l2_2_nobody_is_ready_before_all_are_set_up() -> None:
    """L2.2 Set-up has no time limit: it is done when the side says so, with all on the table."""
    game = begun((1,))
    assert game.accepts(MenOrder("done")) is None
    game.choose(REST)
    assert game.accepts(MenOrder("done")) is not None
    assert game.accepts(put("r.1", to="700,100")) is not None


# --- the clock (L3) -------------------------------------------------------------------------------


@pytest.mark.parametrize(("men", "guns", "minutes"), [(110, 3, 7), (46, 2, 4), (44, 2, 3)])
def test_ex6_the_clock(men: int, guns: int, minutes: int) -> None:
    """EX6 Clock: 110 men, 3 guns: 7 minutes; 46 and 2: 4; 44 and 2: 3. L3.1 Each move: one minute
    for each gun and one for each 30 men, rounded to the nearest (half up)."""
    assert move_clock.minutes_allowed(guns, men, load_rulebook()) == minutes


def test_l3_1_the_clock_follows_the_losses_or_not() -> None:
    """L3.1 It may be lowered as men fall, by agreement (`clock_follows_losses: true`)."""
    bodies = [laid("r", "red", "foot", 46, 4, 4, 68, 4), laid("b", "blue", "foot", 5, 4, 50, 9, 50)]
    for follows, minutes in ((True, 1), (False, 2)):
        made = scenario(bodies, rules={"clock_follows_losses": follows})
        state = new_game(made, 1).state
        state.began_with = (("red", 46), ("blue", 5))
        for number in range(1, 8):
            state.remove(f"r.{number}", "shot")
        assert move_clock.minutes_of(state, "red") == minutes


def test_l3_1_every_move_says_its_minutes() -> None:
    """L3.1 The time of a move is told when it begins."""
    game = begun((1,))
    for _ in range(2):
        game.choose(REST)
        game.choose(MenOrder("done"))
    (began,) = [event for event in game.events if isinstance(event, MoveBegan)]
    assert began == MoveBegan("red", 1, 0)


def test_l3_2_warnings_at_two_minutes_one_minute_thirty_seconds() -> None:
    """L3.2 Warnings at 2 minutes, 1 minute, 30 seconds."""
    assert move_clock.seconds_of_time_calls(load_rulebook()) == (120, 60, 30)


def test_l3_3_four_to_five_minutes_between_moves_to_restore() -> None:
    """L3.3 4–5 minutes between moves to restore."""
    many = [laid("r", "red", "foot", 20, 10, 10, 40, 10), FigureGroup("b", "blue", "foot", 1)]
    game = Game(LITTLEWARS, scenario(many), ScriptedDice.of())
    while not game.state.move:
        game.choose(next(iter(game.options)))
    told = move_clock.time_allotted(game.state)
    assert told is not None
    assert (told.seconds, told.restoring) == (60, (4, 5))
    few = game.state.copy()
    few.figures = {"r.1": few.figures["r.1"]}
    assert move_clock.time_allotted(few) is None, "fewer than fifteen men have no minute (L3.1)"


# --- defence: roles and zones (L19) ---------------------------------------------------------------


def test_l19_1_the_defender_has_two_thirds_of_the_points_rounded_down() -> None:
    """L19.1 Defender ⅔ of the attacker's points (rounded down): 73 of 110."""
    assert armies.defenders_points(Fraction(110)) == 73


def test_l19_2_the_coin_says_who_defends_and_he_chooses_his_edge() -> None:
    """L19.2 Coin: the winner defends and chooses his edge."""
    game = begun((1,), (1,), game="defence", choose_edge=True)
    assert game.state.defender == "red"
    assert isinstance(game.decision, ChooseEdge)
    assert game.decision.side == "red"


def test_l19_3_the_defender_sets_up_to_one_move_short_of_the_middle() -> None:
    """L19.3 He sets up in his half up to one move (12 in) short of the middle line; the attacker
    starts from his edge."""
    game = begun((2,), game="defence", defender="blue")
    assert game.decision == SetUp("blue")
    middle = 60 * 16 // 2
    assert game.accepts(put("b.1", to=f"500,{middle + 192}")) is not None
    assert game.accepts(put("b.1", to=f"500,{middle + 191}")) is None
    game.choose(REST)
    game.choose(MenOrder("done"))
    assert game.accepts(put("r.1", to="500,193")) is None


def test_a_body_with_a_zone_is_set_up_in_it() -> None:
    made = scenario(
        [FigureGroup("r", "red", "foot", 2, zone="fort"), FOOT[1]],
        table(zones={"fort": zone(30, 30, 40, 40)}),
    )
    game = Game(LITTLEWARS, made, ScriptedDice.of())
    assert game.accepts(put("r.1", to="560,560")) is not None
    assert game.accepts(put("r.1", to="560,100")) is None
    game.choose(REST)
    assert all(480 <= figure.at.x <= 640 for figure in game.state.figures_of_side("red"))


# --- armies (L20) ---------------------------------------------------------------------------------


def test_l20_1_equal_in_number_and_kind() -> None:
    """L20.1 Equal in number and kind."""
    assert armies.are_armies_equal(FOOT, "red", "blue")
    assert not armies.are_armies_equal([*FOOT, FigureGroup("h", "blue", "horse", 1)], "red", "blue")


def test_l20_2_each_side_takes_as_many_of_twelve_as_two_dice_show() -> None:
    """L20.2 Chance: 12 men of each set aside, each side rolls 2d6 and takes that many."""
    bodies = [*FOOT, FigureGroup("rc", "red", "foot", 12), FigureGroup("bc", "blue", "foot", 12)]
    made = scenario(bodies, rules={"chance": {"red": "rc", "blue": "bc"}})
    game = Game(LITTLEWARS, made, ScriptedDice.of((3, 4), (6, 6)))
    left = [len(event.left_out) for event in game.events if isinstance(event, SetAside)]
    assert left == [5, 0]
    assert sum(each.body == "rc" for each in game.state.waiting) == 7


@pytest.mark.parametrize(("foot", "horse", "guns"), [(100, 0, 5), (0, 100, 0), (60, 40, 3)])
def test_l20_3_a_hundred_and_fifty_points(foot: int, horse: int, guns: int) -> None:
    """L20.3 Foot 1, horse 1½, gun 10; 150 points = 100 foot + 5 guns = 100 horse = 60 foot +
    40 horse + 3 guns."""
    bodies = [FigureGroup("f", "red", "foot", foot), FigureGroup("h", "red", "horse", horse)]
    bodies += [FigureGroup(f"g{n}", "red", "gun") for n in range(guns)]
    assert armies.army_points(bodies, load_rulebook()) == 150


def test_l20_5_all_figures_have_one_scale() -> None:
    """L20.5 All figures of one scale: that of the table."""
    state = LITTLEWARS.start(scenario(FOOT))
    assert state.field.scale == state.field.table.scale


def test_bodies_in_a_house_are_told() -> None:
    made = scenario(
        [laid("r", "red", "foot", 3, 30, 31, 36, 31)],
        table(features=[house("inn", 29, 29, 40, 34)]),
    )
    (fault,) = scenario_limits_of("littlewars", {}).standing(made)
    assert fault.body == "r"
    assert "house" in fault.why.lower() or "inn" in fault.why.lower()


# --- what is said of armies (L19.1, L20.1) --------------------------------------------------------


def remarks(*bodies: FigureGroup, **rules: object) -> list[tuple[str, bool]]:
    made = scenario(bodies, rules=rules)
    found = littlewars_limits(made.rules, SIDES).remarks(made)
    return [(localised(each.words, "en"), each.is_wrong) for each in found]


def test_l20_1_whoever_sets_armies_out_is_told_whether_they_are_equal() -> None:
    """L20.1 Equal in number and kind."""
    ((equal, _),) = remarks(*FOOT)
    ((other, _),) = remarks(*FOOT, FigureGroup("h", "blue", "horse", 1))
    assert "are equal" in equal
    assert other == text("littlewars.armies-unequal", "en")


@pytest.mark.parametrize(("defenders", "is_wrong"), [(20, False), (21, True)])
def test_l19_1_whoever_sets_a_defender_out_is_told_his_points(
    defenders: int, is_wrong: bool
) -> None:
    """L19.1 Defender ⅔ of the attacker's points (rounded down)."""
    bodies = FigureGroup("r", "red", "foot", 31), FigureGroup("b", "blue", "foot", defenders)
    ((told, wrong),) = remarks(*bodies, game="defence", defender="blue")
    assert wrong is is_wrong
    assert "20" in told

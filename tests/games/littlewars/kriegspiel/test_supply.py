"""Supply and command as they are played (K1, K2, K4, K9)."""

from __future__ import annotations

from typing import Any

from engine.games.littlewars.kriegspiel import arm_commands, supply
from engine.games.littlewars.kriegspiel.encirclement import is_surrounded
from engine.games.littlewars.kriegspiel.supply import Feed
from engine.games.littlewars.kriegspiel_state import GroupSupplies
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import DONE, GunOrder, MenOrder
from engine.games.littlewars.state import State
from engine.play.arm_commands import ArmAnswerRules, ArmTalkRules, CommandScope
from engine.play.game import Game
from engine.scenario.figure_groups import FigureGroup
from tests.games.littlewars.kriegspiel.wars import (
    body,
    done,
    events,
    ford,
    go,
    hill,
    ids,
    line,
    order,
    said,
    to_men,
    war,
)

RATIONS = ("food", "ammunition")
FOOT = body("r-foot", "foot", (120, 110), (120, 70), strength=20, formation="extended")
HORSE = body("r-horse", "horse", (110, 110), (110, 80), strength=12, formation="line")
WAGON = body("r-wagon", "wagon", (100, 90), facing=90, load={"food": 2, "fodder": 3})


def test_k4_1_a_body_is_asked_for_when_its_food_is_gone() -> None:
    """A food ration feeds 30 men for six moves. Stores are within 6 ft of foot."""
    made = war(FOOT, WAGON, begins_fed=False)
    while not isinstance(made.decision, Feed):
        made.choose(GunOrder(DONE))
    assert (made.decision.body, made.decision.ration, made.decision.amount) == ("r-foot", "food", 1)
    assert list(made.options) == ["r-wagon", "nothing"]
    made.choose("r-wagon")
    assert made.state.war.feeding["r-foot"].food == 6
    assert dict(made.state.vehicles["r-wagon"].load)["food"] == 1


def test_k2_7_a_wagon_that_supplies_does_not_move_in_that_move() -> None:
    """Transport does not supply in a move in which it moved."""
    made = war(FOOT, WAGON, begins_fed=False)
    while not isinstance(made.decision, Feed):
        made.choose(GunOrder(DONE))
    made.choose("r-wagon")
    to_men(made)
    assert made.accepts(order("drive", ["r-wagon"], f"{said(100, 90)} {said(104, 90)}")) is None


def test_k4_6_without_food_nobody_moves() -> None:
    """Without food (fodder) foot, horse, artillery and engineers do not move."""
    made = war(FOOT, WAGON, begins_fed=False)
    while not isinstance(made.decision, Feed):
        made.choose(GunOrder(DONE))
    made.choose("nothing")
    if isinstance(made.decision, MoveMen):
        moving = {id_ for option in made.options for id_ in getattr(option, "figures", ())}
        assert not moving & {*ids("r-foot", 20)}
    assert events(made, "WentHungry")[0].body == "r-foot"


def may_draw(made: Game[State], name: str) -> bool:
    """Whether a gun may be drawn an inch on."""
    at = made.state.guns[name].at
    return made.accepts(GunOrder("move", name, f"{at.x},{at.y} {at.x + 16},{at.y}")) is not None


def test_k4_6_a_gun_is_drawn_by_men_of_its_own_who_are_fed() -> None:
    """«Пехота, конница, королевская артиллерия и королевские саперы не могут двигаться без
    снабжения продовольствием»: one gun's men are fed by the wagon, the other's are not, and that
    others of the side are does not help it."""
    crews = [
        body(f"r-{x}", "foot", (x - 2, 88), (x - 2, 92), strength=16, formation="fours")
        for x in (100, 160)
    ]
    guns = [body(f"r-gun-{x}", "gun", (x, 90), facing=90) for x in (100, 160)]
    wagon = body("r-wagon", "wagon", (80, 90), facing=90, load={"food": 1})
    made = war(*crews, *guns, wagon, begins_fed=False)
    while isinstance(made.decision, Feed):
        made.choose("r-wagon" if made.decision.body == "r-100" else "nothing")
    for name in ("r-gun-100", "r-gun-160"):
        made.choose(GunOrder("limber", name))
    assert may_draw(made, "r-gun-100")
    assert not may_draw(made, "r-gun-160")


def test_k4_1_a_sides_own_edge_supplies_nobody_unless_that_is_agreed() -> None:
    """«Припасы должны находиться в шести футах от снабжаемой пехоты»: an edge is no store; that it
    supplies is a rule of the house, `edge_supplies`."""
    by_edge = body("r-foot", "foot", (20, 110), (20, 86), strength=20, formation="extended")
    for said_, fed in ((None, False), (True, True)):
        rules: dict[str, Any] = {} if said_ is None else {"edge_supplies": said_}
        made = war(by_edge, begins_fed=False, **rules)
        to_men(made)
        hungry = {event.body for event in events(made, "WentHungry")}
        assert ("r-foot" not in hungry) is fed


def test_k4_5_a_horse_eaten_is_a_ration_and_its_rider_walks() -> None:
    """A horse eaten is one food ration; its rider walks."""
    horse = body("r-horse", "horse", (110, 110), (110, 80), strength=20, formation="line")
    made = war(horse, begins_fed=False)
    assert isinstance(made.decision, Feed)
    assert list(made.options) == ["horses", "nothing"]
    made.choose("horses")
    assert made.state.war.eaten == {"r-horse.20"}
    assert made.state.war.dismounted == {"r-horse.20"}


def test_k4_4_an_enemy_body_between_bars_the_stores() -> None:
    """No supply if the enemy stands between unit and stores: the segment between them passes within
    6 in of an enemy body of at least 8."""
    eight = body("b-foot", "foot", (110, 96), (110, 84), strength=8, formation="line")
    seven = body("b-foot", "foot", (110, 96), (110, 84), strength=7, formation="line")
    assert supply.supplying_wagons(war(FOOT, WAGON, seven).state, "r-foot", "food")
    assert not supply.supplying_wagons(war(FOOT, WAGON, eight).state, "r-foot", "food")


def test_k4_1_horse_is_supplied_from_farther() -> None:
    """Stores are within 6 ft of foot, 18 ft of horse."""
    far = body("r-wagon", "wagon", (20, 90), facing=90, load={"food": 2, "fodder": 3})
    made = war(FOOT, HORSE, far)
    assert supply.supplying_wagons(made.state, "r-horse", "fodder")
    assert not supply.supplying_wagons(made.state, "r-foot", "food")


def test_k4_1_fodder_is_for_6_horses() -> None:
    """Fodder 6 horses for six moves."""
    made = war(HORSE)
    assert supply.rations_for_body(made.state, "r-horse", "fodder") == 2
    assert supply.rations_for_body(made.state, "r-horse", "food") == 0


def test_k4_3_a_small_party_far_off_needs_no_ammunition_either() -> None:
    """«Изолированные группы пехотинцев менее тридцати солдатиков не требуют снабжения.
    Изолированной называется группа, удаленная от других больше чем на двенадцать футов»: twenty
    foot 13 ft from others eat nothing and fire on; with others nearer they need a ration of each.
    """
    party = body("r-foot", "foot", (165, 60), (165, 84), strength=20, formation="extended")
    near = body("r-near", "foot", (100, 60), (100, 84), strength=20, formation="extended")
    foe = body("b-foot", "foot", (200, 70), strength=1)
    far = war(party, foe, begins_fed=False)
    assert [supply.rations_for_body(far.state, "r-foot", each) for each in RATIONS] == [0, 0]
    assert supply.may_fire(far.state, "r-foot")
    together = war(party, near, foe, begins_fed=False)
    assert [supply.rations_for_body(together.state, "r-foot", each) for each in RATIONS] == [1, 1]
    assert not supply.may_fire(together.state, "r-foot")


def ring() -> list[FigureGroup]:
    """Blue on all four sides."""
    return [
        body("b-n", "foot", (100, 110), (140, 110), strength=6, formation="line"),
        body("b-s", "foot", (100, 70), (140, 70), strength=6, formation="line"),
        body("b-w", "foot", (100, 70), (100, 110), strength=6, formation="line"),
        body("b-e", "foot", (140, 70), (140, 110), strength=6, formation="line"),
    ]


def test_k4_7_who_is_ringed_by_enemies_is_surrounded() -> None:
    """Surrounded: no path of 12 ft to own edge or stores that avoids enemies by 6 in."""
    few = body("r-foot", "foot", (120, 92), (120, 88), strength=4, formation="line")
    assert is_surrounded(war(few, *ring()).state, "r-foot")
    near = body("r-wagon", "wagon", (112, 90), facing=90, load={"food": 1})
    assert not is_surrounded(war(few, near, *ring()).state, "r-foot")


def test_k4_7_after_four_moves_they_surrender() -> None:
    """Surrounded and the last horse eaten: surrender after four moves unless relieved."""
    few = body("r-foot", "foot", (120, 98), (120, 82), strength=18, formation="line")
    made = war(few, *ring(), begins_fed=False, edge_supplies=True)
    assert made.state.war.feeding["r-foot"] == GroupSupplies()
    for _ in range(10):
        if events(made, "Surrendered"):
            break
        done(made)
    (gave_up,) = events(made, "Surrendered")
    besieged = next(each for each in events(made, "Besieged") if each.body == "r-foot")
    assert gave_up.figures == ids("r-foot", 18)
    assert made.state.turn == besieged.since + 4


# --- rates on the table ---------------------------------------------------------------------------


def may_go(made: object, who: tuple[str, ...], *way: tuple[float, float]) -> bool:
    path = " ".join(said(*at) for at in way)
    return made.accepts(MenOrder("go", who, path)) is not None  # type: ignore[attr-defined]


def test_k1_1_half_as_far_again_in_column_on_a_road() -> None:
    """Foot 12 in, horse 36 in, both × 1½ in column of twos or fours on a road."""
    column = body("r-foot", "foot", (20, 90), (28, 90), strength=8, formation="column")
    road = line("road", "road", 4, (0, 90), (240, 90))
    made = war(column, features=[road])
    to_men(made)
    assert may_go(made, ids("r-foot", 8), (28, 90), (46, 90))
    assert not may_go(made, ids("r-foot", 8), (28, 90), (46.5, 90))
    plain = war(column)
    to_men(plain)
    assert not may_go(plain, ids("r-foot", 8), (28, 90), (41, 90))


def test_k1_2_a_contour_up_costs_a_foot_of_move() -> None:
    """One contour up costs 12 in of move."""
    slope = hill("hill", 1, (70, 60), (120, 60), (120, 120), (70, 120))
    riders = body("r-horse", "horse", (60, 92), (60, 88), strength=2, formation="line")
    made = war(riders, features=[slope])
    to_men(made)
    assert may_go(made, ids("r-horse", 2), (60, 90), (83, 90))
    assert not may_go(made, ids("r-horse", 2), (60, 90), (85, 90))


def test_k2_1_a_ford_takes_a_whole_move_and_engineers_do_not_ford() -> None:
    """Foot: ford a river one move. Engineers … no fording."""
    brook = ford("brook", 4, (64, 60), (64, 140))
    made = war(
        body("r-foot", "foot", (61, 90), strength=1),
        body("r-eng", "engineer", (61, 100), strength=1),
        body("r-far", "foot", (56, 110), strength=1),
        features=[brook],
    )
    to_men(made)
    assert may_go(made, ("r-foot.1",), (61, 90), (66.7, 90))
    assert not may_go(made, ("r-eng.1",), (61, 100), (66.7, 100))
    assert not may_go(made, ("r-far.1",), (56, 110), (66.7, 110))


def test_k2_8_a_change_of_formation_takes_half_a_move() -> None:
    """A change costs half a move."""
    rank = body("r-foot", "foot", (60, 96), (60, 90), strength=5, formation="line")
    made = war(rank)
    to_men(made)
    far = f"{said(70, 90)} {said(78, 90)}"
    near = f"{said(56, 93)} {said(63, 93)}"
    assert made.accepts(MenOrder("column", ids("r-foot", 5), far)) is None
    assert made.accepts(MenOrder("column", ids("r-foot", 5), near)) is not None


def test_k2_2_mounting_takes_a_move() -> None:
    """Horse: mount or dismount one."""
    made = war(HORSE)
    to_men(made)
    made.choose(order("dismount", ids("r-horse", 12)))
    assert all(made.state.figures[id_].moved for id_ in ids("r-horse", 12))
    done(made)
    done(made)
    assert made.accepts(order("mount", ids("r-horse", 12))) is not None


# --- command (K9) ---------------------------------------------------------------------------------

GENERAL = body("r-general", "general", (100, 90), facing=90)


def test_k9_6_an_order_is_valid_from_the_seat_of_its_arm() -> None:
    """Roles as seats: general, infantry, cavalry, artillery, engineers, transport; an order is
    valid from the seat of its arm."""
    made = war(FOOT, HORSE, GENERAL, WAGON)
    to_men(made)
    view, asked = made.view("red"), made.decision
    assert asked is not None
    assert isinstance(made.rules, ArmAnswerRules)
    foot = MenOrder("go", ids("r-foot", 2), f"{said(120, 90)} {said(124, 90)}")
    both = foot._replace(figures=("r-foot.1", "r-horse.1"))
    assert made.rules.may_answer(view, asked, foot, "infantry")
    assert not made.rules.may_answer(view, asked, foot, "cavalry")
    assert not made.rules.may_answer(view, asked, both, "infantry")
    assert made.rules.may_answer(view, asked, MenOrder(DONE), "general")
    assert not made.rules.may_answer(view, asked, MenOrder(DONE), "infantry")
    drive = order("drive", ["r-wagon"], f"{said(100, 90)} {said(104, 90)}")
    assert made.rules.may_answer(view, asked, drive, "transport")


def test_k9_3_without_a_general_the_arms_end_the_move_themselves() -> None:
    """Killed by rifles or in mêlée, for good; a deputy takes over."""
    made = war(FOOT, HORSE)
    to_men(made)
    assert made.decision is not None
    assert arm_commands.may_answer(made.state, made.decision, MenOrder(DONE), "infantry")


def test_k9_2_the_general_writes_to_arms_within_his_voice() -> None:
    """A seat `general` that may write to seats whose arm has a figure within 72 in of his."""
    made = war(FOOT, HORSE, GENERAL, body("r-eng", "engineer", (200, 20), strength=1))
    rules, view = made.rules, made.view("red")
    assert isinstance(rules, ArmTalkRules)
    general, infantry = CommandScope("red", "general"), CommandScope("red", "infantry")
    engineers, cavalry = CommandScope("red", "engineers"), CommandScope("red", "cavalry")
    assert rules.may_talk(view, general, infantry)
    assert rules.may_talk(view, cavalry, general)
    assert not rules.may_talk(view, general, engineers)
    assert rules.may_talk(view, infantry, cavalry)
    assert rules.may_talk(view, CommandScope("red"), engineers)


def test_k9_3_a_general_who_is_out_writes_to_nobody() -> None:
    """A shell bursting within 3 in of his figure sends him out for three moves."""
    made = war(FOOT, GENERAL)
    to_men(made)
    made.state.war = made.state.war.with_(out={"r-general": 6})
    assert not arm_commands.may_send_message(
        made.state, CommandScope("red", "general"), CommandScope("red", "infantry")
    )
    assert not arm_commands.has_general_present(made.state, "red")


def test_a_body_goes_its_way_by_inches() -> None:
    made = war(FOOT)
    to_men(made)
    go(made, ids("r-foot", 20), (120, 90), (126, 90))
    assert events(made, "MenMoved")[-1].moved

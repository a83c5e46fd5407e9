"""Charges carried out: on foot, on horse, on guns, and what they bind to (K6–K8)."""

from __future__ import annotations

import pytest

from engine.games.littlewars.gun_phase import GunDeed
from engine.games.littlewars.kriegspiel.rule_overrides import may_gun_do
from engine.games.littlewars.orders import GunOrder, MenOrder
from engine.games.littlewars.prisoners import Guards
from engine.games.littlewars.state import State
from engine.play.game import Game
from tests.games.littlewars.kriegspiel.wars import (
    body,
    done,
    events,
    go,
    hill,
    ids,
    of,
    order,
    to_men,
    war,
)
from tests.games.littlewars.referee_war import WarReferee

RIDERS = body("r-horse", "horse", (60, 60), (60, 77), strength=10, formation="line", facing=90)


def against(*bodies: object, **more: object) -> Game[State]:
    made = war(RIDERS, *bodies, **more)  # type: ignore[arg-type]
    to_men(made)
    return made


def foot(x: float, strength: int = 20, formation: str = "extended", **more: object) -> object:
    wide = 1.5 * strength if formation == "extended" else 0.5 * strength
    return body(
        "b-foot", "foot", (x, 69 + wide / 2), (x, 69 - wide / 2),
        strength=strength, formation=formation, **more,
    )  # fmt: skip


CHARGE = order("charge", ids("r-horse", 10), target="b-foot.10")


def test_k6_1_riders_charge_straight_to_contact() -> None:
    """At least 8, in proper formation, in a straight charge of at most their move to contact."""
    made = against(foot(90))
    made.choose(CHARGE)
    (charged,) = events(made, "Charged")
    assert charged.came <= 36 * 16
    moved = events(made, "MenMoved")[-1].moved
    assert all(len(path) == 2 for _, path, _ in moved)
    assert len(charged.riders) >= 8


def test_k6_1_fewer_than_eight_may_not_charge() -> None:
    """At least 8."""
    made = against(foot(90))
    assert made.accepts(order("charge", ids("r-horse", 7), target="b-foot.10")) is None
    assert made.accepts(order("charge", ids("r-horse", 8), target="b-foot.10")) is not None


def beside_foot(riders: int) -> Game[State]:
    """So many riders, and foot in close order 20 in off that they could ride up to."""
    horse = body("r-horse", "horse", (60, 60), (60, 77), strength=riders, formation="line")
    made = war(horse, foot(80, 12, "close"))  # type: ignore[arg-type]
    to_men(made)
    return made


@pytest.mark.parametrize("riders", [5, 10])
def test_k6_1_horse_does_not_go_into_contact_by_an_ordinary_move(riders: int) -> None:
    """«Никакая группа меньше восьми конников не может атаковать. Кавалеристы могут атаковать только
    в надлежащем строю»: however many there are, they stop short of the foot, or charge it."""
    made = beside_foot(riders)
    everyone = ids("r-horse", riders)
    foe = made.state.figures["b-foot.6"].at
    for man in everyone:
        at_ = made.state.figures[man].at
        way = f"{at_.x},{at_.y} {foe.x},{foe.y}"
        assert made.accepts(MenOrder("go", (man,), way)) is None
        assert made.accepts(MenOrder("go", (man,), f"{at_.x},{at_.y} {at_.x + 200},{at_.y}"))
    charge = made.accepts(order("charge", everyone, target="b-foot.6"))
    assert (charge is not None) is (riders >= 8)


def test_k6_1_riders_on_foot_go_into_contact_like_foot() -> None:
    """«Спешенная конница рассматривается как пехота»: it may walk up to the enemy (L11.1)."""
    near = body("b-foot", "foot", (64, 60), formation="close")
    made = war(body("r-horse", "horse", (60, 60)), near)
    to_men(made)
    made.choose(order("dismount", ["r-horse.1"]))
    done(made)
    done(made)
    step = MenOrder("go", ("r-horse.1",), "960,960 1024,960")
    assert made.accepts(step) is not None


def test_k6_1_a_charge_beyond_the_move_is_none() -> None:
    """A straight charge of at most their move to contact."""
    assert against(foot(100)).accepts(CHARGE) is None


def test_k6_1_riders_far_from_each_other_are_in_no_formation() -> None:
    """In proper formation (line or column with ≤ 3 in between riders)."""
    loose = body("r-horse", "horse", (60, 40), (60, 98), strength=10, formation="line", facing=90)
    made = war(loose, foot(90))  # type: ignore[arg-type]
    to_men(made)
    assert made.accepts(CHARGE) is None


@pytest.mark.parametrize(("x", "horse", "foot_lost"), [(92, 4, 10), (80, 2, 20), (67, 1, 20)])
def test_k6_2_extended_foot(x: float, horse: int, foot_lost: int) -> None:
    """*Extended* foot, charge over 24 in: horse lose 1 per 5 foot, foot 1 per rider; 12–24 in: 1
    per 10, 2 per rider; under 12: 1 per 15, 3 per rider."""
    made = against(foot(x))
    made.choose(CHARGE)
    (charged,) = events(made, "Charged")
    met = len(charged.met)
    per = {92: (5, 1), 80: (10, 2), 67: (15, 3)}[int(x)]
    assert charged.order == "extended"
    assert charged.horse == met // per[0]
    assert charged.foot == min(met, len(charged.riders) * per[1])
    assert len(of(made, "blue")) == 20 - charged.foot
    assert len(of(made, "red")) == 10 - charged.horse


def test_k6_3_foot_in_close_order_stands_and_does_not_move() -> None:
    """Over 24: horse lose 3 per foot, foot 1 per 15 riders. Such foot does not move in its next
    move."""
    made = against(foot(92, 3, "close"))
    made.choose(order("charge", ids("r-horse", 10), target="b-foot.2"))
    (charged,) = events(made, "Charged")
    assert (charged.order, charged.horse, charged.foot) == ("close", 9, 0)
    assert made.state.war.held == {*ids("b-foot", 3)}
    done(made)
    assert made.state.active == "blue"
    assert not [o for o in made.options if "b-foot.1" in getattr(o, "figures", ())]
    done(made)
    assert made.state.war.held == frozenset()


def test_k6_4_extended_foot_falls_back_12_in_in_its_next_move() -> None:
    """Extended foot falls back 12 in in its next move."""
    made = against(foot(92, 20))
    made.choose(CHARGE)
    left = {id_: made.state.figures[id_].at for id_ in made.state.war.falling_back}
    assert left
    done(made)
    (back,) = {event.why for event in events(made, "WentBack")}
    assert back == "falls-back"
    for id_, before in left.items():
        now = made.state.figures[id_]
        assert now.moved
        assert now.at.x > before.x


def test_k7_2_equal_horse_tosses_a_coin() -> None:
    """Equal numbers on the flat: coin; the loser loses ¾ (rounded up) and retires, the winner ¼
    (down) and stays."""
    ready = body("b-horse", "horse", (85, 77), (85, 60), strength=10, formation="line")
    made = war(RIDERS, ready, dice=[(1,)])
    to_men(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-horse.5"))
    (charged,) = events(made, "Charged")
    assert (charged.order, charged.horse, charged.foot) == ("even", 2, 8)
    (back,) = events(made, "WentBack")
    assert back.why == "beaten"
    assert made.state.war.flights


def test_k7_2_unequal_horse_fights_by_little_wars_with_prisoners() -> None:
    """«Если количества не равны, используются правила LITTLE WARS»: 12 charge 8 who are isolated:
    4 fall on either side and 4 are taken (L12.2)."""
    riders = body("r-horse", "horse", (60, 60), (60, 77), strength=12, formation="line", facing=90)
    few = body("b-horse", "horse", (82, 72), (82, 62), strength=8, formation="line", facing=270)
    made = war(riders, few)
    to_men(made)
    made.choose(order("charge", ids("r-horse", 12), target="b-horse.4"))
    (charged,) = events(made, "Charged")
    assert (charged.order, len(charged.riders), len(charged.met)) == ("horse", 12, 8)
    assert (charged.horse, charged.foot) == (4, 4)
    while isinstance(made.decision, Guards):
        made.choose("rest")
    assert len(made.state.prisoners(1)) == 4
    assert len(made.state.guards(1)) == 1
    assert len(of(made, "red")) == 8
    assert len([each for each in made.state.gone if each.side == "blue"]) == 4
    WarReferee(made).watch(made.events)


def on_a_slope(foes: int, *, dice: tuple[tuple[int, ...], ...] = ()) -> Game[State]:
    """Eight riders charge so many down over one contour."""
    slope = [hill("low", 1, (40, 40), (75, 40), (75, 100), (40, 100))]
    riders = body("r-horse", "horse", (60, 60), (60, 74), strength=8, formation="line", facing=90)
    far = 60 + 0.9 * foes
    stood = body("b-horse", "horse", (82, far), (82, 60), strength=foes, formation="line")
    made = war(riders, stood, features=slope, dice=dice)
    to_men(made)
    made.choose(order("charge", ids("r-horse", 8), target=f"b-horse.{foes // 2}"))
    return made


def test_k7_2_the_coin_is_tossed_on_level_ground_alone() -> None:
    """«Если … количество равно, а уровень земли плоский»: eight who come down on eight count 16,
    and no coin is tossed; the eight, who are isolated, are taken."""
    made = on_a_slope(8)
    (charged,) = events(made, "Charged")
    assert (charged.order, charged.counted, len(charged.met)) == ("horse", 16, 8)
    assert (charged.horse, charged.foot) == (0, 0)
    while isinstance(made.decision, Guards):
        made.choose("rest")
    assert len(made.state.prisoners(1)) == 8


def test_k7_3_those_who_count_as_many_as_they_meet_all_fall_and_no_more() -> None:
    """Eight that count 16 downhill meet 16: by the rules of Little Wars all die (L12.1), eight
    riders and 16 of the enemy."""
    made = on_a_slope(16)
    (charged,) = events(made, "Charged")
    assert (charged.order, charged.counted, len(charged.met)) == ("horse", 16, 16)
    assert (charged.horse, charged.foot) == (8, 16)
    assert of(made, "red") == []
    assert of(made, "blue") == []


def test_k7_1_horse_that_does_nothing_is_ridden_down() -> None:
    """Otherwise each charger kills 5 and drives 15 more back 36 in."""
    standing = body("b-horse", "horse", (110, 86), (110, 53), strength=20, formation="line")
    made = war(RIDERS, standing)
    to_men(made)
    step = " ".join(["960,960", "1280,960"])
    made.choose(order("go", ids("r-horse", 10), step)._replace(target="")[:3])
    done(made)
    assert {*ids("b-horse", 20)} & made.state.war.warned
    done(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-horse.10"))
    (charged,) = events(made, "Charged")
    assert charged.order == "unready"
    assert charged.foot == min(5 * len(charged.riders), len(charged.met))


def test_k7_1_horse_that_dismounted_is_extended_foot() -> None:
    """Dismount, charge, or retire. Dismounted horse is extended foot."""
    standing = body("b-horse", "horse", (100, 86), (100, 53), strength=20, formation="line")
    made = war(RIDERS, standing)
    to_men(made)
    made.choose(order("go", ids("r-horse", 10), "960,960 1120,960")[:3])
    done(made)
    made.choose(order("dismount", ids("b-horse", 20)))
    done(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-horse.10"))
    (charged,) = events(made, "Charged")
    assert charged.order == "extended"


def test_k7_3_downhill_the_riders_count_once_more_for_each_contour() -> None:
    """Charging downhill its number counts × (contours crossed + 1)."""
    slope = [
        hill("low", 1, (40, 40), (75, 40), (75, 100), (40, 100)),
        hill("high", 2, (45, 45), (68, 45), (68, 95), (45, 95)),
    ]
    ready = body("b-horse", "horse", (82, 80), (82, 57), strength=14, formation="line")
    made = war(RIDERS, ready, features=slope)
    to_men(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-horse.7"))
    (charged,) = events(made, "Charged")
    assert charged.counted == 3 * len(charged.riders)


@pytest.mark.parametrize(("x", "each"), [(94, 4), (80, 3), (69, 1)])
def test_k8_1_guns_without_support_are_taken(x: float, each: int) -> None:
    """Horse on guns without support: one gun for the loss of 4 riders (over 24 in), 3 (12–24), 1
    (under 12)."""
    gun = body("b-gun", "gun", (x, 69), facing=270, skill="practised")
    crew = body("b-crew", "foot", (x + 2, 71), (x + 2, 67), strength=4, formation="line")
    made = war(RIDERS, gun, crew)
    to_men(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-gun"))
    (charged,) = events(made, "Charged")
    assert (charged.order, charged.horse) == ("guns", each)
    assert made.state.guns["b-gun"].side == "red"


def test_k8_1_own_foot_within_12_in_supports_a_gun() -> None:
    """Unsupported: no own foot or horse other than its crew within 12 in."""
    gun = body("b-gun", "gun", (80, 69), facing=270, skill="practised")
    crew = body("b-crew", "foot", (82, 71), (82, 67), strength=4, formation="line")
    near = body("b-near", "foot", (90, 71), (90, 67), strength=4, formation="line")
    made = war(RIDERS, gun, crew, near)
    to_men(made)
    made.choose(order("charge", ids("r-horse", 10), target="b-crew.1"))
    (charged,) = events(made, "Charged")
    assert charged.order != "guns"
    assert made.state.guns["b-gun"].side == "blue"


# --- retiring and pursuit (K6.5, K7.4, K8.2) ------------------------------------------------------


def may_go(made: Game[State], man: str, dx: float) -> bool:
    """Whether one may go so many inches to the east."""
    start = made.state.figures[man].at
    way = f"{start.x},{start.y} {start.x + round(16 * dx)},{start.y}"
    return made.accepts(MenOrder("go", (man,), way)) is not None


def pursued(kind: str, *more: object, follows: float = 20) -> Game[State]:
    """Blue within reach of red horse retires; red follows so far; blue's next move."""
    strength, formation = (10, "line") if kind == "horse" else (12, "extended")
    blue = body(f"b-{kind}", kind, (90, 60), (90, 77), strength=strength, formation=formation)
    made = war(RIDERS, blue, *more)  # type: ignore[arg-type]
    to_men(made)
    done(made)
    go(made, ids(f"b-{kind}", strength), (90, 70), (101, 70))
    done(made)
    if follows:
        go(made, ids("r-horse", 10), (60, 70), (60 + follows, 70))
    done(made)
    return made


@pytest.mark.parametrize("kind", ["horse", "foot"])
def test_k7_4_who_retires_goes_on_while_pursued(kind: str) -> None:
    """«Если конница отходит, то она должна и дальше отступать пока ее преследуют»; «преследуемая
    конницей пехота будет отступать пока не будет истреблена»: red follows 20 in, and blue may
    neither turn on the pursuers nor stand, but goes on back."""
    made = pursued(kind)
    man = f"b-{kind}.6"
    assert not may_go(made, man, -5)
    assert not may_go(made, man, 5)
    before = made.state.figures[man].at
    done(made)
    (back,) = {event.why for event in events(made, "WentBack")}
    assert back == "flees"
    far = 36 if kind == "horse" else 12
    assert made.state.figures[man].at.x - before.x >= 16 * (far - 2)
    WarReferee(made).watch(made.events)


@pytest.mark.parametrize("kind", ["horse", "foot"])
def test_k7_4_who_is_not_followed_is_free_again(kind: str) -> None:
    """«Пока ее преследуют»: the riders stay where they are, and blue may do as it likes."""
    made = pursued(kind, follows=0)
    assert made.state.war.flights == ()
    assert may_go(made, f"b-{kind}.6", -5)


def test_k6_5_foot_stops_where_others_attack_the_pursuers() -> None:
    """«Или кто-нибудь не атакует преследователей»: two of another body walk into contact with the
    pursuers in the same move, and the foot stands."""
    made = pursued("foot", body("b-other", "foot", (84.2, 70), strength=1))
    before = made.state.figures["b-foot.6"].at
    rider = min(ids("r-horse", 10), key=lambda id_: abs(made.state.figures[id_].at.y - 1120))
    foe, own = made.state.figures[rider].at, made.state.figures["b-other.1"].at
    made.choose(MenOrder("go", ("b-other.1",), f"{own.x},{own.y} {foe.x},{foe.y}"))
    assert events(made, "ContactMade")
    done(made)
    assert events(made, "PursuitBroken")
    assert not events(made, "WentBack")
    assert made.state.figures["b-foot.6"].at == before
    WarReferee(made).watch(made.events)


def test_k8_2_artillery_that_retires_goes_on_while_pursued() -> None:
    """«Если артиллерия отступает прежде, чем конница атакует, она будет отступать до тех пор, пока
    ее преследуют»: it does not unlimber to fire, and is drawn back when the men have moved."""
    gun = body("b-gun", "gun", (90, 69), facing=270, skill="practised")
    crew = body("b-crew", "foot", (92.5, 72), (92.5, 66), strength=5, formation="line", facing=270)
    made = war(RIDERS, gun, crew)
    to_men(made)
    done_to_guns(made)
    made.choose(GunOrder("limber", "b-gun"))
    made.choose(GunOrder("move", "b-gun", "1440,1104 1560,1104"))
    done(made)
    assert made.state.war.is_fleeing("b-gun")
    go(made, ids("r-horse", 10), (60, 70), (75, 70))
    done(made)
    before = made.state.guns["b-gun"]
    assert not any(may_gun_do(made.state, before, deed) for deed in ("fire", "limber", "move"))
    assert not may_go(made, "b-crew.1", -3)
    done(made)
    assert made.state.guns["b-gun"].at.x >= before.at.x + 10 * 16
    WarReferee(made).watch(made.events)


def done_to_guns(made: Game[State]) -> None:
    """The men of the side that moves are done; on to the guns of the other."""
    side = made.state.active
    to_men(made)
    made.choose(MenOrder("done"))
    while made.state.active == side or not isinstance(made.decision, GunDeed):
        made.choose(next(iter(made.options)))


def test_l11_3_who_charged_fights_no_melee_in_the_same_move() -> None:
    """A figure fights once a move."""
    made = against(foot(92, 20))
    made.choose(CHARGE)
    done(made)
    assert events(made, "MeleesFormed") == []

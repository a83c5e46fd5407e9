"""Goals of computer players of Little Wars, and places for what is hidden from them (E5, E6)."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any

from engine.games.littlewars import armies, gun_crews, gun_shots, move_suggestions
from engine.games.littlewars.gun_phase import GunDeed, Lay
from engine.games.littlewars.melee_phase import Choose, Surrender
from engine.games.littlewars.melees import melee_outcome
from engine.games.littlewars.men_phase import MoveMen
from engine.games.littlewars.orders import ActionOrder, AimAt, GunOrder, MenOrder, read_path
from engine.games.littlewars.presentation.fight_odds import hit_chances
from engine.games.littlewars.proximity import is_isolated, units_within
from engine.games.littlewars.state import Figure, FigureStatus, Gun, Phase, State
from engine.games.littlewars.transport import option_value as transport_option_value
from engine.play.ai_support import PlanningStage, Weights
from engine.play.decisions import Answer, Decision
from engine.tabletop.formations import FigureFormation
from engine.tabletop.shapes import FOOT, INCH, Point

FIRE_SAMPLES = 16
OVERPOWERING = 24 * INCH
"""Distance of a superior enemy at which a group considers surrender."""
BY_A_GUN = gun_crews.SERVED + 2 * INCH
"""About how far from a gun's middle men stand who serve it."""
DEFAULT_SIGHT: Weights = {
    "shot": 0.2,  # what a shot must promise, in kills: a gun rather moves
    "ground": 0.05,  # for each man, a foot nearer to the line the side wants to reach
    "melee": 1.0,  # what a melee promises counts so much
    "exposed": 0.05,  # for each nearby enemy without a friend near by to face it
    "nearing": 0.05,  # for each man, a foot nearer to the enemy, in a fight to the finish
    "crew": 0.0,  # how many men stay with a gun, where anybody thinks of that
    "crews": 0.0,  # for each of those by which a gun has too few
    "silence": 0.0,  # what it is worth to bring an enemy's gun out of action, shared among its men
    "under_fire": 1.0,  # what ground counts while the enemy has guns in action
}


def option_value(
    view: State, decision: Decision[State, Any], option: Answer, weights: Weights = DEFAULT_SIGHT
) -> float:
    """Return the gain that the deciding side expects of an option."""
    match decision, option:
        case GunDeed(), GunOrder():
            return _gun(view, decision.side, option, weights)
        case Lay(_, gun), AimAt():
            return _worth_of_shot(view, gun, option, weights)
        case MoveMen(side), MenOrder():
            return _men(view, side, option, weights)
        case MoveMen(side), ActionOrder():
            return transport_option_value.transport_order_value(view, side, option)
        case Surrender(side, figures), True:
            return _surrender(view, side, figures)
        case Choose(), str():
            return float(option == "rest")
    if option in ("rest", "as-proposed") or getattr(option, "deed", "") in ("rest", "as-proposed"):
        return 1.0
    return 0.0


def phase_being_planned(state: State) -> PlanningStage:
    """A side sets out for its move of a turn (L5.1)."""
    return PlanningStage(state.turn, state.active)


# --- guns -----------------------------------------------------------------------------------------


def _gun(view: State, side: str, order: GunOrder, weights: Weights) -> float:
    if order.deed == "fire":
        aim = AimAt(order.path, order.target)
        return _worth_of_shot(view, order.gun, aim, weights) - weights["shot"]
    if order.deed == "move":
        gun, path = view.guns[order.gun], read_path(order.path)
        foe = move_suggestions.nearest_foe(view, side, gun.at)
        if foe is None or path is None or _apart(gun.at, foe.at) < 5 * FOOT:
            return -0.1
        return 0.05 if _apart(path[-1], foe.at) > 3 * FOOT else -0.1
    return 0.0


def _worth_of_shot(view: State, gun_id: str, aim: AimAt, weights: Weights) -> float:
    """Enemies that are likely to fall, less own men, and the guns that are served no more then."""
    gun = view.guns[gun_id]
    at = gun_shots.aimed_point(view, gun, aim)
    if at is None:
        return 0.0
    shares = hit_chances(view, gun, at, FIRE_SAMPLES)
    worth = sum(
        float(chance) * _worth(view, view.figures[id_], gun.side) for id_, chance in shares.items()
    )
    if not weights["silence"] or not shares:
        return worth
    crew = _at_guns(view, view.enemy_of(gun.side))
    silenced = sum(float(shares[id_]) * crew.get(id_, 0.0) for id_ in shares)
    return worth + weights["silence"] * silenced


def _at_guns(view: State, side: str) -> dict[str, float]:
    """The part each man has in bringing a side's gun out of action, who serves one (L7.1)."""
    served = (gun_crews.serving_men(view, gun) for gun in view.guns_of(side))
    return {
        man.id: 1 / (len(men) - gun_crews.CREW + 1)
        for men in served
        for man in men
        if len(men) >= gun_crews.CREW
    }


def _worth(view: State, figure: Figure, side: str) -> float:
    if figure.status is FigureStatus.PRISONER:
        return 0.1 if figure.captor == side else 0.0
    points = float(view.book.worth[figure.type])
    return points if figure.side != side else -points


# --- men ------------------------------------------------------------------------------------------


def _men(view: State, side: str, order: MenOrder, weights: Weights) -> float:
    """The ground an order gains, the mêlée it may begin, and how it leaves the guns served."""
    path = read_path(order.path)
    group = [view.figures[id_] for id_ in order.figures if id_ in view.figures]
    if not path or not group:
        return 0.0
    start = move_suggestions.centre_of_figures(group)
    end = Point(start.x + path[-1].x - path[0].x, start.y + path[-1].y - path[0].y)
    if group[0].party or group[0].status is FigureStatus.DISARMED:
        there = move_suggestions.home_point(view, side, start)
        return 1.0 + (_apart(start, there) - _apart(end, there)) / FOOT
    goal = _goal(view, side, start)
    gained = (_apart(start, goal) - _apart(end, goal)) / FOOT
    ground = weights["ground" if _wants_line(view, side) else "nearing"]
    if weights["under_fire"] != 1 and _has_fire(view, view.enemy_of(side)):
        ground *= weights["under_fire"]
    hope = ground * len(group) * gained + _clash(view, side, group, end, weights)
    if not weights["crews"]:
        return hope
    return hope + weights["crews"] * _more_service(view, side, order, weights)


def _more_service(view: State, side: str, order: MenOrder, weights: Weights) -> int:
    """By how many men the guns are better served after an order, or less when they go (L7.1)."""
    going, most, more = set(order.figures), int(weights["crew"]), 0
    sent = _sent_to(view, side, order)
    for gun in view.guns_of(side):
        if gun is not sent and not _is_by(view, gun, going):
            continue
        men = {man.id for man in gun_crews.men_near_gun(view, gun)}
        then = men | going if gun is sent else men - going
        more += min(most, len(then)) - min(most, len(men))
    return more


def _sent_to(view: State, side: str, order: MenOrder) -> Gun | None:
    """The gun that men are sent to, if they form a line by one."""
    if order.deed != FigureFormation.LINE:
        return None
    ends = read_path(order.path) or ()
    middle = Point(sum(x for x, _ in ends) // 2, sum(y for _, y in ends) // 2)
    near = (gun for gun in view.guns_of(side) if _apart(gun.at, middle) <= gun_crews.SERVED)
    return next(near, None)


def _is_by(view: State, gun: Gun, ids: Iterable[str]) -> bool:
    """Return whether a figure may be near enough to serve a gun; a quick bounding test."""
    reach = BY_A_GUN + INCH
    places = (view.figures[id_].at for id_ in ids if id_ in view.figures)
    return any(abs(x - gun.at.x) <= reach and abs(y - gun.at.y) <= reach for x, y in places)


def _goal(view: State, side: str, at: Point) -> Point:
    """Return the goal of a body: the line to be reached, or the nearest enemy."""
    if _wants_line(view, side):
        return move_suggestions.enemy_line_point(view, side, at)
    if view.book.choices.game == "defence":
        return at
    foe = move_suggestions.nearest_foe(view, side, at)
    return at if foe is None else foe.at


def _has_fire(view: State, side: str) -> bool:
    """Return whether a side has a gun with enough men near it for action (L7.1); a quick test."""
    men = view.fit_figures(side)
    return any(
        sum(_apart(man.at, gun.at) <= BY_A_GUN for man in men) >= gun_crews.CREW
        for gun in view.guns_of(side)
    )


def _wants_line(view: State, side: str) -> bool:
    """Return whether a side wins by reaching the enemy's back line (L18.1, L19.5)."""
    game = view.book.choices.game
    return game == "breakthrough" or (game == "defence" and side != view.defender)


def _clash(view: State, side: str, group: list[Figure], end: Point, weights: Weights) -> float:
    """Return the value of the mêlée that begins if a group comes so near to enemies."""
    reach = _radius(group) + 8 * INCH
    foes = [each for each in view.fit_figures(view.enemy_of(side)) if _apart(each.at, end) < reach]
    if not foes or not any(_apart(foe.at, end) < _radius(group) + 2 * INCH for foe in foes):
        return -weights["exposed"] * _exposure(view, side, end)
    own = len(group)
    larger, smaller = max(own, len(foes)), min(own, len(foes))
    weak = foes if len(foes) <= own else group
    result = melee_outcome(larger, smaller, is_isolated(view, weak))
    theirs, ours = result.dead_of_smaller + result.prisoners, result.dead_of_larger
    gain = float(theirs - ours) if own >= len(foes) else float(ours - theirs)
    return weights["melee"] * gain if gain > 0 else gain


def _exposure(view: State, side: str, end: Point) -> int:
    """By how many the enemies who may come next are more than the friends near by."""
    near = sum(_apart(each.at, end) < 18 * INCH for each in view.fit_figures(view.enemy_of(side)))
    friends = sum(_apart(each.at, end) < 18 * INCH for each in view.fit_figures(side))
    return max(0, near - friends)


def _radius(group: list[Figure]) -> float:
    middle = move_suggestions.centre_of_figures(group)
    return max(_apart(each.at, middle) for each in group)


def _apart(one: Point, other: Point) -> float:
    return sqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2)


def _surrender(view: State, side: str, figures: tuple[str, ...]) -> float:
    """Prisoners still count half: better than to die for nothing."""
    group = [view.figures[id_] for id_ in figures]
    near = view.fit_figures(view.enemy_of(side))
    foes = {foe.id for one in group for foe in units_within(view, one, near, OVERPOWERING)}
    return 0.5 if len(foes) > 3 * len(group) else -0.5


def determinise(view: State, side: str, seed: int) -> State:
    """A side's view with what a curtain hides of the enemy beside the table again (L2.2)."""
    dealt = view.copy()
    dealt.viewer = ""
    if view.phase is Phase.CURTAIN:
        foes = [each for each in view.aims.bodies.values() if each.side != side and not each.at]
        dealt.waiting = (*dealt.waiting, *armies.waiting_figures(foes))
    _fill_boxes(dealt, side)
    return dealt


def _fill_boxes(dealt: State, side: str) -> None:
    """Deal the enemies that are not visible into the boxes of their side (L21.3)."""
    boxes = [
        each.id for each in dealt.vehicles.values() if each.type == "box" and each.side != side
    ]
    foes = [each for each in dealt.aims.bodies.values() if each.side != side]
    lost = [each for each in armies.waiting_figures(foes) if dealt.known_piece(each.id) is None]
    dealt.unseen = ()
    for number, each in enumerate(lost if boxes else ()):
        made = dealt.as_placed(each, Point(0, 0), 0)
        if isinstance(made, Figure):
            box = dealt.vehicles[boxes[number * len(boxes) // len(lost)]]
            dealt.carried[each.id] = made
            dealt.vehicles[box.id] = box._replace(aboard=(*box.aboard, each.id))

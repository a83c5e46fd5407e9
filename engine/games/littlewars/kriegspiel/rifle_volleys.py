"""Rifles: five foot in line that did not move fire one shot over their middle man (K3.4, K3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar, NamedTuple

from engine.games.littlewars.events import Died
from engine.games.littlewars.gun_phase import FIRST_FIRE
from engine.games.littlewars.gun_shots import (
    PURPOSE,
    ProposedShotResult,
    current_shot_model,
    shot_entered_by_umpire,
)
from engine.games.littlewars.kriegspiel import supply
from engine.games.littlewars.kriegspiel.events import FiringDone, VolleyFired
from engine.games.littlewars.kriegspiel.shell_fire import GAP, VOLLEY, is_rank
from engine.games.littlewars.kriegspiel.unit_lookups import is_foot
from engine.games.littlewars.kriegspiel.works import is_busy
from engine.games.littlewars.orders import read_answer
from engine.games.littlewars.proximity import squared_distance, unit_shape
from engine.games.littlewars.state import Figure, State, WarGame
from engine.play.decisions import (
    UMPIRE,
    AcceptedAnswer,
    Answer,
    Decision,
    Procedure,
    ask,
    roll,
)
from engine.tabletop.buffered_shapes import is_within, least_distance
from engine.tabletop.shapes import Point
from engine.tabletop.shot_flight import FACES, GunAim, GunnerySkill, ShotFlight

FIRING = ("foot",)
"""The kinds that have rifles; riders on foot have theirs as well."""
MAX_TARGETS = 3
Told = tuple[tuple[int, int, int], ...]


class VolleyOrder(NamedTuple):
    """Five men, in the order of their rank, who fire at a target."""

    figures: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class Volley(Decision[State, VolleyOrder | None]):
    """The choice of the next five men to fire and their target; None ends fire (K3.4)."""

    is_open: ClassVar[bool] = True

    def options(self, state: State) -> Sequence[VolleyOrder | None]:
        return [*propose_volleys(state, self.side), None]

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[VolleyOrder | None] | None:
        if answer is None:
            return AcceptedAnswer(None)
        if not isinstance(answer, tuple) or len(answer) != 2 or not isinstance(answer[0], tuple):
            return None
        named = read_answer(_Words, ("volley", *answer))
        if named is None or not isinstance(answer[1], str):
            return None
        order = VolleyOrder(tuple(answer[0]), answer[1])
        return AcceptedAnswer(order) if may_fire(state, self.side, order) else None


class _Words(NamedTuple):
    word: str
    figures: tuple[str, ...]
    target: str


# --- who may fire ---------------------------------------------------------------------------------


def may_fire(state: State, side: str, order: VolleyOrder) -> bool:
    """Return whether five men may fire: in line, unmoved, with ammunition (K3.4, K3.5)."""
    target = state.figures.get(order.target)
    if target is None or target.side == side or not target.is_fit:
        return False
    if len(order.figures) != VOLLEY or len(set(order.figures)) != VOLLEY:
        return False
    men = [state.figures[id_] for id_ in order.figures if id_ in state.figures]
    if len(men) < VOLLEY or any(not has_rifle(state, side, man) for man in men):
        return False
    return stand_in_rank(state, men) and all(
        supply.may_fire(state, body) for body in dict.fromkeys(man.body for man in men)
    )


def has_rifle(state: State, side: str, man: Figure) -> bool:
    """Return whether a man may fire a rifle: foot, fit, and not busy in this move."""
    if man.side != side or not man.is_fit or not is_foot(state, man) or is_busy(state, man):
        return False
    return man.type in FIRING or man.id in state.war.dismounted


def stand_in_rank(state: State, men: Sequence[Figure]) -> bool:
    """Return whether men stand roughly in line: gaps of 2 in at most, all within 6 in."""
    rooms = [unit_shape(state, man) for man in men]
    gaps = [least_distance(one, other) for one, other in pairwise(rooms)]
    across = max(least_distance(one, other) for one, other in combinations(rooms, 2))
    return is_rank(gaps, across)


# --- what is proposed -----------------------------------------------------------------------------


def propose_volleys(state: State, side: str) -> list[VolleyOrder]:
    """The next five of each body that can fire, at the enemies nearest to them."""
    if state.turn < FIRST_FIRE:
        return []
    foes = state.fit_figures(state.enemy_of(side))
    found = []
    for men in firing_ranks(state, side):
        middle = men[VOLLEY // 2]
        near = sorted(foes, key=lambda foe: (squared_distance(middle.at, foe.at), foe.id))
        ids = tuple(man.id for man in men)
        found += [VolleyOrder(ids, foe.id) for foe in near[:MAX_TARGETS]]
    return found


def firing_ranks(state: State, side: str) -> Iterator[list[Figure]]:
    """The first five in line of each body that has ammunition."""
    by_body: dict[str, list[Figure]] = {}
    for man in state.fit_figures(side):
        if has_rifle(state, side, man):
            by_body.setdefault(man.body, []).append(man)
    for body, men in by_body.items():
        if len(men) >= VOLLEY and supply.may_fire(state, body):
            rank = first_rank(state, men)
            if rank:
                yield rank


def first_rank(state: State, men: Sequence[Figure]) -> list[Figure]:
    """Return the first five men found who stand in line; empty where there are none."""
    rooms = {man.id: unit_shape(state, man) for man in men}
    for start in men:
        rank, left = [start], [man for man in men if man.id != start.id]
        while len(rank) < VOLLEY:
            last = rank[-1]
            near = [man for man in left if is_within(rooms[man.id], rooms[last.id], GAP)]
            if not near:
                break
            following = min(near, key=lambda man: (squared_distance(man.at, last.at), man.id))
            rank.append(following)
            left.remove(following)
        if len(rank) == VOLLEY and stand_in_rank(state, rank):
            return rank
    return []


# --- firing ---------------------------------------------------------------------------------------


def next_volley_activity(game: WarGame) -> Procedure[None] | None:
    """Return the next volley; None if no one can fire or the side has finished."""
    state = game.state
    if state.war.is_firing_done or not any(propose_volleys(state, state.active)):
        return None
    return volley_activity(game)


def volley_activity(game: WarGame) -> Procedure[None]:
    """Five men fire, or the side fires no more."""
    state = game.state
    order = yield from ask(Volley(state.active))
    if order is None:
        game.emit(FiringDone(state.active))
        return
    men = [state.figures[id_] for id_ in order.figures]
    for body in dict.fromkeys(man.body for man in men):
        supply.spend_ammunition(game, body)
    yield from fire(game, order, men[VOLLEY // 2])


def fire(game: WarGame, order: VolleyOrder, middle: Figure) -> Procedure[None]:
    """One ordinary shot, aimed as by a plain gun over the head of the middle man (K3.4)."""
    state, shots = game.state, game.state.book.choices.shots
    at = state.figures[order.target].at
    if shots == UMPIRE:
        entered, lies = yield from shot_entered_by_umpire(middle.id, at, None)
        way: Told = ((middle.at.x, middle.at.y, 0), (at.x, at.y, 0))
        _tell(game, VolleyFired(order.figures, order.target, at, (), way, entered, lies, UMPIRE))
        return
    faces = yield from roll(3, PURPOSE, FACES)
    flight = volley_flight(state, order, middle, at, (faces[0], faces[1], faces[2]))
    fell, lies, by = flight.killed, flight.lies, "model"
    if shots == "both":
        proposed = ProposedShotResult(fell, lies)
        entered, told = yield from shot_entered_by_umpire(middle.id, at, proposed)
        if (entered, told) != (proposed.dead, proposed.lies):
            fell, lies, by = entered, told or lies, UMPIRE
    way = tuple((point.x, point.y, point.height) for point in flight.path)
    _tell(game, VolleyFired(order.figures, order.target, at, faces, way, fell, lies, by))


def volley_flight(
    state: State, order: VolleyOrder, middle: Figure, at: Point, faces: tuple[int, int, int]
) -> ShotFlight:
    """The flight of the shot; the five themselves are not in its way."""
    return current_shot_model(state).fly(
        GunAim(middle.at, at, GunnerySkill.PLAIN), faces, order.figures
    )


def _tell(game: WarGame, fired: VolleyFired) -> None:
    game.emit(fired)
    dead = tuple(id_ for id_ in fired.fallen if id_ in game.state.figures)
    if dead:
        game.emit(Died(dead, "volley"))

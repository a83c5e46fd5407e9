"""Guns: before any other figure moves each of them moves or fires (L4, L5, L8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from engine.games.littlewars import gun_crews, gun_hauling, gun_shots, orders
from engine.games.littlewars.events import GunDone, GunLaid, GunMoved, PhaseBegan
from engine.games.littlewars.orders import AimAt, GunOrder, read_path
from engine.games.littlewars.proximity import find_paths, squared_distance
from engine.games.littlewars.state import Figure, Gun, Phase, State, WarGame
from engine.play.decisions import AcceptedAnswer, Answer, Decision, Procedure, ask
from engine.tabletop.footprints import (
    PlacedPiece,
    facing_towards,
    footprint,
    gun_trail_end,
    place_beside,
)
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import TabletopPaths

SHOTS = 4
"""Number of shots of a gun in a move (L8.2)."""
FIRST_FIRE = 2
"""The turn in which guns may fire for the first time (L4.1)."""


@dataclass(frozen=True, slots=True)
class GunDeed(Decision[State, GunOrder]):
    """The choice of the next gun and its action, or the end of all gun actions (L5, L8.1)."""

    is_open: ClassVar[bool] = True

    def options(self, state: State) -> Sequence[GunOrder]:
        return [*propose_gun_orders(state, self.side), DONE]

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[GunOrder] | None:
        order = orders.read_answer(GunOrder, answer)
        return (
            AcceptedAnswer(order)
            if order is not None and may_give_gun_order(state, self.side, order)
            else None
        )


@dataclass(frozen=True, slots=True)
class Lay(Decision[State, AimAt | None]):
    """The aim of a gun's next shot; None ends its fire (L8.2)."""

    is_open: ClassVar[bool] = True

    gun: str

    def options(self, state: State) -> Sequence[AimAt | None]:
        return [*gun_shots.propose_aims(state, state.guns[self.gun]), None]

    def accepts(self, state: State, answer: Answer) -> AcceptedAnswer[AimAt | None] | None:
        if answer is None:
            return AcceptedAnswer(None)
        aim = orders.read_answer(AimAt, answer)
        if aim is None or gun_shots.aimed_point(state, state.guns[self.gun], aim) is None:
            return None
        return AcceptedAnswer(aim)


DONE = GunOrder(orders.DONE)


# --- what may be done -----------------------------------------------------------------------------


def may_act(state: State, gun: Gun) -> bool:
    """Return whether a gun may act: once a move, served, not just taken (L5, L7, L16)."""
    is_ready = not gun.done and gun.taken < state.move and gun.out_until < state.move
    return is_ready and not gun.shots and gun_crews.is_in_action(state, gun)


def may_fire(state: State, gun: Gun) -> bool:
    """No gun fires before the First Player's second move, but a defender's (L4.1, L19.4)."""
    is_defender = state.book.choices.game == "defence" and gun.side == state.defender
    is_time = is_defender or state.turn >= FIRST_FIRE
    return is_time and may_act(state, gun)


def may_give_gun_order(state: State, side: str, order: GunOrder) -> bool:
    """Return whether a side may give an order to a gun."""
    if order.deed == orders.DONE:
        return order == DONE
    gun = state.guns.get(order.gun)
    if gun is None or gun.side != side or not state.customs.gun_may(state, gun, order.deed):
        return False
    match order.deed:
        case orders.FIRE:
            aim = AimAt(order.path, order.target)
            return may_fire(state, gun) and gun_shots.aimed_point(state, gun, aim) is not None
        case orders.MOVE:
            path = read_path(order.path)
            if path is None or order.target or not may_act(state, gun):
                return False
            return gun_hauling.plan_gun_move(state, gun, path) is not None
        case orders.HOLD:
            return not gun.done and order == GunOrder(orders.HOLD, order.gun)
        case orders.LIMBER:
            return may_act(state, gun) and order == GunOrder(orders.LIMBER, order.gun)
    return False


def propose_gun_orders(state: State, side: str) -> list[GunOrder]:
    """Return the proposed gun orders: shots at worthwhile targets, moves forward."""
    found = []
    for gun in state.guns_of(side):
        if may_fire(state, gun) and state.customs.gun_may(state, gun, orders.FIRE):
            aims = gun_shots.propose_aims(state, gun)
            found += [GunOrder(orders.FIRE, gun.id, aim.path, aim.target) for aim in aims]
        if may_act(state, gun) and state.customs.gun_may(state, gun, orders.MOVE):
            found += gun_hauling.propose_forward_move(state, gun)
        if may_act(state, gun) and state.customs.gun_may(state, gun, orders.LIMBER):
            found.append(GunOrder(orders.LIMBER, gun.id))
    return found


# --- doing it -------------------------------------------------------------------------------------


def gun_activity(game: WarGame) -> Procedure[None]:
    """One gun's deed; where there is nothing to do the men move."""
    state = game.state
    side = state.active
    if not any(may_act(state, gun) for gun in state.guns_of(side)):
        game.emit(PhaseBegan(Phase.MEN, side))
        return
    order = yield from ask(GunDeed(side))
    match order.deed:
        case orders.DONE:
            game.emit(PhaseBegan(Phase.MEN, side))
        case orders.HOLD:
            game.emit(GunDone(order.gun))
        case orders.MOVE:
            move(game, order)
        case orders.LIMBER:
            assert state.customs.limber is not None
            state.customs.limber(game, order.gun)
        case _:
            yield from fire(game, order)


def move(game: WarGame, order: GunOrder) -> None:
    """A gun is moved with its men, and ends facing where it came from (L8.3, L8.4)."""
    gun, path = game.state.guns[order.gun], read_path(order.path)
    assert path is not None
    hauled = gun_hauling.plan_gun_move(game.state, gun, path)
    assert hauled is not None
    game.emit(GunMoved(gun.id, hauled.path, hauled.facing, hauled.crew))
    ways = [(gun.id, hauled.path), *((id_, way) for id_, way, _ in hauled.crew)]
    game.state.customs.passed(game, ways)


def fire(game: WarGame, order: GunOrder) -> Procedure[None]:
    """Up to four shots; the gun is turned and elevated freely for each (L8.2)."""
    aim: AimAt | None = AimAt(order.path, order.target)
    shots = game.state.customs.shots(game.state, game.state.guns[order.gun])
    for shot in range(1, shots + 1):
        gun = game.state.guns[order.gun]
        assert aim is not None
        at = gun_shots.aimed_point(game.state, gun, aim)
        assert at is not None
        lay_gun(game, gun, at, aim.target)
        yield from game.state.customs.shoot(game, gun.id, at)
        if shot == shots or not is_served(game.state, order.gun):
            break
        aim = yield from ask(Lay(gun.side, gun.id))
        if aim is None:
            break
    if order.gun in game.state.guns:
        game.emit(GunDone(order.gun, tuple(crew_places_at_trail(game.state, order.gun))))


def is_served(state: State, gun_id: str) -> bool:
    """Return whether a gun still has the four men without whom it cannot fire (L7.1)."""
    gun = state.guns.get(gun_id)
    return gun is not None and gun_crews.is_in_action(state, gun)


def lay_gun(game: WarGame, gun: Gun, at: Point, target: str) -> None:
    """Turn a gun to a point; its men in the way are laid down for the shot (L8.2)."""
    facing = facing_towards(gun.at, at)
    down = gun_shots.men_lying_down(game.state, gun._replace(facing=facing), at)
    game.emit(GunLaid(gun.id, at, facing, tuple(man.id for man in down), target))


def crew_places_at_trail(state: State, gun_id: str) -> list[tuple[str, Point]]:
    """Return places for two of the crew, right and left behind the axle at the trail's end (L8.2).

    They are the nearest men who find room there. Where there is no room they stay where they stand,
    and no man is put onto one who stays (G5).
    """
    gun = state.guns[gun_id]
    end = gun_trail_end(state.placed_piece(gun), state.field.scale)
    served = gun_crews.serving_men(state, gun)
    men = sorted(served, key=lambda man: (squared_distance(man.at, end), man.id))[:2]
    there = [
        replace(state.placed_piece(man), at=place_beside(end, gun.facing, aside, 0))
        for man, by in zip(men, (1, -1), strict=False)
        for aside in [by * _beside(state, man, gun)]
    ]
    both = _standing(find_paths(state).without(man.id for man in men), there)
    found = both if len(both) == len(there) else _standing(find_paths(state), there)
    return [(stand.id, stand.at) for stand in found]


def _standing(now: TabletopPaths, places: Sequence[PlacedPiece]) -> list[PlacedPiece]:
    """Return the places in which men can stand, each once those before it have been taken."""
    found: list[PlacedPiece] = []
    for there in places:
        others = now.without([there.id])
        if others.standing_refusal(there) is None:
            found.append(there)
            now = TabletopPaths(now.ground, [*others.stands.values(), there])
    return found


def _beside(state: State, man: Figure, gun: Gun) -> int:
    """Return the distance from the trail's end at which a man stands clear beside it."""
    scale = state.field.scale
    room = footprint(state.type_of(man).footprint, scale)
    return (footprint(state.type_of(gun).footprint, scale).breadth + room.sweep) // 2 + 2

"""A charge carried out: on foot, on horse, on guns, and what it binds those to who live (K6–K8)."""

from __future__ import annotations

from engine.games.littlewars import prisoners
from engine.games.littlewars.events import ContactMade, Died, MenMoved
from engine.games.littlewars.kriegspiel import charge_losses
from engine.games.littlewars.kriegspiel.charge_losses import CLOSE, EXTENDED, ChargeLosses
from engine.games.littlewars.kriegspiel.charge_planning import (
    FIGHT,
    PlannedCharge,
    find_charge_target,
    formation_of_caught_foot,
    is_supported,
    order_of_charged_foot,
    plan_charge,
)
from engine.games.littlewars.kriegspiel.events import Bound, Charged
from engine.games.littlewars.kriegspiel.movement import (
    ContourCrossing,
    contour_shapes,
    crossed_contours,
)
from engine.games.littlewars.kriegspiel.retreats import drive_back, retire
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import is_horse
from engine.games.littlewars.melee_events import GunTaken
from engine.games.littlewars.orders import ActionOrder
from engine.games.littlewars.proximity import are_near, is_isolated, units_within
from engine.games.littlewars.state import Figure, Gun, State, WarGame
from engine.play.decisions import Procedure, roll_one

HORSE, GUNS, EVEN, UNREADY = "horse", "guns", "even", "unready"


def charge(game: WarGame, order: ActionOrder) -> Procedure[None]:
    """Riders charge: they come up, and what comes of it is reckoned at once (K6.1)."""
    state = game.state
    came = plan_charge(state, state.active, order)
    target = find_charge_target(state, state.active, order.target)
    assert came is not None, order
    assert target is not None, order
    game.emit(MenMoved(state.active, "charge", came.paths))
    game.emit(ContactMade(((came.leader, order.target),)))
    yield from resolve_charge(game, came, target)


def resolve_charge(game: WarGame, came: PlannedCharge, target: Figure | Gun) -> Procedure[None]:
    """Resolve a charge by the kind of its target."""
    state = game.state
    guns = unsupported_guns_met(state, came, target)
    if guns:
        resolve_charge_on_guns(game, came, guns)
        return
    foes = [state.figures[id_] for id_ in came.met]
    horse = [each for each in foes if is_horse(state, each)]
    charged = isinstance(target, Figure) and is_horse(state, target)
    if horse and (charged or len(horse) == len(foes)):
        yield from resolve_charge_on_horse(game, came, horse)
    else:
        resolve_charge_on_foot(game, came, [each for each in foes if each not in horse])


# --- on foot (K6) ---------------------------------------------------------------------------------


def resolve_charge_on_foot(game: WarGame, came: PlannedCharge, foot: list[Figure]) -> None:
    """Horse against foot: by its order, or as it is caught retiring (K6.2, K6.3, K6.5)."""
    state, charts = game.state, charts_of(game.state)
    retiring = [each for each in foot if each.id in state.war.retired]
    is_caught = 2 * len(retiring) > len(foot)
    riders = len(came.riders)
    if is_caught:
        order = formation_of_caught_foot(foot)
        lost = charge_losses.losses_of_caught_foot(charts, order, riders, len(foot), came.came)
    else:
        order = order_of_charged_foot(state, foot)
        lost = charge_losses.foot_charge_losses(charts, order, riders, len(foot), came.came)
    said = f"caught-{order}" if is_caught else order
    left = _fight(game, came, foot, said, riders, lost)
    _bind(game, came, left, "caught" if is_caught else order)


def _bind(game: WarGame, came: PlannedCharge, left: tuple[str, ...], order: str) -> None:
    """Bind surviving foot after a charge: it stands, falls back or flees (K6.3–K6.5)."""
    if not left:
        return
    pursuers = game.state.alive(came.riders)
    if order == CLOSE:
        game.emit(Bound(held=left))
    elif order == EXTENDED:
        game.emit(Bound(falling_back=left))
    else:
        game.emit(Bound(fleeing=left, pursuers=pursuers))


def _fight(
    game: WarGame,
    came: PlannedCharge,
    met: list[Figure],
    order: str,
    counted: int,
    lost: ChargeLosses,
) -> tuple[str, ...]:
    """Tell the charge, let the fallen fall; who of those it met is left.

    Of the riders the rearmost fall, of the others those nearest to the riders (L13: the mover
    would choose so).
    """
    state = game.state
    ids = tuple(each.id for each in met)
    game.emit(
        Charged(state.active, came.riders, ids, order, came.came, counted, lost.horse, lost.foot)
    )
    riders, foes = came.riders[len(came.riders) - lost.horse :], nearest_first(state, came, ids)
    dead = riders + foes[: lost.foot]
    if dead:
        game.emit(Died(dead, "charge"))
    return state.alive(ids)


def nearest_first(state: State, came: PlannedCharge, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those a charge met, nearest to its leader first."""
    leader = state.figures[came.leader].at

    def apart(id_: str) -> tuple[int, str]:
        at = state.figures[id_].at
        return (at.x - leader.x) ** 2 + (at.y - leader.y) ** 2, id_

    return tuple(sorted(ids, key=apart))


# --- on horse (K7) --------------------------------------------------------------------------------


def resolve_charge_on_horse(
    game: WarGame, came: PlannedCharge, horse: list[Figure]
) -> Procedure[None]:
    """Horse against horse: unready, even, or by the rules of mêlées (K7.1–K7.3)."""
    state = game.state
    ids = tuple(each.id for each in horse)
    if is_unready(state, ids):
        _ride_down(game, came, ids)
        return
    riders = len(came.riders)
    if riders == len(ids) and is_on_level(state, came):
        yield from _even(game, came, ids)
    else:
        yield from _melee(game, came, horse, contours_down(state, came))


def is_unready(state: State, ids: tuple[str, ...]) -> bool:
    """Return whether most of some horse was in reach and did not dismount, charge or retire."""
    war = state.war
    unready = [id_ for id_ in ids if id_ in war.warned - war.heeded - war.retired]
    return 2 * len(unready) > len(ids)


def contours_down(state: State, came: PlannedCharge) -> int:
    """Return how many contours the leader crossed downhill (K7.3)."""
    return sum(not each.is_up for each in _contours(state, came))


def is_on_level(state: State, came: PlannedCharge) -> bool:
    """Return whether a charge led over flat ground: no contour up or down (K7.2)."""
    return not _contours(state, came)


def _contours(state: State, came: PlannedCharge) -> list[ContourCrossing]:
    path = next(path for id_, path, _ in came.paths if id_ == came.leader)
    return crossed_contours(path, contour_shapes(state))


def _ride_down(game: WarGame, came: PlannedCharge, ids: tuple[str, ...]) -> None:
    """Each charger kills 5 and drives 15 more back 36 in (K7.1)."""
    found = charge_losses.losses_of_unready(len(came.riders), len(ids))
    met = [game.state.figures[id_] for id_ in ids]
    left = _fight(game, came, met, UNREADY, len(came.riders), ChargeLosses(0, found.dead))
    drive_back(game, left[: found.back], game.state.alive(came.riders), charge_losses.BACK)


def _even(game: WarGame, came: PlannedCharge, ids: tuple[str, ...]) -> Procedure[None]:
    """Equal numbers on the flat: a coin; the loser loses ¾ and retires, the winner ¼ (K7.2)."""
    coin = yield from roll_one("coin", 2)
    loses, wins = charge_losses.equal_losses(len(ids))
    won = coin == 1
    lost = ChargeLosses(wins, loses) if won else ChargeLosses(loses, wins)
    met = [game.state.figures[id_] for id_ in ids]
    left = _fight(game, came, met, EVEN, len(ids), lost)
    beaten, winners = (left, came.riders) if won else (came.riders, left)
    retire(game, game.state.alive(beaten), game.state.alive(winners))


def _melee(
    game: WarGame, came: PlannedCharge, horse: list[Figure], contours: int
) -> Procedure[None]:
    """Otherwise the rules of mêlées, with prisoners: the charge as it is counted (K7.2, K7.3, L12).

    Of the smaller side all who do not fall are taken.
    """
    state, side = game.state, game.state.active
    ids = tuple(each.id for each in horse)
    riders, foes = len(came.riders), len(ids)
    counted = charge_losses.downhill_strength(riders, contours)
    is_larger = counted >= foes
    smaller = ids if is_larger else came.riders
    alone = is_isolated(state, [state.figures[id_] for id_ in smaller])
    result = charge_losses.melee_losses(riders, foes, contours, is_alone=alone)
    _fight(game, came, horse, HORSE, counted, result.dead)
    taken = game.state.alive(smaller)
    assert len(taken) == result.taken, (came, result)
    if taken:
        captor, captors = (side, came.riders) if is_larger else (state.enemy_of(side), ids)
        yield from prisoners.take(game, captor, taken, game.state.alive(captors))


# --- on guns (K8.1) -------------------------------------------------------------------------------


def unsupported_guns_met(
    state: State, came: PlannedCharge, target: Figure | Gun
) -> tuple[Gun, ...]:
    """The guns without support that a charge comes upon; none where it was made on others.

    A charge on a gun, or on a man who serves one, is made on the guns within 6 in of the riders.
    """
    riders = [state.figures[id_] for id_ in came.riders]
    guns = [
        gun
        for gun in state.guns.values()
        if gun.side != riders[0].side and any(are_near(state, gun, each, FIGHT) for each in riders)
    ]
    aimed = isinstance(target, Gun) or any(are_near(state, gun, target, FIGHT) for gun in guns)
    if not guns or not aimed:
        return ()
    crew = {man.id for gun in guns for man in crew_of(state, gun)}
    if any(is_supported(state, gun, crew) for gun in guns):
        return ()
    return tuple(guns)


def crew_of(state: State, gun: Gun) -> list[Figure]:
    """The men of its side within 6 in of a gun (L7.1)."""
    return list(units_within(state, gun, state.fit_figures(gun.side), FIGHT))


def resolve_charge_on_guns(game: WarGame, came: PlannedCharge, guns: tuple[Gun, ...]) -> None:
    """One gun for the loss of so many riders; its crew falls with it (K8.1)."""
    state, side = game.state, game.state.active
    lost = charge_losses.count_captured_guns(
        charts_of(state), len(came.riders), len(guns), came.came
    )
    taken = guns[: lost.foot]
    crew = list(dict.fromkeys(man for gun in taken for man in crew_of(state, gun)))
    _fight(game, came, crew, GUNS, len(came.riders), ChargeLosses(lost.horse, len(crew)))
    for gun in taken:
        game.emit(GunTaken(gun.id, side))

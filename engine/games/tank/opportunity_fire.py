"""After every hex a mover enters: opportunity fire, cover fire, the mover's own fire (V4–V7)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tank import fire
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.events import FireDeclared, ShortHaltMade
from engine.games.tank.fire import Shot
from engine.games.tank.state import State, TankGame, Unit
from engine.play.decisions import Decision, Procedure, ask


@dataclass(frozen=True, slots=True)
class OpportunityFire(Decision[State, str | None]):
    """The choice of a unit to fire at the mover in its hex; None lets it go on (V5)."""

    mover: str
    able: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.able, None]


@dataclass(frozen=True, slots=True)
class CoverFire(Decision[State, Shot | None]):
    """The choice of covering fire at a unit that has just fired at the mover (V6)."""

    mover: str
    firers: tuple[str, ...]
    shots: tuple[Shot, ...]

    def options(self, state: State) -> list[Shot | None]:
        return [*self.shots, None]


@dataclass(frozen=True, slots=True)
class MoverFires(Decision[State, str | None]):
    """At whom the mover fires, on the move or from a short halt; None holds fire (V7)."""

    unit: str
    manner: str
    targets: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*self.targets, None]


def resolve_step_interrupts(game: TankGame, mover: str, manner: str, left: int) -> Procedure[int]:
    """The interrupts in their order after a hex is entered (V4); returns the MP left.

    A mover made immobile may still fire from the hex it is in (V5).
    """
    firers = yield from opportunity_fire(game, mover)
    if firers:
        yield from cover_fire(game, mover, firers)
    unit = game.state.units.get(mover)
    if unit is None or manner == "march":
        return left
    if unit.immobile and not game.state.book.choices.immobile_mover_fires:
        return left
    return (yield from fire_of_mover(game, unit, left))


def opportunity_fire(game: TankGame, mover: str) -> Procedure[tuple[str, ...]]:
    """Enemies able to fire may shoot at the mover; returns those that did (V5)."""
    able = opportunity_firers(game.state, mover)
    if not able:
        return ()
    enemy = game.state.enemy_of(game.state.units[mover].side)
    firer = yield from ask(OpportunityFire(enemy, mover, able))
    if firer is None:
        return ()
    return (
        yield from fire.resolve_concentrated_fire(
            game, Shot(firer, mover), able, FireManner.OPPORTUNITY
        )
    )


def cover_fire(game: TankGame, mover: str, firers: tuple[str, ...]) -> Procedure[None]:
    """Friends of the mover that have not moved may shoot at who has just fired at it (V6)."""
    side = game.state.enemy_of(game.state.units[firers[0]].side)
    while shots := cover_shots(game.state, mover, firers):
        shot = yield from ask(CoverFire(side, mover, firers, shots))
        if shot is None:
            return
        others = [other.firer for other in shots if other.target == shot.target]
        yield from fire.resolve_concentrated_fire(game, shot, others, FireManner.COVER)


def fire_of_mover(game: TankGame, unit: Unit, left: int) -> Procedure[int]:
    """Fire on the move, or from a short halt that costs MP; returns the MP left (V7)."""
    choices, fires = game.state.book.choices, game.state.type_of(unit).fires
    short = fires == "short-halt"
    if fires == "halted" or not fire.may_fire(game.state, unit):
        return left
    targets = tuple(fire.fire_targets(game.state, unit))
    if (short and left < choices.short_halt_mp) or not targets:
        return left
    manner = FireManner.SHORT_HALT if short else FireManner.ON_THE_MOVE
    target = yield from ask(MoverFires(unit.side, unit.id, manner, targets))
    if target is None:
        return left
    if short:
        left -= choices.short_halt_mp
        game.emit(ShortHaltMade(unit.id, left))
    yield from fire.resolve_concentrated_fire(game, Shot(unit.id, target), (), manner)
    return left


def offer_punishing_shot(game: TankGame, mover: str) -> Procedure[None]:
    """One opportunity shot at an overspent mover, with no fire in answer (V3, strict)."""
    able = opportunity_firers(game.state, mover)
    if not able:
        return
    enemy = game.state.enemy_of(game.state.units[mover].side)
    firer = yield from ask(OpportunityFire(enemy, mover, able))
    if firer is not None:
        game.emit(FireDeclared((firer,), mover, FireManner.OPPORTUNITY))
        yield from fire.resolve(game, firer, mover, FireManner.OPPORTUNITY)


def opportunity_firers(state: State, mover: str) -> tuple[str, ...]:
    """The enemies able to fire at a mover where it is now (V5)."""
    target = state.units[mover]
    if not fire.may_be_fired_upon(target):
        return ()
    return tuple(
        unit.id
        for unit in state.units.values()
        if unit.side != target.side
        and fire.may_fire(state, unit)
        and fire.may_declare(state, unit, target)
    )


def cover_shots(state: State, mover: str, firers: tuple[str, ...]) -> tuple[Shot, ...]:
    """The cover fire that may be declared: friends that have not moved, at who fired (V6)."""
    shooters = [state.units[firer] for firer in firers if firer in state.units]
    if not shooters:
        return ()
    side = state.enemy_of(shooters[0].side)
    friends = [unit for unit in state.units_of(side) if unit.id != mover and not unit.moved]
    return tuple(
        Shot(friend.id, target.id)
        for friend in friends
        if fire.may_fire(state, friend)
        for target in shooters
        if fire.may_be_fired_upon(target) and fire.may_declare(state, friend, target)
    )

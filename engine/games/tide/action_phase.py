"""The Action phase: turns of so many actions, each by one unit or card (R2-R5, A)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.games.shared_events import DONE, StageBegan
from engine.games.tide import (
    active_effects,
    assault_resolution,
    assault_strength,
    card_play,
    entrenchment,
    fire,
    move_execution,
    move_steps,
    operations_cards,
    targeting,
    unit_lookups,
)
from engine.games.tide.attack_declaration import AttackOccasion, AttackOpportunity
from engine.games.tide.data.card_effects import ACTION
from engine.games.tide.events import ActionBegan, ActionEnded, OpFirePrepared, SideDone, TurnBegan
from engine.games.tide.game_board import THIRDS
from engine.games.tide.state import ActivationMode, State, TideGame, Unit
from engine.hexes.hex import distance
from engine.play.decisions import Decision, Procedure, ask

ADVANCE, FIRE, PREPARE, MOVE_FIRE, FIRE_MOVE, CARD, ASSAULT, FATIGUE, DIG = (
    "advance", "concentrated-fire", "prepare", "move-fire", "fire-move", "card", "assault",
    "fatigue", "dig",
)  # fmt: skip


class Order(NamedTuple):
    """An action: which unit does what; `what` is the card that is played, or who digs along."""

    unit: str
    deed: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Act(Decision[State, Order | None]):
    """A side's next action; None, once only cards are left, plays no more (R3)."""

    actions: int

    def options(self, state: State) -> list[Order | None]:
        found: list[Order | None] = [*open_actions(state, self.side)]
        return found if unit_lookups.activatable_units(state, self.side) else [*found, None]


def concluding_option(view: State, decision: Decision[State, Any]) -> Order | None:
    """Return the order by which a unit becomes fatigued; None where no action is asked (A8)."""
    if not isinstance(decision, Act):
        return None
    orders = (each for each in decision.options(view) if each is not None)
    return next((each for each in orders if each.deed == FATIGUE), None)


@dataclass(frozen=True, slots=True)
class FireNow(Decision[State, bool]):
    """The choice to attack as well after moving in fire and movement (A4)."""

    unit: str

    def options(self, state: State) -> list[bool]:
        return [True, False]


# --- turns (R2, R3) -------------------------------------------------------------------------------


def action_activity(game: TideGame) -> Procedure[None]:
    """One action of the side whose turn it is, or the next turn (R2)."""
    if game.state.left:
        yield from perform_action(game)
    else:
        next_turn(game)


def next_turn(game: TideGame) -> None:
    """The other side's turn, unless it is out; when both are, the phase ends (R2, R3)."""
    state = game.state
    if state.active:
        active_effects.end_turn(game)
    first = state.enemy_of(state.active) if state.active else state.initiative
    for side in (first, state.enemy_of(first)):
        if side not in state.out and not has_orders(state, side):
            game.emit(SideDone(side))
        if side not in state.out:
            game.emit(TurnBegan(side, state.book.choices.actions))
            return
    game.emit(StageBegan(DONE))


def has_orders(state: State, side: str) -> bool:
    """Return whether a side can act: with a fresh unit or a playable card (R3)."""
    if any(may_act(state, unit) for unit in state.units_of(side)):
        return True
    return bool(card_play.playable_cards(state, side, ACTION))


def perform_action(game: TideGame) -> Procedure[None]:
    """One action, or none any more (R3, R4)."""
    side = game.state.active
    if not has_orders(game.state, side):
        game.emit(SideDone(side))
        return
    order = yield from ask(Act(side, game.state.left))
    if order is None:
        game.emit(SideDone(side))
        return
    if order.unit and not game.state.units[order.unit].is_fresh:
        operations_cards.reactivate_squad(game, order.unit)
    game.emit(ActionBegan(side, order.unit, order.deed))
    mode = yield from DEEDS[order.deed](game, order)
    after = mode if order.unit in game.state.units else ""
    game.emit(ActionEnded(side, order.unit, order.deed, after))


# --- what there is to do (A) ----------------------------------------------------------------------


def open_actions(state: State, side: str) -> tuple[Order, ...]:
    """Every action a side may take now (A1-A9, R5)."""
    able = [unit for unit in state.units_of(side) if may_act(state, unit)]
    found = [order for unit in able for order in orders_of(state, unit)]
    return (
        *found,
        *(Order("", CARD, card) for card in card_play.playable_cards(state, side, ACTION)),
    )


def may_act(state: State, unit: Unit) -> bool:
    """Fresh units, and an officer's squad that a bold leader lets act twice (R4, R5, O8)."""
    return unit.is_fresh or operations_cards.may_act_again(state, unit)


def orders_of(state: State, unit: Unit) -> Iterator[Order]:
    """Every action a fresh unit may take; the last is always possible (R3)."""
    if may_advance(state, unit):
        yield Order(unit.id, ADVANCE)
    if not unit.inside:
        yield from _fights(state, unit)
        if unit_lookups.may_prepare(state, unit):
            yield Order(unit.id, PREPARE)
        if entrenchment.may_dig(state, unit):
            others = [other.id for other in entrenchment.digging_partners(state, unit)] or [""]
            yield from (Order(unit.id, DIG, other) for other in others)
    yield Order(unit.id, FATIGUE)


def _fights(state: State, unit: Unit) -> Iterator[Order]:
    if can_fire(state, unit, AttackOccasion.CONCENTRATED):
        yield Order(unit.id, FIRE)
    if may_fire_and_move(state, unit):
        yield Order(unit.id, MOVE_FIRE)
        if can_fire(state, unit, AttackOccasion.MOVING):
            yield Order(unit.id, FIRE_MOVE)
    if assault_strength.may_assault(state, unit) and is_assault_within_move(state, unit):
        yield Order(unit.id, ASSAULT)


def may_advance(state: State, unit: Unit) -> bool:
    """Return whether a unit can make a step of movement (A1, A9, TR4)."""
    return unit_lookups.is_fully_able(unit) and move_steps.may_step(state, unit, move_steps.ADVANCE)


def may_fire_and_move(state: State, unit: Unit) -> bool:
    """Fire and movement: not heavy squads, not who cannot move or has no weapon (A4, U10)."""
    if not targeting.may_lead(
        state, unit, attack_opportunity(unit, AttackOccasion.MOVING)
    ) or not unit_lookups.attacking_types(state, unit):
        return False
    return move_steps.may_step(state, unit, move_steps.FIRE_AND_MOVE)


def can_fire(state: State, unit: Unit, occasion: AttackOccasion) -> bool:
    """Return whether a unit finds a target on an occasion (A2, A4)."""
    return targeting.has_aim(state, unit, attack_opportunity(unit, occasion))


def attack_opportunity(unit: Unit, occasion: AttackOccasion) -> AttackOpportunity:
    """An attack of a unit's side on an occasion."""
    return AttackOpportunity(unit.side, occasion)


def is_assault_within_move(state: State, unit: Unit) -> bool:
    """Return whether a squad might come next to an enemy by its move (AS3)."""
    most = move_steps.movement_allowance(state, unit, move_steps.ASSAULT) // THIRDS + 1
    return any(
        other.side != unit.side and distance(unit.at, other.at) <= most
        for other in state.units.values()
    )


# --- actions (A) ----------------------------------------------------------------------------------


def _advance(game: TideGame, order: Order) -> Procedure[str]:
    """A1: a move, and no more."""
    yield from move_execution.move(game, order.unit, move_steps.ADVANCE)
    return ActivationMode.FATIGUED


def _fire(game: TideGame, order: Order) -> Procedure[str]:
    """A2: one attack at full firepower."""
    yield from perform_attack(game, order.unit, AttackOccasion.CONCENTRATED)
    return ActivationMode.FATIGUED


def _prepare(game: TideGame, order: Order) -> Procedure[str]:
    """A3: the unit waits to fire."""
    game.emit(OpFirePrepared((order.unit,), PREPARE))
    yield from ()
    return ActivationMode.OP_FIRE


def _move_fire(game: TideGame, order: Order) -> Procedure[str]:
    """A4: a move, then an attack if the move was not stopped by fire, and if there is one."""
    yield from move_execution.move(game, order.unit, move_steps.FIRE_AND_MOVE)
    unit = game.state.units.get(order.unit)
    if unit is None or not unit.is_fresh or not can_fire(game.state, unit, AttackOccasion.MOVING):
        return ActivationMode.FATIGUED
    if (yield from ask(FireNow(unit.side, unit.id))):
        yield from perform_attack(game, unit.id, AttackOccasion.MOVING)
    return ActivationMode.FATIGUED


def _fire_move(game: TideGame, order: Order) -> Procedure[str]:
    """A4: an attack, then a move."""
    yield from perform_attack(game, order.unit, AttackOccasion.MOVING)
    yield from move_execution.move(game, order.unit, move_steps.FIRE_AND_MOVE)
    return ActivationMode.FATIGUED


def _assault(game: TideGame, order: Order) -> Procedure[str]:
    """A6: a move, then an assault; not after mines or wire, nor when stopped (AS3-AS5)."""
    walk = yield from move_execution.move(game, order.unit, move_steps.ASSAULT)
    unit = game.state.units.get(order.unit)
    if unit is not None and unit.is_fresh and not walk.snagged:
        yield from assault_resolution.assault_hex(game, order.unit)
    return ActivationMode.FATIGUED


def _fatigue(game: TideGame, order: Order) -> Procedure[str]:
    """A7: nothing else."""
    yield from ()
    return ActivationMode.FATIGUED


def _dig(game: TideGame, order: Order) -> Procedure[str]:
    """A8, SP6: an entrenchment."""
    entrenchment.dig(game, order.unit, order.what)
    yield from ()
    return ActivationMode.FATIGUED


def _card(game: TideGame, order: Order) -> Procedure[str]:
    """A5: a strategy card is paid for and played; no unit is activated."""
    yield from card_play.play(game, game.state.active, order.what)
    return ""


def perform_attack(game: TideGame, unit: str, occasion: AttackOccasion) -> Procedure[None]:
    """One attack of a unit, alone or with others in support (A2, A4, CF)."""
    yield from fire.resolve_attack(game, unit, attack_opportunity(game.state.units[unit], occasion))


DEEDS: dict[str, Callable[[TideGame, Order], Procedure[str]]] = {
    ADVANCE: _advance, FIRE: _fire, PREPARE: _prepare, MOVE_FIRE: _move_fire,
    FIRE_MOVE: _fire_move, CARD: _card, ASSAULT: _assault, FATIGUE: _fatigue, DIG: _dig,
}  # fmt: skip

"""Effects of cards and operations in force: bonuses, denials, limits, their end (D3, D7, ST5)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from enum import StrEnum

from engine.games.tide.card_events import EffectsEnded
from engine.games.tide.state import ActiveEffect, State, TideGame, Unit
from engine.scenario.scenario import Card

Corrections = tuple[tuple[str, int], ...]
"""Changes of a strength: words of the rules or ids of cards, with amounts."""


class AttackKind(StrEnum):
    """Kinds of attack on squads (RS3); assaults are normal attacks of their own (AS2)."""

    NORMAL = "normal"
    SUPPRESSIVE = "suppressive"
    ASSAULT = "assault"


def bonus_dice(state: State, what: str, unit: Unit, kind: str, against: str = "") -> Corrections:
    """Return the bonuses of a unit: `what` is attack, defence, range, armour or hit.

    `kind` is the kind of the attack, `against` its target: squads or vehicles.
    """
    found = _in_force(state, what, unit, (kind, against))
    return tuple((effect.card, effect.amount) for effect in found)


def total_bonus(state: State, what: str, unit: Unit, kind: str, against: str = "") -> int:
    """All that together."""
    return sum(more for _, more in bonus_dice(state, what, unit, kind, against))


def card_class(unit: Unit) -> str:
    """A unit's class in the words of cards."""
    return "squads" if unit.is_squad else "vehicles"


def _in_force(
    state: State, what: str, unit: Unit, words: tuple[str, str]
) -> Iterator[ActiveEffect]:
    for effect in state.effects_in_force("bonus", what):
        if is_unit_affected(effect, unit) and effect.against in ("", "any", *words):
            yield effect


def is_unit_affected(effect: ActiveEffect, unit: Unit) -> bool:
    """Return whether an effect applies to a unit."""
    if effect.side not in ("", unit.side):
        return False
    if effect.who == "unit":
        return effect.unit == unit.id
    return effect.who in ("", "all", card_class(unit))


SUPPORT, OP_FIRE, CARDS, ASSAULT = "support", "op-fire", "cards", "assault"


def is_denied(state: State, side: str, what: str) -> bool:
    """Return whether a side is denied support, op-fire, cards or assault (D7 deny)."""
    return any(effect.side == side for effect in state.effects_in_force("deny", what))


def denies_card(state: State, side: str, card: Card) -> bool:
    """Return whether a side is denied a card: all cards, or those of its deck (D7 deny)."""
    if is_denied(state, side, CARDS):
        return True
    denied = (effect.what for effect in state.effects_in_force("deny") if effect.side == side)
    return any(is_in_deck(state, card.id, what) for what in denied)


def is_in_deck(state: State, card: str, deck: str) -> bool:
    """Return whether a card belongs to a deck, or to the set of that name (D1)."""
    return card in state.aims.decks.get(deck, ()) or state.aims.cards[card].set == deck


def range_limit(state: State, what: str) -> int | None:
    """Return the limit of sight or fire for all units; None without one (D7 limit)."""
    return min((effect.amount for effect in state.effects_in_force("limit", what)), default=None)


ATTACK, TURN = "attack", "turn"


def single_attack_effects(state: State, units: Iterable[Unit]) -> tuple[ActiveEffect, ...]:
    """The bonuses that an attack by or on some units uses up (D7 bonus)."""
    here = tuple(units)
    return tuple(
        effect
        for effect in state.effects_in_force("bonus")
        if effect.lasts == ATTACK and any(is_unit_affected(effect, unit) for unit in here)
    )


def end_attack(game: TideGame, used: Collection[ActiveEffect]) -> None:
    """End the effects that an attack has used up (D7 bonus)."""
    _end(game, lambda effect: effect in used)


def end_turn(game: TideGame) -> None:
    """End the effects that last for a turn of the active side (D7)."""
    side = game.state.active
    _end(game, lambda effect: effect.lasts == TURN and effect.side == side)


def end_round(game: TideGame) -> None:
    """End the effects that last until this round, by cards or the scenario (ST5, O)."""
    now = game.state.round
    _end(game, lambda effect: 0 < effect.until <= now)


def _end(game: TideGame, is_over: Callable[[ActiveEffect], bool]) -> None:
    over = [(place, each) for place, each in enumerate(game.state.effects) if is_over(each)]
    if over:
        cards = tuple(effect.card for _, effect in over)
        game.emit(EffectsEnded(cards, tuple(place for place, _ in over)))

"""Strategy cards: which may be played, what they cost, playing them (A5, CM3, D2, D3)."""

from __future__ import annotations

from engine.games.tide import active_effects, card_actions
from engine.games.tide.card_events import CardPlayed
from engine.games.tide.data.card_effects import OPERATION
from engine.games.tide.state import State, TideGame
from engine.play.decisions import Procedure
from engine.scenario.scenario import Card


def playable_cards(state: State, side: str, phase: str) -> list[str]:
    """The cards a side may play in a phase, each once: it can pay, and they do something (D2)."""
    held = dict.fromkeys(state.hq[side].hand)
    return [card for card in held if may_play(state, side, card, phase)]


def may_play(state: State, side: str, id_: str, phase: str) -> bool:
    """Return whether a side may play one of its cards in a phase (D2)."""
    card = state.aims.cards[id_]
    is_its_phase = card.phase != OPERATION and card.phase in ("", phase)
    can_pay = card_cost(state, side, card) <= state.hq[side].command
    if not is_its_phase or not can_pay or active_effects.denies_card(state, side, card):
        return False
    return any(card_actions.can_effect_act(state, side, doing) for doing in card.all_effects)


def card_cost(state: State, side: str, card: Card) -> int:
    """Return the present cost of a card to a side, at least 0 (D2, D7 cost)."""
    more = sum(
        effect.amount
        for effect in state.effects_in_force("cost")
        if effect.side in ("", side) and active_effects.is_in_deck(state, card.id, effect.what)
    )
    return max(card.cost + more, 0)


def play(game: TideGame, side: str, id_: str) -> Procedure[None]:
    """A side pays for a card and does what it says, in its order (D2, D3)."""
    card = game.state.aims.cards[id_]
    game.emit(CardPlayed(side, id_, card_cost(game.state, side, card), card.stays))
    for number in range(len(card.all_effects)):
        yield from card_actions.do_card_effect(game, side, id_, number)

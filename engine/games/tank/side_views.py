"""The knowledge of a side: the whole board, its own cards and plans only (E2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.games.game_rules import shared_position
from engine.games.reinforcement_calls import reinforcement_values
from engine.games.tank.card_events import uses_of
from engine.games.tank.state import HIDDEN, ActiveCard, CardHand, FirePlan, Impact, State, Unit
from engine.games.tank.victory import victory_points
from engine.games.victory_judgement import known_tallies
from engine.play.position import IMPACT, HexFeature, Piece, Position
from engine.play.unit_locations import UnitLocations


def side_view(state: State, side: str) -> State:
    """The position with the other side's secrets face down, and both decks."""
    seen = state.copy()
    for other in state.sides:
        hand = state.hands[other]
        covered, picked = (HIDDEN,) * len(hand.pool), (HIDDEN,) * len(hand.picked)
        seen.hands[other] = hand._replace(pool=covered, picked=picked)
        if other != side:
            held = tuple(e if _in_use(state, e) else ActiveCard(HIDDEN, 0, 0) for e in hand.held)
            lapsed = (HIDDEN,) * len(hand.lapsed)
            seen.hands[other] = CardHand(covered, held, hand.spent, lapsed, hand.draws, picked)
    seen.plans = tuple(plan for plan in state.plans if plan.side == side)
    seen.tallies = known_tallies(state, side)
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    return seen


def _in_use(state: State, entry: ActiveCard) -> bool:
    """Return True if a card has acted already, so that all know of it."""
    if entry.card == HIDDEN:
        return False
    return entry.uses < uses_of(state.cards[entry.card].parameters)


def secret_words(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: cards and plans only the other side knows of."""
    enemy = state.enemy_of(side)
    hand, own = state.hands[enemy], state.hands[side]
    known = {*own.spent, *own.lapsed, *(entry.card for entry in own.held), *hand.spent}
    known |= {plan.card for plan in state.plans if plan.side == side or plan.turn <= state.turn}
    known |= {entry.card for entry in hand.held if _in_use(state, entry)}
    covered = {*hand.pool, *own.pool, *hand.lapsed, *(entry.card for entry in hand.held)}
    covered |= {*hand.picked, *own.picked}
    covered |= {plan.card for plan in state.plans}
    coming = {entry.id for entry in state.reserves if entry.side == enemy}
    return sorted(covered - known) + sorted(coming)


# --- as values -----------------------------------------------------------------------------------


def position_as_values(state: State) -> Position:
    """The position as values; shell impacts lie on the map."""
    pieces = map(_piece, state.units.values())
    return replace(
        shared_position(state, pieces, state.lost, victory_points),
        lying=tuple(map(_lying, state.impacts)),
        coming=tuple(reinforcement_values(entry, entry.turn) for entry in state.reserves),
        holders=dict(state.holders),
        hands={side: cards for side in state.sides if (cards := _kept(state, side))},
        laid_out={side: cards for side in state.sides if (cards := _laid_out(state, side))},
        more={
            "impacts": [impact._asdict() for impact in state.impacts],
            "plans": [_plan(plan) for plan in state.plans],
            "cards": {side: _hand(hand) for side, hand in state.hands.items()},
        },
    )


def unit_locations(state: State) -> UnitLocations:
    """Return the location of every unit."""
    hands = {side: cards for side in state.sides if (cards := _kept(state, side))}
    return UnitLocations(state.turn, state.units.copy(), state.lost, state.holders.copy(), hands)


def _lying(impact: Impact) -> HexFeature:
    return HexFeature(IMPACT, impact.at, impact.battery, side=impact.side)


def _kept(state: State, side: str) -> tuple[str, ...]:
    """The cards in a hand whose faces are seen and that do not act yet."""
    held = state.hands[side].held
    return tuple([e.card for e in held if e.card != HIDDEN and not _in_use(state, e)])


def _laid_out(state: State, side: str) -> tuple[str, ...]:
    """The cards of a side that act."""
    held = state.hands[side].held
    return tuple([e.card for e in held if e.card != HIDDEN and _in_use(state, e)])


def _piece(unit: Unit) -> Piece:
    """A unit with the markers it carries."""
    marks = tuple(key for key, value in unit._asdict().items() if value is True)
    return Piece(unit.id, unit.side, unit.type, unit.at, marks=marks)


def _plan(plan: FirePlan) -> dict[str, Any]:
    return {"side": plan.side, "card": plan.card, "target": plan.target, "turn": plan.turn}


def _hand(hand: CardHand) -> dict[str, Any]:
    held = [{"card": entry.card, "turn": entry.turn, "uses": entry.uses} for entry in hand.held]
    return {
        "deck": len(hand.pool),
        "picked": len(hand.picked),
        "held": held,
        "spent": list(hand.spent),
        "lapsed": list(hand.lapsed),
    }

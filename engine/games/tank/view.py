"""What a side may know: everything on the board, its own cards and plans, and no others' (E2)."""

from __future__ import annotations

from typing import Any

from engine.games.tank.state import HIDDEN, Hand, Held, State
from engine.games.tank.support_events import uses_of
from engine.games.tank.victory import points


def view(state: State, side: str) -> State:
    """The position with the other side's secrets face down, and both decks."""
    seen = state.copy()
    for other in state.sides:
        hand = state.hands[other]
        covered, picked = (HIDDEN,) * len(hand.pool), (HIDDEN,) * len(hand.picked)
        seen.hands[other] = hand._replace(pool=covered, picked=picked)
        if other != side:
            held = tuple(e if _in_use(state, e) else Held(HIDDEN, 0, 0) for e in hand.held)
            lapsed = (HIDDEN,) * len(hand.lapsed)
            seen.hands[other] = Hand(covered, held, hand.spent, lapsed, hand.draws, picked)
    seen.plans = tuple(plan for plan in state.plans if plan.side == side)
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    return seen


def _in_use(state: State, entry: Held) -> bool:
    """Whether a card has acted already, so that all know of it."""
    return entry.uses < uses_of(state.cards[entry.card].parameters)


def secrets(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: cards and plans only the other side knows of."""
    enemy = state.enemy(side)
    hand, own = state.hands[enemy], state.hands[side]
    known = {*own.spent, *own.lapsed, *(entry.card for entry in own.held), *hand.spent}
    known |= {plan.card for plan in state.plans if plan.side == side or plan.turn <= state.turn}
    known |= {entry.card for entry in hand.held if _in_use(state, entry)}
    covered = {*hand.pool, *own.pool, *hand.lapsed, *(entry.card for entry in hand.held)}
    covered |= {*hand.picked, *own.picked}
    covered |= {plan.card for plan in state.plans}
    coming = {entry.id for entry in state.reserves if entry.side == enemy}
    return sorted(covered - known) + sorted(coming)


def as_json(state: State) -> dict[str, Any]:
    """The position as plain values, hexes as `@column,row`."""
    name = state.field.board.grid.name
    return {
        "turn": state.turn,
        "turns": state.aims.turns,
        "phase": state.phase.value,
        "active": state.active or None,
        "units": [_unit(unit._asdict(), name(unit.at)) for unit in state.units.values()],
        "lost": [unit.id for unit in state.lost],
        "losses": [{"id": u.id, "side": u.side, "type": u.type} for u in state.lost],
        "reserves": [
            {"id": entry.id, "side": entry.side, "type": entry.type, "turn": entry.turn}
            for entry in state.reserves
        ],
        "impacts": [
            {"battery": impact.battery, "at": name(impact.at), "side": impact.side}
            for impact in state.impacts
        ],
        "plans": [
            {"side": p.side, "card": p.card, "target": name(p.target), "turn": p.turn}
            for p in state.plans
        ],
        "cards": {side: _hand(hand) for side, hand in state.hands.items()},
        "objectives": dict(state.holders),
        "points": {side: points(state, side) for side in state.sides},
        "result": None if state.result is None else state.result._asdict(),
    }


def _unit(values: dict[str, Any], at: str) -> dict[str, Any]:
    """A unit with the markers it carries."""
    marks = [key for key, value in values.items() if value is True]
    kept = {key: values[key] for key in ("id", "side", "type")}
    return {**kept, "at": at, "marks": marks}


def _hand(hand: Hand) -> dict[str, Any]:
    held = [{"card": entry.card, "turn": entry.turn, "uses": entry.uses} for entry in hand.held]
    return {
        "deck": len(hand.pool),
        "picked": len(hand.picked),
        "held": held,
        "spent": list(hand.spent),
        "lapsed": list(hand.lapsed),
    }

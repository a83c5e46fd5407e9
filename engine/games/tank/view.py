"""What a side may know: everything on the board, its own cards and plans, and no others' (E2)."""

from __future__ import annotations

from typing import Any

from engine.games.calling import coming
from engine.games.tank.state import HIDDEN, FirePlan, Hand, Held, State, Unit
from engine.games.tank.support_events import uses_of
from engine.games.tank.victory import points
from engine.games.verdict import known_tallies
from engine.play.position import IMPACT, Lost, Lying, Piece, Position


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
    seen.tallies = known_tallies(state, side)
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


# --- as values -----------------------------------------------------------------------------------


def position(state: State) -> Position:
    """The position as values; shell impacts lie on the map."""
    return Position(
        turn=state.turn,
        turns=state.aims.turns,
        phase=state.phase.value,
        active=state.active,
        pieces=tuple(_piece(unit) for unit in state.units.values()),
        lying=tuple(
            Lying(IMPACT, impact.at, impact.battery, side=impact.side) for impact in state.impacts
        ),
        lost=tuple(Lost(unit.id, unit.side, unit.type) for unit in state.lost),
        coming=tuple(coming(entry, entry.turn) for entry in state.reserves),
        holders=dict(state.holders),
        points={side: points(state, side) for side in state.sides},
        result=state.result,
        hands={side: cards for side in state.sides if (cards := _faces(state, side, False))},
        laid_out={side: cards for side in state.sides if (cards := _faces(state, side, True))},
        more={
            "impacts": [impact._asdict() for impact in state.impacts],
            "plans": [_plan(plan) for plan in state.plans],
            "cards": {side: _hand(hand) for side, hand in state.hands.items()},
        },
    )


def _faces(state: State, side: str, are_in_use: bool) -> tuple[str, ...]:
    """The cards a side holds whose faces are seen: those that act, or those that do not yet."""
    known = (entry for entry in state.hands[side].held if entry.card != HIDDEN)
    return tuple(entry.card for entry in known if _in_use(state, entry) is are_in_use)


_pieces: dict[int, tuple[Unit, Piece]] = {}  # by identity: few events change a unit
MOST_PIECES = 4096


def _piece(unit: Unit) -> Piece:
    """A unit with the markers it carries; one that is still the same is told the same."""
    known = _pieces.get(id(unit))
    if known is not None and known[0] is unit:
        return known[1]
    marks = tuple(key for key, value in unit._asdict().items() if value is True)
    piece = Piece(unit.id, unit.side, unit.type, unit.at, marks=marks)
    if len(_pieces) >= MOST_PIECES:
        _pieces.clear()
    _pieces[id(unit)] = unit, piece
    return piece


def _plan(plan: FirePlan) -> dict[str, Any]:
    return {"side": plan.side, "card": plan.card, "target": plan.target, "turn": plan.turn}


def _hand(hand: Hand) -> dict[str, Any]:
    held = [{"card": entry.card, "turn": entry.turn, "uses": entry.uses} for entry in hand.held]
    return {
        "deck": len(hand.pool),
        "picked": len(hand.picked),
        "held": held,
        "spent": list(hand.spent),
        "lapsed": list(hand.lapsed),
    }

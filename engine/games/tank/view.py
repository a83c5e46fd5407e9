"""What a side may know: everything on the board, its own cards and plans, and no others' (E2)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.games.calling import coming
from engine.games.tank.state import HIDDEN, FirePlan, Hand, Held, Impact, State, Unit
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
    hands = {side: _told_hand(state, side) for side in state.hands}
    return Position(
        turn=state.turn,
        turns=state.aims.turns,
        phase=state.phase.value,
        active=state.active,
        pieces=tuple(map(_piece, state.units.values())),
        lying=tuple(map(_lying, state.impacts)),
        lost=tuple([Lost(unit.id, unit.side, unit.type) for unit in state.lost]),
        coming=tuple(coming(entry, entry.turn) for entry in state.reserves),
        holders=dict(state.holders),
        points={side: points(state, side) for side in state.sides},
        result=state.result,
        hands={side: cards for side in state.sides if (cards := hands[side].kept)},
        laid_out={side: cards for side in state.sides if (cards := hands[side].laid_out)},
        more={
            "impacts": [impact._asdict() for impact in state.impacts],
            "plans": [_plan(plan) for plan in state.plans],
            "cards": {side: hands[side].values for side in state.hands},
        },
    )


@lru_cache(maxsize=1024)
def _lying(impact: Impact) -> Lying:
    return Lying(IMPACT, impact.at, impact.battery, side=impact.side)


class _ToldHand(NamedTuple):
    """The cards of a hand whose faces are seen: those that do not act yet, and those that do.

    `values` are those of JSON, of all of it.
    """

    kept: tuple[str, ...]
    laid_out: tuple[str, ...]
    values: Mapping[str, Any]


_hands: dict[int, tuple[Hand, object, _ToldHand]] = {}  # by identity: few events change a hand


def _told_hand(state: State, side: str) -> _ToldHand:
    """The faces of a side's cards; a hand that is still the same is told the same."""
    hand = state.hands[side]
    known = _hands.get(id(hand))
    if known is not None and known[0] is hand and known[1] is state.cards:
        return known[2]
    seen = [entry for entry in hand.held if entry.card != HIDDEN]
    working = [_in_use(state, entry) for entry in seen]
    told = _ToldHand(
        tuple(e.card for e, acts in zip(seen, working, strict=True) if not acts),
        tuple(e.card for e, acts in zip(seen, working, strict=True) if acts),
        _hand(hand),
    )
    if len(_hands) >= MOST_TOLD:
        _hands.clear()
    _hands[id(hand)] = hand, state.cards, told
    return told


_pieces: dict[int, tuple[Unit, Piece]] = {}  # by identity: few events change a unit
MOST_TOLD = 4096


def _piece(unit: Unit) -> Piece:
    """A unit with the markers it carries; one that is still the same is told the same."""
    known = _pieces.get(id(unit))
    if known is not None and known[0] is unit:
        return known[1]
    marks = tuple(key for key, value in unit._asdict().items() if value is True)
    piece = Piece(unit.id, unit.side, unit.type, unit.at, marks=marks)
    if len(_pieces) >= MOST_TOLD:
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

"""The actions of an umpire between activities: units, cities, turns, attendance."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.games.primer import combat, deployment, turn_sequence, victory, vision
from engine.games.primer.events import CityTaken, MemoHandedIn, SideTurnBegan
from engine.games.primer.fight_events import UnitsWipedOut
from engine.games.primer.state import Phase, PrimerGame, State
from engine.games.primer.umpire_events import (
    AttendanceChanged,
    ExposureSet,
    PurseChanged,
    StrengthChanged,
    TurnCutShort,
    TurnsChanged,
    UmpireActed,
    UnitAdded,
    UnitRemoved,
    UnitShifted,
    WeaknessSet,
)
from engine.games.umpire_actions import (
    ID,
    SIDE,
    TO,
    TYPE,
    UNIT,
    OrderRefusals,
    UmpireActionKind,
    UmpireOrders,
    Words,
    announce_umpire_act,
)
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter

WRITE, EXECUTE, END_TURN = "write", "execute", "end-turn"
STEPS = (WRITE, EXECUTE, END_TURN)
TURNS = tuple(str(turns) for turns in range(10))
AMOUNTS = tuple(f"{amount:+d}" for amount in range(-10, 11) if amount)
MORE = tuple(f"{amount:+d}" for amount in (1, 2, 3, 5, 10, -1, -2, -3, -5))
NOBODY = "nobody"
SUMS = tuple(f"{amount:+d}" for amount in (1, 2, 5, 10, 20, 50, -1, -2, -5, -10, -20, -50))

REFUSALS = OrderRefusals("primer-faults")
_refuse = REFUSALS.refuse
_act = partial(announce_umpire_act, acted=UmpireActed)


def _winners(state: State) -> tuple[str, ...]:
    """Return the sides that may be declared to have won (P19)."""
    return (*state.sides, NOBODY)


def _types(state: State) -> tuple[str, ...]:
    """The types of unit that can be on the board."""
    return tuple(name for name, kind in state.book.units.items() if not kind.off_board)


# --- units ---------------------------------------------------------------------------------------


def _move(game: PrimerGame, order: Intervention, unit: str, to: tuple[int, int]) -> Procedure[None]:
    """`move unit hex`: put a unit into another hex."""
    state, moved = game.state, game.state.units[unit]
    if moved.at == Hex(*to) or not deployment.may_stand(state, moved.side, moved.type, Hex(*to)):
        _refuse("no-standing", unit=unit)
    seen_by = _also(state, unit, vision.seers_of_hex(state, moved.side, moved.type, Hex(*to)))
    yield from _act(game, order, UnitShifted(unit, Hex(*to), seen_by))
    victory.claim_cities(game)


def _add(
    game: PrimerGame, order: Intervention, unit: str, side: str, kind: str, at: tuple[int, int]
) -> Procedure[None]:
    """`add unit side type hex`: put a new unit on the board."""
    if not deployment.may_stand(game.state, side, kind, Hex(*at)):
        _refuse("no-standing", unit=unit)
    seen_by = vision.seers_of_hex(game.state, side, kind, Hex(*at))
    yield from _act(game, order, UnitAdded(unit, side, kind, Hex(*at), seen_by))
    victory.claim_cities(game)


def _remove(game: PrimerGame, order: Intervention, unit: str) -> Procedure[None]:
    """`remove unit`: take a unit off the board; it does not count as a loss."""
    yield from _act(game, order, UnitRemoved(unit, vision.sides_that_see(game.state, [unit])))


def _destroy(game: PrimerGame, order: Intervention, unit: str) -> Procedure[None]:
    """`destroy unit`: it is wiped out."""
    lost = game.state.units[unit]
    seen_by = vision.sides_that_see(game.state, [unit])
    event = UnitsWipedOut(lost.side, (unit,), lost.at, combat.UMPIRE, seen_by)
    yield from _act(game, order, event)


def _restore(game: PrimerGame, order: Intervention, unit: str) -> Procedure[None]:
    """`restore unit`: it is neither weak nor in plain sight any more (P16)."""
    seen_by = vision.sides_that_see(game.state, [unit])
    hidden = ExposureSet(unit, 0, (game.state.units[unit].side,))
    yield from _act(game, order, WeaknessSet(unit, 0, seen_by), hidden)


def _weaken(game: PrimerGame, order: Intervention, unit: str, turns: str) -> Procedure[None]:
    """`weaken unit turns`: it has half its strength for so many of its side's turns (P16)."""
    seen_by = vision.sides_that_see(game.state, [unit])
    yield from _act(game, order, WeaknessSet(unit, int(turns), seen_by))


def _expose(game: PrimerGame, order: Intervention, unit: str, turns: str) -> Procedure[None]:
    """`expose unit turns`: it is in plain sight for so many of its side's turns (P16)."""
    state, side = game.state, game.state.units[unit].side
    seen_by = state.sides if int(turns) and state.turn else (side,)
    yield from _act(game, order, ExposureSet(unit, int(turns), seen_by))


def _strengthen(game: PrimerGame, order: Intervention, unit: str, by: str) -> Procedure[None]:
    """`strength unit by`: it is so much stronger or weaker in its next fight."""
    yield from _act(game, order, StrengthChanged(unit, int(by)))


# --- cities, money and turns ---------------------------------------------------------------------


def _hand_over(game: PrimerGame, order: Intervention, city: str, side: str) -> Procedure[None]:
    """`city city side`: a city, and its ring, is a side's from now on (P18)."""
    inside = victory.garrison_side(game.state, city)
    if inside and inside != side:
        _refuse("garrison", city=city)
    yield from _act(game, order, CityTaken(city, side))


def _pay(game: PrimerGame, order: Intervention, side: str, amount: str) -> Procedure[None]:
    """`budget side amount`: a side has so much more, or less, to buy with (P8)."""
    if game.state.phase is not Phase.ARMY or side in game.state.armed:
        _refuse("army-closed", side=side)
    if game.state.purses[side] + int(amount) < 0:
        _refuse("no-debts", side=side)
    yield from _act(game, order, PurseChanged(side, int(amount)))


def _phase(game: PrimerGame, order: Intervention, step: str) -> Procedure[None]:
    """`phase step`: the side writes its memo anew, hands it in, or its turn is over."""
    state = game.state
    if state.turn == 0:
        _refuse("no-turn-yet")
    if step == WRITE:
        yield from _act(game, order, TurnCutShort(state.active), SideTurnBegan(state.active))
    elif step == EXECUTE:
        yield from _act(game, order, MemoHandedIn(state.active))
    else:
        yield from _act(game, order, TurnCutShort(state.active))
        yield from turn_sequence.end_side(game)


def _declare(game: PrimerGame, order: Intervention, winner: str) -> Procedure[None]:
    """`declare winner`: the game is over, and a side has won, or none (P19)."""
    yield from _act(game, order)
    victory.end(game, "" if winner == NOBODY else winner, victory.DECLARED)


def _end(game: PrimerGame, order: Intervention) -> Procedure[None]:
    """`end`: the game is over now, and is judged as after its last turn (P19)."""
    if game.state.turn == 0:
        _refuse("no-turn-yet")
    yield from _act(game, order, TurnsChanged(game.state.turn))
    victory.judge_turn(game)


def _extend(game: PrimerGame, order: Intervention, more: str) -> Procedure[None]:
    """`extend turns`: the game lasts so many more turns, or fewer, but not less than this (P19)."""
    turns = game.state.aims.turns + int(more)
    if turns < max(game.state.turn, 1):
        _refuse("turn-over", turn=game.state.turn)
    yield from _act(game, order, TurnsChanged(turns))


def _attend(game: PrimerGame, order: Intervention) -> Procedure[None]:
    """`attend`: every order waits for the umpire from now on."""
    yield from _act(game, order, AttendanceChanged(is_attended=True))


def _leave(game: PrimerGame, order: Intervention) -> Procedure[None]:
    """`leave`: orders are carried out without the umpire."""
    yield from _act(game, order, AttendanceChanged(is_attended=False))


def _also(state: State, unit: str, seers: tuple[str, ...]) -> tuple[str, ...]:
    """Some sides, and all if the unit is in plain sight; none is before the first turn."""
    return state.sides if state.units[unit].exposed and state.turn else seers


ORDERS: Mapping[str, UmpireActionKind] = {
    "move": UmpireActionKind((UNIT, TO), _move),
    "add": UmpireActionKind((ID, SIDE, TYPE, TO), _add),
    "remove": UmpireActionKind((UNIT,), _remove),
    "destroy": UmpireActionKind((UNIT,), _destroy),
    "restore": UmpireActionKind((UNIT,), _restore),
    "weaken": UmpireActionKind((UNIT, ActionParameter("turns", "word", TURNS)), _weaken),
    "expose": UmpireActionKind((UNIT, ActionParameter("turns", "word", TURNS)), _expose),
    "strength": UmpireActionKind((UNIT, ActionParameter("by", "word", AMOUNTS)), _strengthen),
    "city": UmpireActionKind((ActionParameter("city", "word"), SIDE), _hand_over),
    "budget": UmpireActionKind((SIDE, ActionParameter("amount", "word", SUMS)), _pay),
    "phase": UmpireActionKind((ActionParameter("step", "word", STEPS),), _phase),
    "declare": UmpireActionKind((ActionParameter("winner", "word"),), _declare),
    "end": UmpireActionKind((), _end),
    "extend": UmpireActionKind((ActionParameter("more", "word", MORE),), _extend),
    "attend": UmpireActionKind((), _attend),
    "leave": UmpireActionKind((), _leave),
}


def _words(state: State) -> Words:
    return {
        "type": _types(state),
        "side": state.sides,
        "city": tuple(city.id for city in state.aims.objectives),
        "winner": _winners(state),
    }


def _is_known(state: State, unit: str) -> bool:
    return state.known(unit) is not None


ACTIONS = UmpireOrders(REFUSALS, ORDERS, _words, _is_known)
umpire_acts = ACTIONS.acts


def intervene(game: PrimerGame, order: Intervention) -> Procedure[None]:
    """Carry out an umpire's order.

    InvalidInterventionError for what the position does not allow.
    """
    yield from ACTIONS.intervene(game, order)
    vision.note_visible_enemies(game)

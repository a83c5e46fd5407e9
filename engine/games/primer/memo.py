"""The memo (primer P9, P11): a side writes at most one order for every unit, then hands it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.primer import vision
from engine.games.primer.events import AttackerWithdrew, MemoHandedIn, OrderTakenBack, OrderWritten
from engine.games.primer.game_board import HexStep
from engine.games.primer.state import OrderKind, PrimerGame, State, Unit, may_join
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask

ATTACK, ATTACK_TOGETHER = "attack", "attack-together"
MOVE, MOVE_TOGETHER = "move", "move-together"
MISSILE, TAKE_BACK, HAND_IN, WITHDRAW = "missile", "take-back", "hand-in", "withdraw"


class MemoEntry(NamedTuple):
    """An entry in the memo of a side.

    `attack` and `move` order one unit, `attack-together` and `move-together` all units of its hex
    that have no order yet; `at` is the hex attacked. `missile` orders a strike. `take-back` strikes
    order `number` out again. `hand-in` ends the writing; `withdraw` gives the battle up (P19).
    """

    kind: str
    unit: str = ""
    at: Hex | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class GiveOrder(Decision[State, MemoEntry]):
    """The next entry of the memo (P9)."""

    def options(self, state: State) -> list[MemoEntry]:
        return [MemoEntry(HAND_IN), *open_orders(state, self.side)]


@dataclass(frozen=True, slots=True)
class Step(Decision[State, Hex | None]):
    """The next hex of a move that is being written; None ends it, with no path it is not written.

    `units` move together, `at` is where their path has come to, `left` what they may still spend.
    """

    units: tuple[str, ...]
    at: Hex
    left: int
    path: tuple[Hex, ...]
    ways: tuple[HexStep, ...]

    def options(self, state: State) -> list[Hex | None]:
        return [*(way.to for way in self.ways), None]

    def cost_of(self, to: Hex) -> int:
        """Return the cost of the step into a hex."""
        return next(way.cost for way in self.ways if way.to == to)


@dataclass(frozen=True, slots=True)
class Aim(Decision[State, Hex | None]):
    """The hex a missile is to strike, anywhere on the board; None: not fired (P11)."""

    unit: str

    def options(self, state: State) -> list[Hex | None]:
        return [*state.field.board.hexes, None]


# --- what may be ordered -------------------------------------------------------------------------


def open_orders(state: State, side: str) -> Iterator[MemoEntry]:
    """Every order a side may give now, and those it may take back."""
    known = known_units(state)
    ordered = {unit for order in state.memo for unit in order.units}  # for looking up only
    for unit in state.units_of(side):
        if unit.id not in ordered:
            yield from _attacks(state, unit, known)
            yield from _moves(state, unit, known)
    for entry in state.reserves:
        is_missile = entry.side == side and state.type_of(entry).off_board
        if is_missile and entry.id not in ordered:
            yield MemoEntry(MISSILE, entry.id)
    yield from (MemoEntry(TAKE_BACK, number=order.number) for order in state.memo)
    if side == state.attacker and not state.memo and state.book.choices.withdrawal:
        yield MemoEntry(WITHDRAW)


def _attacks(state: State, unit: Unit, known: KnownUnits) -> Iterator[MemoEntry]:
    """Yield the attacks a unit may be ordered to make, alone or with its hex (P11)."""
    targets = [hex_ for hex_ in in_range(state, unit) if _may_attack(state, known, hex_)]
    if targets and known.leads(unit):
        yield from (MemoEntry(ATTACK_TOGETHER, unit.id, hex_) for hex_ in targets)
    yield from (MemoEntry(ATTACK, unit.id, hex_) for hex_ in targets)


def _moves(state: State, unit: Unit, known: KnownUnits) -> Iterator[MemoEntry]:
    """The moves a unit may be ordered to make, alone or with all of its hex (P6)."""
    mp = state.type_of(unit).mp
    if possible_steps(state, known, (unit.id,), unit.at, mp):
        if known.leads(unit) and possible_steps(state, known, known.free[unit.at], unit.at, mp):
            yield MemoEntry(MOVE_TOGETHER, unit.id)
        yield MemoEntry(MOVE, unit.id)


def unordered_units(state: State, unit: Unit) -> tuple[str, ...]:
    """The units of a hex that have no order yet."""
    return tuple(u.id for u in state.units_at(unit.at) if state.order_of(u.id) is None)


def in_range(state: State, unit: Unit) -> list[Hex]:
    """The hexes within a unit's vision, which is its range of attack, without its own (P7)."""
    vision_ = state.type_of(unit).vision
    hexes = state.field.board_hexes_within(vision_, unit.at)
    return [hex_ for hex_ in hexes if hex_ != unit.at]


def _may_attack(state: State, known: KnownUnits, hex_: Hex) -> bool:
    """Return True if a hex may be attacked: enemies are seen, or it conceals (P11)."""
    return hex_ in known.enemies or (state.field.is_concealing(hex_) and hex_ not in known.held)


# --- moves as the side believes they will go -----------------------------------------------------


class KnownUnits(NamedTuple):
    """The knowledge of the side that writes: hexes of enemies in sight, and its own.

    `held` are the present hexes of its units, `free` the units without an order by their hexes,
    `own` the places of all units after the memo so far.
    """

    enemies: set[Hex]  # for looking up only
    held: set[Hex]  # for looking up only
    free: dict[Hex, tuple[str, ...]]
    own: dict[Hex, list[Unit]]

    def leads(self, unit: Unit) -> bool:
        """Return True if a unit is the first of several in its hex without an order."""
        units = self.free.get(unit.at, ())
        return len(units) > 1 and units[0] == unit.id

    def other_units(self, hex_: Hex, units: tuple[str, ...]) -> list[Unit]:
        """The own units that will be in a hex, without those that move."""
        return [unit for unit in self.own.get(hex_, ()) if unit.id not in units]


def known_units(state: State) -> KnownUnits:
    """Return the knowledge of the active side while it writes."""
    enemies = {unit.at for unit in vision.seen_enemies(state, state.active)}
    ordered = {unit: order for order in state.memo for unit in order.units}
    free: dict[Hex, tuple[str, ...]] = {}
    own: dict[Hex, list[Unit]] = {}
    units = state.units_of(state.active)
    for unit in units:
        order = ordered.get(unit.id)
        if order is None:
            free[unit.at] = (*free.get(unit.at, ()), unit.id)
        own.setdefault(order.path[-1] if order and order.path else unit.at, []).append(unit)
    return KnownUnits(enemies, {unit.at for unit in units}, free, own)


def possible_steps(
    state: State, known: KnownUnits, units: tuple[str, ...], at: Hex, left: int
) -> tuple[HexStep, ...]:
    """The steps some units may be ordered to make from a hex, as far as their side knows (P6).

    A move onto enemies in sight is an encounter as one onto unseen enemies is, or barred (P12).
    """
    first, barred = state.units[units[0]], state.book.choices.seen_enemies == "barred"
    return tuple(
        way
        for way in state.field.steps_from(first.type, at)
        if way.cost <= left
        and not (barred and way.to in known.enemies)
        and may_join(state, first.type, known.other_units(way.to, units), len(units))
    )


# --- writing -------------------------------------------------------------------------------------


def write(game: PrimerGame) -> Procedure[None]:
    """One entry into the memo, or its end."""
    side = game.state.active
    order = yield from ask(GiveOrder(side))
    match order.kind:
        case "hand-in":
            game.emit(MemoHandedIn(side))
        case "withdraw":
            game.emit(AttackerWithdrew(side))
        case "take-back":
            game.emit(OrderTakenBack(side, order.number))
        case "missile":
            at = yield from ask(Aim(side, order.unit))
            if at is not None:
                _note(game, OrderKind.MISSILE, (order.unit,), at)
        case "attack" | "attack-together":
            _note(game, OrderKind.ATTACK, _units_ordered(game.state, order), order.at)
        case "move" | "move-together":
            yield from _write_move(game, _units_ordered(game.state, order))


def _units_ordered(state: State, order: MemoEntry) -> tuple[str, ...]:
    if order.kind in (ATTACK, MOVE):
        return (order.unit,)
    return unordered_units(state, state.units[order.unit])


def _write_move(game: PrimerGame, units: tuple[str, ...]) -> Procedure[None]:
    """A move is written hex by hex, until it ends among others or nothing is left (P4, P6)."""
    unit, known = game.state.units[units[0]], known_units(game.state)
    path: tuple[Hex, ...] = ()
    at, left = unit.at, game.state.type_of(unit).mp
    while steps := possible_steps(game.state, known, units, at, left):
        choice = Step(unit.side, units, at, left, path, steps)
        to = yield from ask(choice)
        if to is None:
            break
        at, left, path = to, left - choice.cost_of(to), (*path, to)
        if known.other_units(at, units) or at in known.enemies:
            break
    if path and at != unit.at:
        _note(game, OrderKind.MOVE, units, None, path)


def _note(
    game: PrimerGame,
    kind: OrderKind,
    units: tuple[str, ...],
    target: Hex | None,
    path: tuple[Hex, ...] = (),
) -> None:
    state = game.state
    number = 1 + max((order.number for order in state.memo), default=0)
    game.emit(OrderWritten(state.active, number, kind, units, target, path))

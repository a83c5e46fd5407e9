"""Barrages and strikes of cards: dice from behind the front (D6, D7 barrage, strike)."""

from __future__ import annotations

from engine.games.tide import attack_dice
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.card_events import BarrageFell
from engine.games.tide.card_targets import Said
from engine.games.tide.data.piece_types import WIRE
from engine.games.tide.data.rule_tables import RangeBand
from engine.games.tide.move_events import WorkRemoved
from engine.games.tide.state import State, TideGame, Unit
from engine.hexes.hex import SIDES, Hex
from engine.play.decisions import Procedure, roll_one

SCATTERS = 2
"""The die up to which a barrage lands next to its hex (D7)."""
TEARS = 3
"""Hits of an area attack that remove wire (X7)."""


def shell_hex(game: TideGame, side: str, card: str, aim: Hex, said: Said) -> Procedure[None]:
    """A barrage on a hex: every enemy unit where it lands, with its own roll (D7, AA1).

    There is no range band: black dice succeed on 5 and 6, as at normal range.
    """
    at = yield from _land(game, side, card, aim, bool(said.get("scatter")))
    if at is None:
        return
    kind, most = AttackKind(said.get("kind", "normal")), 0
    for target in [each.id for each in units_struck(game.state, side, at, kind)]:
        unit = game.state.units[target]
        made = attack_dice.card_attack_dice(
            game.state, side, card, unit, kind, said.get("dice", 4), RangeBand.NORMAL, True
        )
        hits = yield from attack_dice.roll_attack(game, made)
        most = max(most, hits)
    if most >= TEARS:
        for work in game.state.works_at(at, WIRE):
            game.emit(WorkRemoved.of(work, card))


def units_struck(state: State, side: str, at: Hex, kind: AttackKind) -> list[Unit]:
    """The enemies a barrage is rolled for: vehicles only if it is normal (AA1, AA2)."""
    is_immune = kind is AttackKind.SUPPRESSIVE
    return [u for u in state.units_at(at) if u.side != side and (u.is_squad or not is_immune)]


def _land(game: TideGame, side: str, card: str, aim: Hex, scatters: bool) -> Procedure[Hex | None]:
    """Roll for scatter and return the hex hit: 1 or 2 goes in a random direction (D7)."""
    die = direction = 0
    at: Hex | None = aim
    if scatters:
        die = yield from roll_one("scatter")
    if 0 < die <= SCATTERS:
        direction = yield from roll_one("scatter-direction", sides=SIDES)
        beside = game.state.field.board.grid.neighbour(aim, direction - 1)
        at = beside if game.state.field.is_on(beside) else None
    game.emit(BarrageFell(side, card, aim, die, direction, at))
    return at


def strike(game: TideGame, side: str, card: str, target: str, dice: int) -> Procedure[None]:
    """A normal attack on a unit that a friend sees: black dice succeed on 4 to 6 (D7)."""
    unit = game.state.units[target]
    made = attack_dice.card_attack_dice(
        game.state, side, card, unit, AttackKind.NORMAL, dice, RangeBand.CLOSE, False
    )
    yield from attack_dice.roll_attack(game, made)

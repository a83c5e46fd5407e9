"""Dice that whoever enters a hex may have to roll: mines and ice (X2, X9)."""

from __future__ import annotations

from engine.games.tide import harm
from engine.games.tide.bonuses import AttackKind
from engine.games.tide.combat_events import IceTested, MinesWentOff
from engine.games.tide.data.charts import Band
from engine.games.tide.data.kinds import MINES
from engine.games.tide.odds import DiceSet
from engine.games.tide.state import State, TideGame
from engine.play.asks import Procedure, roll, roll_one

MINE_DICE = 4
"""Black dice of mines against each unit that enters; nothing defends (X9)."""
ICE, THIN = "ice", 1
"""Up to this die the ice breaks (X2)."""


def mine_dice(state: State) -> DiceSet:
    """The dice of mines: they succeed as at close range, on 4 to 6 (X9)."""
    return DiceSet(MINE_DICE, state.book.charts.least(Band.CLOSE))


def explode(game: TideGame, unit: str) -> Procedure[None]:
    """Mines go off under a unit that has entered their hex (X9)."""
    handful = mine_dice(game.state)
    dice = yield from roll(handful.dice, "mine")
    hits = sum(face >= handful.least for face in dice)
    game.emit(MinesWentOff(unit, game.state.units[unit].at, dice, hits))
    yield from harm.suffer(game, unit, AttackKind.NORMAL, hits, MINES)


def cross_ice(game: TideGame, unit: str) -> Procedure[None]:
    """A vehicle that has entered ice breaks in on a 1 (X2)."""
    die = yield from roll_one(ICE)
    game.emit(IceTested(unit, game.state.units[unit].at, die, die > THIN))
    if die <= THIN:
        harm.destroy(game, unit, ICE)

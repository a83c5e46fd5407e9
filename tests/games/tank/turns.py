"""Short cuts to where a rule speaks: pass a phase, walk a unit, read what happened."""

from __future__ import annotations

from typing import Any

from engine.games.tank.fire import ChooseShot
from engine.games.tank.movement import ChooseMove, MoveOrder
from engine.games.tank.opportunity_fire import MoverFires, OpportunityFire
from engine.play.game import Game
from tests.games.boards import at

TankGame = Game[Any]


def pass_fire(game: TankGame) -> TankGame:
    """Nobody fires in the direct-fire phase."""
    while isinstance(game.decision, ChooseShot):
        game.choose(None)
    return game


def pass_moves(game: TankGame) -> TankGame:
    """Nobody moves (any more) in the movement phase."""
    pass_fire(game)
    while isinstance(game.decision, ChooseMove):
        game.choose(None)
    return game


def order(game: TankGame, unit: str, manner: str = "move") -> TankGame:
    """A unit is ordered to move or march."""
    pass_fire(game)
    game.choose(MoveOrder(unit, manner))
    return game


def walk(game: TankGame, *path: tuple[int, int]) -> TankGame:
    """The moving unit goes on to these columns and rows; everybody holds fire meanwhile."""
    for column, row in path:
        game.choose(at(game, column, row))
        hold_fire(game)
    return game


def hold_fire(game: TankGame) -> TankGame:
    """Nobody fires at the mover, nor does it fire."""
    while isinstance(game.decision, OpportunityFire | MoverFires):
        game.choose(None)
    return game


def happened(game: TankGame, kind: type) -> list[Any]:
    """The events of a kind, in order."""
    return [event for event in game.events if type(event) is kind]


def last(game: TankGame, kind: type) -> Any:
    """The latest event of a kind."""
    return happened(game, kind)[-1]

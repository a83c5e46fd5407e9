"""How tests move a stack: an order, a manner, hexes by their labels, and nobody fires."""

from __future__ import annotations

from engine.games.valor.fire_phase import Attack
from engine.games.valor.move_execution import JoinStack, Manner, Step
from engine.games.valor.movement_phase import Order
from engine.games.valor.smoke import LaySmoke
from engine.games.valor.state import State
from engine.play.game import Game
from tests.games.valor.boards import at


def order(game: Game[State], *units: str, manner: str = "move") -> Game[State]:
    """Units are told to move together, and how."""
    game.choose(Order(units[0], "move"))
    for other in units[1:]:
        game.choose(other)
    if isinstance(game.decision, JoinStack):
        game.choose(None)
    if isinstance(game.decision, LaySmoke):
        game.choose(None)
    if isinstance(game.decision, Manner):
        game.choose(manner)
    return game


def step(game: Game[State], label: str, facing: int | None = None) -> Game[State]:
    """The movers enter a hex; whoever may fire then is asked."""
    assert isinstance(game.decision, Step), game.decision
    to = at(game, label)
    ways = [way for way in game.decision.ways if way.to == to]
    assert ways, f"no way to {label}"
    game.choose(next(way for way in ways if facing is None or way.facing == facing))
    return game


def hold(game: Game[State]) -> Game[State]:
    """Nobody fires at the movers (any more)."""
    while isinstance(game.decision, Attack) and game.decision.movers:
        game.choose(None)
    return game


def walk(game: Game[State], *labels: str) -> Game[State]:
    """The movers go on and nobody fires."""
    for label in labels:
        hold(step(game, label))
    return game


def stop(game: Game[State]) -> Game[State]:
    """The movers stay where they are."""
    hold(game)
    if isinstance(game.decision, Step):
        game.choose(None)
    return game

"""The Command phase: control, points, spending, initiative (CM)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.shared_events import DONE, StageBegan
from engine.games.tide import card_play, victory
from engine.games.tide.card_events import (
    CommandLost,
    CommandReceived,
    InitiativeDecided,
    InitiativeRaised,
    PointsScored,
    SideAsked,
)
from engine.games.tide.data.card_effects import COMMAND
from engine.games.tide.state import State, TideGame
from engine.play.decisions import Decision, Procedure, ask

SPEND = "spend"
OBJECTIVES = "objectives"
"""The source of command that objectives give."""


@dataclass(frozen=True, slots=True)
class Spend(Decision[State, str | int | None]):
    """A card to buy, points to put on the initiative card, or None: no more (CM3)."""

    def options(self, state: State) -> list[str | int | None]:
        points = range(1, state.hq[self.side].command + 1)
        return [*card_play.playable_cards(state, self.side, COMMAND), *points, None]


def command_activity(game: TideGame) -> Procedure[None]:
    """The next activity of the phase."""
    if game.state.stage == SPEND:
        return spend_command(game)
    return receive_command(game)


# --- control and points ---------------------------------------------------------------------------


def receive_command(game: TideGame) -> Procedure[None]:
    """Objectives change hands, both sides receive points, and spending begins (CM1, CM2)."""
    victory.claim_objectives(game)
    for side in game.state.sides_by_initiative:
        command, points = points_income(game.state, side)
        if command:
            game.emit(CommandReceived(side, command, OBJECTIVES))
        if points:
            game.emit(PointsScored(side, points))
    _go_on(game, game.state.sides_by_initiative)
    yield from ()


def points_income(state: State, side: str) -> tuple[int, int]:
    """Return the command and victory points that a side receives (CM2).

    They come from objectives it controls, and those that are neutral and not contested.
    """
    command = points = 0
    for objective in state.aims.objectives:
        worth, holder = state.book.worth(objective.id), state.holders.get(objective.id, "")
        if holder == side:
            command, points = command + worth.command, points + worth.each_round
        elif not holder and not victory.is_contested(state, objective):
            command += worth.neutral
    return command, points


# --- spending -------------------------------------------------------------------------------------


def spend_command(game: TideGame) -> Procedure[None]:
    """A side buys a card, raises its initiative, or wants no more (CM3)."""
    side = game.state.active
    chosen = yield from ask(Spend(side))
    if isinstance(chosen, int):
        game.emit(InitiativeRaised(side, chosen))
    elif chosen is not None:
        yield from card_play.play(game, side, chosen)
    if chosen is None or not can_spend(game.state, side):
        _go_on(
            game, game.state.sides_by_initiative[game.state.sides_by_initiative.index(side) + 1 :]
        )


def can_spend(state: State, side: str) -> bool:
    """Return whether a side can buy a card or raise its initiative (CM3)."""
    return len(Spend(side).options(state)) > 1


def _go_on(game: TideGame, sides: tuple[str, ...]) -> None:
    """The next of some sides that can spend anything does; after the last initiative is decided."""
    for side in sides:
        if can_spend(game.state, side):
            game.emit(SideAsked(side, SPEND))
            return
    decide_initiative(game)


def decide_initiative(game: TideGame) -> None:
    """Most points on the initiative card has it next round; equal: as before (CM4, CM5)."""
    state = game.state
    first, second = state.sides_by_initiative
    points = {side: state.hq[side].initiative for side in state.sides}
    winner = second if points[second] > points[first] else first
    game.emit(InitiativeDecided(winner, tuple(points[side] for side in state.sides)))
    for side in state.sides:
        left = game.state.hq[side].command
        if left and not state.book.choices.command_kept:
            game.emit(CommandLost(side, left))
    game.emit(StageBegan(DONE))

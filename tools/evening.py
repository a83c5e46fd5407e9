"""An umpired evening of the three cities, written by automatic players, for pictures of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.play.players import Question, find_player
from engine.umpire.seat_view import option_id
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from tools.stage import SAMPLES

SEED = 7
SEATS = PlayerSeat("anna", "red", "Anna"), PlayerSeat("carl", "blue", "Carl")


def evening(folder: Path, until: Callable[[UmpiredGame], bool], turn: int) -> UmpiredGame:
    """A room with its record in a folder, from a turn on as soon as something holds."""
    scenarios = folder / "primer" / "scenarios"
    shutil.copytree(SAMPLES / "primer", folder / "primer")
    scenario = scenarios / "three-cities.scenario.yaml"
    room = UmpiredGame.begin(scenario, scenarios / "evening.room", SEATS, SEED)
    while turn_of(room) < turn or not until(room):
        if room.can_proceed:
            room.proceed()
        else:
            write(room)
    return room


def turn_of(room: UmpiredGame) -> int:
    """The turn a room is in."""
    game: Any = room.session.game
    return int(game.rules.turn(game.state))


def write(room: UmpiredGame) -> None:
    """Have the side that is asked write its next order, or hand in what it wrote."""
    seat = next(each for each in SEATS if each.side == room.waits_for)
    trial = room.game_after_orders(seat.command)
    if trial.decision is None:
        room.deliver(seat.id)
        return
    answer = find_player("greedy", SEED).choose(Question(trial.game, trial.decision))
    room.draft(seat.id, option_id(answer), room.desk_number(seat.id))

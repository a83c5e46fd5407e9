"""Rooms to test with: of the toy, of the toy in the dark, of the tank sample."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.scenario.scenario import Scenario
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.games.boards import scenario

CROSSROADS = (
    Path(__file__).parents[3] / "samples" / "tank" / "scenarios" / "crossroads.scenario.yaml"
)
THREE_CITIES = (
    Path(__file__).parents[3] / "samples" / "primer" / "scenarios" / "three-cities.scenario.yaml"
)
BOARD = """
r1 r2 r3 . . . .
 b1 b2 b3 . . . .
"""
SECRETS = ("anna-has-a-secret", "bo-has-a-secret!!", "carl-has-a-secret", "dora-has-a-secret")
SEATS = (
    PlayerSeat("anna", "red", "Anna", secret=SECRETS[0]),
    PlayerSeat("bo", "red", "Bo", may_deliver=False, secret=SECRETS[1]),
    PlayerSeat("carl", "blue", "Carl", secret=SECRETS[2]),
    PlayerSeat("dora", "blue", "Dora", may_deliver=False, secret=SECRETS[3]),
)
ARMED_SEATS = (
    PlayerSeat("anna", "red", "Anna", secret=SECRETS[0], arm="van"),
    PlayerSeat("bo", "red", "Bo", secret=SECRETS[1], arm="guns"),
    PlayerSeat("ruth", "red", "Ruth", secret="ruth-has-a-secret"),
    PlayerSeat("carl", "blue", "Carl", secret=SECRETS[2], arm="van"),
    PlayerSeat("dora", "blue", "Dora", secret=SECRETS[3], arm="guns"),
)
LEADERS = {"red": "anna", "blue": "carl"}

Begin = Callable[..., UmpiredGame]


def drawn(game: str) -> Scenario:
    """Three walkers a side."""
    walkers = dict.fromkeys(BOARD.replace(".", "").split(), "walker")
    return scenario(BOARD, game=game, types=walkers)


def begun(
    folder: Path,
    scenario: Path,
    seed: int = 1,
    seats: tuple[PlayerSeat, ...] = SEATS,
    **options: Any,
) -> UmpiredGame:
    """A new room, with four seats unless others are wanted."""
    return UmpiredGame.begin(scenario, folder / "game.room", seats, seed, **options)


def option(room: UmpiredGame, seat: str, words: str) -> str:
    """The id of an option on a seat's desk by its English words."""
    listed = room.desk(seat)["options"]
    return str(next(one["id"] for one in listed if one["words"]["en"] == words))


def draft(room: UmpiredGame, seat: str, *words: str) -> list[str]:
    """Orders by their words, one after the other."""
    return [room.draft(seat, option(room, seat, each), room.desk_number(seat)) for each in words]


def desk_text(room: UmpiredGame, seat: str) -> str:
    """A seat's desk as JSON text."""
    return json.dumps(room.desk(seat), ensure_ascii=False, separators=(",", ":"))


def order(room: UmpiredGame, seat: str, *words: str) -> list[str]:
    """The same, handed in."""
    drafted = draft(room, seat, *words)
    room.deliver(seat)
    return drafted


def proceed(room: UmpiredGame) -> None:
    """Go on until somebody has to write orders."""
    while room.can_proceed:
        room.proceed()


def shot_at(begin: Begin) -> UmpiredGame:
    """Red's first walker has stepped out, blue has fired, and the dice are awaited."""
    room = begin()
    fired_at(room)
    return room


def fired_at(room: UmpiredGame) -> None:
    """Bring a new room there."""
    proceed(room)
    order(room, "anna", "r1")
    room.proceed()
    order(room, "carl", "fire")
    room.proceed()


def states(room: UmpiredGame, seat: str) -> list[str]:
    """How far the orders on a desk have come."""
    return [entry["state"] for entry in room.desk(seat)["draft"]]


def seen(room: UmpiredGame) -> dict[str, Any]:
    """All a room shows, apart from numbers that count changes, and when the clock ends."""
    desks = {seat: {**room.desk(seat), "number": 0} for seat in room.seats}
    for desk in desks.values():
        if desk["clock"] is not None:
            desk["clock"] = {**desk["clock"], "ends_at": desk["clock"]["ends_at"] is not None}
    game = room.session.game
    return {
        "desks": desks,
        "answers": game.answers,
        "events": game.events,
        "overrides": game.overrides,
        "state": game.position(),
        "orders": [room.orders(side) for side in room.sides],
        "notes": room.notes,
        "messages": room.messages,
        "bulletins": [room.bulletin(side) for side in room.sides],
        "ghosts": [room.ghosts(side) for side in room.sides],
        "turns": [(turn.turn, turn.events, turn.truth()) for turn in room.debrief()],
        "can": (room.can_undo, room.can_proceed, room.may_talk, room.proposed, room.next_order),
        "log": [(entry.act, entry.words, entry.events) for entry in room.log],
    }


# --- playing at random ----------------------------------------------------------------------------


def play(
    room: UmpiredGame, rng: random.Random, acts: int, after: Callable[[UmpiredGame], None]
) -> None:
    """Let everybody do something at random so many times; what is refused is no act."""
    for _ in range(acts):
        try:
            rng.choices(ACTS, WEIGHTS)[0](room, rng)
        except RefusedError:
            continue
        after(room)


def advance(room: UmpiredGame, rng: random.Random, after: Callable[[UmpiredGame], None]) -> None:
    """Who is asked writes some orders and hands them in; the umpire lets them happen."""
    seat = LEADERS.get(room.waits_for, "")
    for _ in range(rng.randint(1, 12)):
        desk = room.desk(seat) if seat else {"options": []}
        if room.can_proceed or not desk["options"]:
            break
        wanted = rng.choice(desk["options"][:-1] or desk["options"])  # the last gives up
        room.draft(seat, wanted["id"], desk["number"])
    while seat and room.game_after_orders(room.seats[seat].command).unfinished:
        desk = room.desk(seat)
        passing = [one for one in desk["options"] if one["deed"] == "pass"]
        room.draft(seat, (passing or desk["options"])[-1]["id"], desk["number"])
    if seat and ("draft" in states(room, seat) or room.desk(seat)["can_close"]):
        room.deliver(seat)
    while room.can_proceed:
        room.proceed()
        after(room)


def _draft(room: UmpiredGame, rng: random.Random) -> None:
    seat = rng.choice(sorted(room.seats))
    desk = room.desk(seat)
    if desk["options"]:
        room.draft(seat, rng.choice(desk["options"])["id"], desk["number"])


def _withdraw(room: UmpiredGame, rng: random.Random) -> None:
    seat = rng.choice(sorted(room.seats))
    drafts = [entry["id"] for entry in room.desk(seat)["draft"] if entry["state"] == "draft"]
    if drafts:
        room.withdraw(seat, rng.choice(drafts))


def _deliver(room: UmpiredGame, rng: random.Random) -> None:
    room.deliver(rng.choice(sorted(LEADERS.values())))


def _recall(room: UmpiredGame, rng: random.Random) -> None:
    room.recall(rng.choice(sorted(LEADERS.values())))


def _proceed(room: UmpiredGame, rng: random.Random) -> None:
    room.proceed()


def _refuse(room: UmpiredGame, rng: random.Random) -> None:
    waiting = [one.id for side in room.sides for one in room.orders(side) if one.is_live]
    if waiting:
        room.refuse(rng.choice(waiting), "no")


def _lay(room: UmpiredGame, rng: random.Random) -> None:
    roll = room.session.awaited_roll
    if roll is not None:
        room.lay_dice([rng.randint(1, roll.sides) for _ in range(roll.dice)], "other dice")


def _override(room: UmpiredGame, rng: random.Random) -> None:
    branch = room.session.history.branch.answered[: room.session.answer_count]
    rolls = [entry for entry in branch if entry.roll is not None]
    if rolls:
        entry = rng.choice(rolls)
        assert entry.roll is not None
        faces = [rng.randint(1, entry.roll.sides) for _ in range(entry.roll.dice)]
        room.override(entry.number, faces, "not so")


def _undo(room: UmpiredGame, rng: random.Random) -> None:
    room.undo()


def _speak(room: UmpiredGame, rng: random.Random) -> None:
    seat = rng.choice(sorted(room.seats))
    side = room.seats[seat].side
    what = rng.randrange(6)
    if what == 0:
        room.write(seat, rng.choice(["umpire", "side"]), f"letter-of-{side}")
    elif what == 1:
        room.write_message(rng.choice([seat, side]), f"letter-of-{side}")
    elif what == 2:
        room.note("note-of-the-umpire")
    elif what == 3:
        room.announce(side, {"en": f"letter-of-{side}", "zh": f"letter-of-{side}"})
    elif what == 4:
        room.allow_talk(rng.random() < 0.5)
    else:
        room.set_clock(rng.choice([0, 600]), is_renewed=rng.random() < 0.5)


def _choose(room: UmpiredGame, rng: random.Random) -> None:
    question = room.session.question()
    if question is not None:
        room.choose(rng.choice(question.choices.options))


ACTS = (
    _draft, _withdraw, _deliver, _recall, _proceed, _refuse, _lay, _override, _undo, _speak,
    _choose,
)  # fmt: skip
WEIGHTS = (40, 4, 20, 2, 40, 1, 2, 1, 2, 4, 1)

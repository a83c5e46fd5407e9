"""Fights of tide on boards drawn in text: what stands on bases, answers and dice laid out.

`r1` and `b1` stand on the board as in `tests.games.boards`; what they are is said in words: figures
with their numbers (`2 regular, 2 elite`), a token in brackets, or a vehicle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

from engine.games.tide.data.rulebook import load_rulebook
from engine.games.tide.game_board import GameBoard
from engine.games.tide.state import (
    ActivationMode,
    ActiveEffect,
    Headquarters,
    Morale,
    ScenarioTerms,
    State,
    Unit,
    Work,
)
from engine.hexes.hex import Hex
from engine.map.board import Board
from engine.play.decisions import Decision, Procedure, Roll
from engine.play.events import Event
from engine.play.game import Game
from engine.scenario.scenario import ScenarioSide
from tests.games.boards import SIDES, drawn

RIFLES = "4 regular"


class Fight:
    """A position with a script: what a procedure asks is answered, what it rolls is laid out."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event[State]] = []
        self.rolled: list[tuple[int, str]] = []
        self.asked: list[Decision[State, Any]] = []

    @property
    def game(self) -> Game[State]:
        """This position for rules: it answers whatever they ask of a game."""
        return cast("Game[State]", self)

    def emit(self, event: Event[State]) -> None:
        """Something happens."""
        self.events.append(event)
        event.apply(self.state)

    def call(self, deed: Callable[..., None], *what: Any) -> None:
        """What rules do to the game at once, done to this position."""
        deed(self, *what)

    def carry_out(
        self,
        rule: Callable[..., Procedure[Any]],
        *what: Any,
        answers: Iterable[Any] = (),
        dice: Iterable[str] = (),
    ) -> Any:
        """A rule of the game, which takes this position for the game, to its end."""
        return self.run(rule(self, *what), answers, *dice)

    def run(self, procedure: Procedure[Any], answers: Iterable[Any] = (), *dice: str) -> Any:
        """Run a rule to its end with answers and rolls, each roll as its faces in a string.

        Every answer must be an option, and all answers and rolls must be used.
        """
        left, rolls, reply = list(answers), list(dice), None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as end:
                assert not left, f"not asked for {left}"
                assert not rolls, f"not rolled: {rolls}"
                return end.value
            reply = self._roll(request, rolls) if isinstance(request, Roll) else self._answer(
                request, left
            )  # fmt: skip

    def _roll(self, request: Roll, rolls: list[str]) -> tuple[int, ...]:
        self.rolled.append((request.dice, request.purpose))
        assert rolls, f"{request} is not laid out"
        faces = tuple(int(face) for face in rolls.pop(0))
        assert len(faces) == request.dice, f"{request}: {faces}"
        return faces

    def _answer(self, request: Decision[State, Any], left: list[Any]) -> Any:
        options = request.options(self.state)
        self.asked.append(request)
        assert left, f"{request} is not answered; it may be by {options}"
        answer = left.pop(0)
        assert answer in options, f"{request} takes {options}, not {answer}"
        assert len(set(options)) == len(options)
        return options[list(options).index(answer)]

    # --- looking ----------------------------------------------------------------------------------

    def unit(self, unit: str) -> Unit:
        """A unit as it is now."""
        return self.state.units[unit]

    def happened(self, kind: type[Event[State]]) -> list[Any]:
        """The events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def hex(self, column: int, row: int) -> Hex:
        """A hex by column and row."""
        return self.state.field.board.grid.hex(column, row)

    # --- laying out -------------------------------------------------------------------------------

    def alter(self, unit: str, **changes: Any) -> Fight:
        """A unit in another state."""
        self.state.alter(unit, **changes)
        return self

    def pin(self, *units: str) -> Fight:
        """Units are pinned."""
        for unit in units:
            self.state.alter(unit, morale=Morale.PINNED)
        return self

    def disrupt(self, *units: str) -> Fight:
        """Units are disrupted."""
        for unit in units:
            self.state.alter(unit, morale=Morale.DISRUPTED)
        return self

    def wait(self, *units: str) -> Fight:
        """Units are in Op Fire mode."""
        for unit in units:
            self.state.alter(unit, mode=ActivationMode.OP_FIRE)
        return self

    def lay(self, kind: str, unit: str, *, dug_in: bool = False, **more: Any) -> Fight:
        """Something lies in a unit's hex; the unit may be in it."""
        here = self.state.units[unit]
        work = Work(f"{kind}-{unit}", kind, more.pop("side", here.side), here.at, **more)
        self.state.lay_work(work)
        return self.alter(unit, position=work.id) if dug_in else self

    def bonus(self, side: str, what: str, amount: int, **more: Any) -> Fight:
        """A card's bonus is in force."""
        effect = ActiveEffect("bonus", side, more.pop("card", "card"), what, amount, **more)
        self.state.effects = (*self.state.effects, effect)
        return self

    def effect(self, kind: str, side: str, what: str, amount: int = 0) -> Fight:
        """Another effect of a card is in force."""
        self.state.effects = (*self.state.effects, ActiveEffect(kind, side, "card", what, amount))
        return self


def fight(board: str, rules: Mapping[str, Any] | None = None, **units: str) -> Fight:
    """A fight on a board; units not said to be anything are four regulars."""
    map_, placed = drawn(board)
    known = load_rulebook(rules)
    sides = tuple(SIDES.values())
    aims = ScenarioTerms(
        sides=sides, first="red", turns=5,
        side_names={side: ScenarioSide(side, side.title()) for side in ("red", "blue")},
        objectives=(), objective_hexes={}, victory=(), zones={}, exit_hexes={}, spots={}, cards={},
        decks={},
    )  # fmt: skip
    state = State(
        known,
        GameBoard(Board(map_), known),
        aims,
        {},
        {},
        dict.fromkeys(sides, Headquarters()),
        {},
        dict.fromkeys(sides, 0),
        {side: {} for side in sides},
        round=1,
        initiative="red",
        active="red",
    )
    for id_, place in sorted(placed.items()):
        state.replace_unit(_unit(id_, map_.grid.hex(*place), units.get(id_, RIFLES)))
    return Fight(state)


def _unit(id_: str, at: Hex, said: str) -> Unit:
    match = re.fullmatch(r"([^\[]*?)\s*(?:\[([\w-]+)\])?", said)
    assert match
    words = [word.split() for word in match[1].split(",")]
    if len(words[0]) == 1:
        return Unit(id_, SIDES[id_[0]], words[0][0], at)
    figures = tuple(name for count, name in words for _ in range(int(count)))
    return Unit(id_, SIDES[id_[0]], "squad", at, figures=figures, token=match[2] or "")

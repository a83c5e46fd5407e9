"""What each side has seen: enemy units out of its sight, and what it believed turn by turn.

Read from the events alone, whatever the game, as far as `as_json` tells units with side and hex.
"""

from __future__ import annotations

import copy
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.play.events import Event
from engine.play.game import Game
from engine.session import standing
from engine.session.moments import Words
from engine.session.standing import Standing
from engine.texts import LANGUAGES

Plain = Mapping[str, Any]


class Ghost(NamedTuple):
    """An enemy unit as a side last saw it: its entry in the side's view then, and its name."""

    unit: str
    shown: Plain
    name: Words
    turn: int

    @property
    def at(self) -> str:
        """The hex in which it was seen, as `@column,row`."""
        return str(self.shown["at"])

    def as_json(self, turn: int) -> dict[str, Any]:
        """As it was when last seen, with the turn of that and how many turns ago it was."""
        return {**self.shown, "name": self.name, "turn": self.turn, "age": turn - self.turn}


Ghosts = Mapping[str, Ghost]  # by unit; those in sight at the moment are among them
Memory = Mapping[str, Ghosts]  # by side


class Stop(NamedTuple):
    """What the sides had seen after a number of events."""

    events: int
    memory: Memory


@dataclass(frozen=True)
class TurnBelief:
    """How a turn ended: the position as it was, beside what each side saw and remembered."""

    turn: int
    events: int
    state: Any
    memory: Memory
    game: Game[Any]

    def truth(self) -> dict[str, Any]:
        """The position as it was, as plain JSON values."""
        return self.game.rules.as_json(self.state)

    def view(self, side: str) -> dict[str, Any]:
        """The position as a side saw it."""
        rules = self.game.rules
        return rules.as_json(rules.view(self.state, side))

    def ghosts(self, side: str) -> list[Ghost]:
        """The enemies a side remembered and did not see."""
        return out_of_sight(self.memory[side], self.view(side))

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON values."""
        sides = {
            side: {
                "view": self.view(side),
                "ghosts": [ghost.as_json(self.turn) for ghost in self.ghosts(side)],
            }
            for side in self.memory
        }
        return {"turn": self.turn, "truth": self.truth(), "sides": sides}

    def standing(self, viewer: str | None, language: str | None = None) -> Standing:
        """The position as a viewer may know it, to be drawn; all of it for None."""
        then = copy.copy(self.game)
        then.state = self.state
        return standing.standing(then, viewer, standing.zones_of(then), language)


class Sightings:
    """What every side has seen in a game so far; it follows the game wherever that goes."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.rules = game, game.rules
        self.sides = self.rules.sides(game.state)
        self.hides_nothing = True  # no unit was ever hidden from anybody
        memory: Memory = {side: {} for side in self.sides}
        first = self._looked(game.opening, memory)
        self.stops = [Stop(0, first)]
        self.ended: list[TurnBelief] = []
        self.follow()

    @property
    def memory(self) -> Memory:
        """What the sides have seen by now."""
        return self.stops[-1].memory

    def go_back(self, events: int) -> None:
        """Forget what was seen after so many events."""
        while self.stops[-1].events > events:
            self.stops.pop()
        while self.ended and self.ended[-1].events >= events:
            self.ended.pop()

    def follow(self) -> None:
        """Look at what has happened since."""
        known, memory = self.stops[-1]
        events = self.game.events
        if known == len(events):
            return
        state = _state_after(self.game, known)
        for number in range(known, len(events)):
            memory = self._seen(state, number, memory)
        self.stops.append(Stop(len(events), memory))

    def turns(self) -> list[TurnBelief]:
        """Every turn that has ended, and the one under way as it stands."""
        state, events = self.game.state.copy(), len(self.game.events)
        now = TurnBelief(self.rules.turn(state), events, state, self.memory, self.game)
        return [*self.ended, now]

    def _seen(self, state: Any, number: int, memory: Memory) -> Memory:
        """Apply an event and look again; a turn that ends with it is kept."""
        event = self.game.events[number]
        if type(event).apply is Event.apply:
            return memory
        before, turn = state.copy(), self.rules.turn(state)
        event.apply(state)
        if self.rules.turn(state) != turn:
            self.ended.append(TurnBelief(turn, number, before, memory, self.game))
        return self._looked(state, memory)

    def _looked(self, state: Any, memory: Memory) -> Memory:
        units = self.rules.as_json(state).get("units")
        return {side: self._looked_by(side, state, units, memory[side]) for side in self.sides}

    def _looked_by(self, side: str, state: Any, units: Any, known: Ghosts) -> Ghosts:
        """What a side remembers after a look at its view; `units` are all there are."""
        view = self.rules.view(state, side)
        told = self.rules.as_json(view)
        self.hides_nothing = self.hides_nothing and told.get("units") == units
        found, turn = dict(known), self.rules.turn(state)
        for unit in told.get("lost", ()):
            found.pop(unit, None)
        for entry in enemies(told, side):
            was = known.get(entry["id"])
            name = was.name if was is not None else self._name(view, entry["id"])
            found[entry["id"]] = Ghost(entry["id"], entry, name, turn)
        return known if found == known else found

    def _name(self, view: Any, unit: str) -> Words:
        return {each: self.rules.describe_unit(view, unit, each) for each in LANGUAGES}


def enemies(told: Plain, side: str) -> Iterator[dict[str, Any]]:
    """The units of others on the map, in a view as plain values."""
    for entry in told.get("units", ()):
        if isinstance(entry, dict) and entry.get("side") != side and is_on_map(entry):
            yield entry


def own_on_map(told: Plain, side: str) -> Iterator[dict[str, Any]]:
    """A side's own units on the map, in a view as plain values."""
    for entry in told.get("units", ()):
        if isinstance(entry, dict) and entry.get("side") == side and is_on_map(entry):
            yield entry


def places(told: Plain, side: str) -> dict[str, str]:
    """Where a side's own units stand, in a view as plain values."""
    return {entry["id"]: entry["at"] for entry in own_on_map(told, side)}


def is_on_map(entry: Plain) -> bool:
    """Whether a unit stands in a hex."""
    return str(entry.get("at", "")).startswith("@")


def out_of_sight(known: Ghosts, told: Plain) -> list[Ghost]:
    """The units remembered that a view does not show."""
    units = told.get("units", ())
    shown = {entry["id"] for entry in units if isinstance(entry, dict)}
    return [ghost for name, ghost in known.items() if name not in shown]


def _state_after(game: Game[Any], events: int) -> Any:
    """The position after so many events."""
    last = bisect_right(game.marks, events, key=lambda mark: mark.events) - 1
    mark = game.marks[max(last, 0)]
    state = mark.state.copy()
    for event in game.events[mark.events : events]:
        event.apply(state)
    return state

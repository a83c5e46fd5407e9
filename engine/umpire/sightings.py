"""The sightings of each side: enemy units out of sight, and its beliefs by turn.

They are read from the events alone, whatever the game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.play.events import Event
from engine.play.game import Game
from engine.play.position import (
    Naming,
    Piece,
    Position,
    PositionCache,
    Spot,
    piece_as_json,
)
from engine.session import visible_position
from engine.session.timeline import Words
from engine.session.visible_position import VisiblePosition
from engine.texts import text_languages


class LastKnownUnit(NamedTuple):
    """An enemy unit as a side last saw it: where, and what it was called."""

    piece: Piece
    at: Spot
    name: Words
    turn: int

    @property
    def unit(self) -> str:
        """Its id."""
        return self.piece.id

    def as_json(self, turn: int, name: Naming) -> dict[str, Any]:
        """Return the unit as last seen, with the turn and the number of turns since."""
        shown = piece_as_json(self.piece, self.at, name)
        return {**shown, "name": self.name, "turn": self.turn, "age": turn - self.turn}


Ghosts = Mapping[str, LastKnownUnit]  # by unit; those in sight at the moment are among them
Memory = Mapping[str, Ghosts]  # by side


class SightingSnapshot(NamedTuple):
    """The sightings of the sides after a number of events."""

    events: int
    memory: Memory


@dataclass(frozen=True)
class TurnBelief:
    """The end of a turn: the true position, beside each side's view and memory."""

    turn: int
    events: int
    views: PositionCache[Any]
    memory: Memory
    game: Game[Any]

    def truth(self) -> Position:
        """The position as it was."""
        return self.views.position()

    def view(self, side: str) -> Position:
        """The position as a side saw it."""
        return self.views.position(side)

    def ghosts(self, side: str) -> list[LastKnownUnit]:
        """The enemies a side remembered and did not see."""
        return remembered_unseen_units(self.memory[side], self.view(side))

    def visible_position(self, viewer: str | None, language: str | None = None) -> VisiblePosition:
        """The position as a viewer may know it, to be drawn; all of it for None."""
        aims = visible_position.scenario_objectives(self.game.scenario, language)
        return visible_position.visible_position(self.game, self.views, viewer, aims, language)


class Sightings:
    """The sightings of every side in a game so far; it follows undo and redo."""

    def __init__(self, game: Game[Any]) -> None:
        self.game, self.rules = game, game.rules
        self.sides = self.rules.sides(game.state)
        memory: Memory = {side: {} for side in self.sides}
        first = self._looked(PositionCache(self.rules, game.opening), memory)
        self.stops = [SightingSnapshot(0, first)]
        self.ended: list[TurnBelief] = []
        self.follow()

    @property
    def memory(self) -> Memory:
        """Return the sides' sightings so far."""
        return self.stops[-1].memory

    def forget_after(self, events: int) -> None:
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
        views = PositionCache(self.rules, _state_after(self.game, known))
        for number in range(known, len(events)):
            views, memory = self._seen(views, number, memory)
        self.stops.append(SightingSnapshot(len(events), memory))

    def turns(self) -> list[TurnBelief]:
        """Every turn that has ended, and the one under way as it stands."""
        views = self.game.views.separate_cache()
        turn, events = self.rules.turn(views.state), len(self.game.events)
        return [*self.ended, TurnBelief(turn, events, views, self.memory, self.game)]

    def _seen(
        self, before: PositionCache[Any], number: int, memory: Memory
    ) -> tuple[PositionCache[Any], Memory]:
        """Apply an event and look again; a turn that ends with it is kept."""
        event = self.game.events[number]
        if type(event).apply is Event.apply:
            return before, memory
        state = before.state.copy()
        event.apply(state)
        turn = self.rules.turn(before.state)
        if self.rules.turn(state) != turn:
            self.ended.append(TurnBelief(turn, number, before, memory, self.game))
        is_now = number + 1 == len(self.game.events)
        views = self.game.views if is_now else PositionCache(self.rules, state)
        return views, self._looked(views, memory)

    def _looked(self, views: PositionCache[Any], memory: Memory) -> Memory:
        return {side: self._looked_by(side, views, memory[side]) for side in self.sides}

    def _looked_by(self, side: str, views: PositionCache[Any], known: Ghosts) -> Ghosts:
        """Return a side's memory after a look at its view."""
        position = views.position(side)
        found, turn = dict(known), position.turn
        for unit in position.lost:
            found.pop(unit.id, None)
        for piece, at in visible_enemies(position, side):
            was = known.get(piece.id)
            name = was.name if was is not None else self._name(views.view(side), piece.id)
            found[piece.id] = LastKnownUnit(piece, at, name, turn)
        return known if found == known else found

    def _name(self, view: Any, unit: str) -> Words:
        return {each: self.rules.describe_unit(view, unit, each) for each in text_languages()}


def visible_enemies(position: Position, side: str) -> Iterator[tuple[Piece, Spot]]:
    """The units of others on the map, with their places."""
    for piece in position.pieces:
        if piece.side != side and (at := position.spot_of(piece.id)) is not None:
            yield piece, at


def own_on_map(position: Position, side: str) -> Iterator[tuple[Piece, Spot]]:
    """A side's own units on the map, with their places."""
    for piece in position.pieces:
        if piece.side == side and (at := position.spot_of(piece.id)) is not None:
            yield piece, at


def own_locations(position: Position, side: str) -> dict[str, Spot]:
    """Return the locations of a side's own units."""
    return {piece.id: at for piece, at in own_on_map(position, side)}


def remembered_unseen_units(known: Ghosts, position: Position) -> list[LastKnownUnit]:
    """The units remembered that a position does not show."""
    return [ghost for unit, ghost in known.items() if unit not in position.by_id]


def _state_after(game: Game[Any], events: int) -> Any:
    """The position after so many events."""
    last = bisect_right(game.marks, events, key=lambda mark: mark.events) - 1
    mark = game.marks[max(last, 0)]
    state = mark.state.copy()
    for event in game.events[mark.events : events]:
        event.apply(state)
    return state

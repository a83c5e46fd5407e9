"""Events, the only writers of a game's state.

The log, the animation, each side's view and the statistics read them. An event is a frozen
dataclass named in the past tense whose fields are plain: numbers, words, hexes and tuples of these.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Event(Generic[S]):
    """An event of a game."""

    def apply(self, state: S) -> None:
        """Change the state as the event says; the default is for events that only report."""

    def seers(self) -> tuple[str, ...] | None:
        """The sides that may know of it; None for all. The umpire knows all."""
        return None


class _HasSide(Protocol):
    @property
    def side(self) -> str: ...


class _HasWitnesses(Protocol):
    @property
    def seen_by(self) -> tuple[str, ...]: ...


class SideOnlyEvent(Event[S]):
    """An event that only its own side, its field `side`, may know of."""

    __slots__ = ()

    def seers(self: _HasSide) -> tuple[str, ...]:
        return (self.side,)


class UmpireOnlyEvent(Event[S]):
    """An event that no side may know of."""

    __slots__ = ()

    def seers(self) -> tuple[str, ...]:
        return ()


class WitnessedEvent(Event[S]):
    """An event that the sides in its field `seen_by` may know of, and no others."""

    __slots__ = ()

    def seers(self: _HasWitnesses) -> tuple[str, ...]:
        return self.seen_by


def is_seen_by(event: Event[Any], side: str) -> bool:
    """Return True if a side may know of an event."""
    seers = event.seers()
    return seers is None or side in seers


def cards_of(event: Event[Any]) -> tuple[str, ...]:
    """The cards an event is about: what its field `card`, or `cards`, names."""
    card = getattr(event, "card", "")
    cards = getattr(event, "cards", ())
    return (card,) if isinstance(card, str) and card else tuple(cards)


def field_values(event: Event[Any]) -> dict[str, Any]:
    """The event's fields by name."""
    return {name: getattr(event, name) for name in field_names(type(event))}


def event_as_json_line(event: Event[Any]) -> str:
    """The event on one line of JSON: its name, then its fields in order."""
    parts = [type(event).__name__, *(getattr(event, name) for name in field_names(type(event)))]
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def field_names(kind: type[Event[Any]]) -> tuple[str, ...]:
    """The fields of a kind of event, in order."""
    return tuple(kind.__dataclass_fields__)

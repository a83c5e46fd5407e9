"""Handbooks: a game's rules about a map outside a game, as sight, moves and tables.

The editor's previews, `sandtable sight`, `reach` and `games` ask a handbook; each game has one,
named in its `SYSTEM` and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from engine.map.map import Map
from engine.movement.mobility import Mobility, Points
from engine.texts import LocalText

if TYPE_CHECKING:
    from engine.movement.facing_rules import SteeringRules
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight


@dataclass(frozen=True)
class Marker:
    """A marker counter: what its sides show, how many there are, whose shells an impact's are.

    One with `amounts` shows what lies in a hex, so much of it in front and on its back; `name` is
    what that is called, where the game's words have no name for it.
    """

    front: str
    back: str
    count: int
    battery: str = ""
    amounts: tuple[int, int] | None = None
    name: LocalText = ""


@runtime_checkable
class SteeringHandbook(Protocol):
    """A handbook of a game whose units have fronts, or move further with others."""

    def steering_rules(self, unit: str) -> SteeringRules | None:
        """Return the steering rules of a unit type; None if it has no front to steer by."""
        ...

    def points_with(self, unit: str, others: Sequence[str]) -> Points:
        """Return the points of a unit that moves with units, and bears weapons, of these types."""
        ...


class Handbook(Protocol):
    """One game's rules as they bear on any map."""

    id: str

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """The unit types by id, as the game's data describes them; `mp` is what one may spend.

        `printed`, in games whose counters bear values, are those along a counter's lower edge, and
        then those beside its symbol. `parts` are the types of the units one may fall into.
        """
        ...

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Lines of sight on a map: what rises and what blocks is the game's."""
        ...

    def vision_range(self, unit: str) -> int | None:
        """Return how many hexes a unit of this type sees; None if only terrain limits it."""
        ...

    def mobility(self, unit: str) -> Mobility:
        """Return the movement costs of a unit type."""
        ...

    def march_mobility(self, unit: str) -> Mobility | None:
        """Return the movement costs on the march; None if the game has no march."""
        ...

    def movement_points(self, unit: str) -> Points:
        """Return the movement points of a unit type."""
        ...

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The tables as printed: title, rows, columns, cells.

        Some have `names` for heads and `words` for what stands in cells.
        """
        ...

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the effects of each kind of terrain."""
        ...

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """The marker counters a game of a scenario needs at most."""
        ...

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """The zones that are public: coloured on the board, and in every hand-out."""
        ...

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """The decks of each side that draws cards; a card with copies is in its deck once.

        A deck that lies out for all, and is not drawn from, is of no side: the empty word.
        """
        ...


def add_movement_effects(
    effects: dict[str, dict[str, Any]],
    mobility: Mobility,
    entry: str = "entry",
    along: str = "along",
) -> None:
    """Add what terrain costs those that move so: to enter, to cross, and along links.

    `effects` makes an entry for a kind of terrain that it lacks.
    """
    for kind, cost in mobility.ground.items():
        effects[kind][entry] = cost
    for kind, crossing in mobility.side.items():
        effects[kind]["crossing"] = crossing
    for kind, step in mobility.link.items():
        effects[kind][along] = step


class PlainHandbook:
    """The part of a `Handbook` in which a game says nothing special."""

    def vision_range(self, unit: str) -> int | None:
        """Return None: the ground alone limits sight."""
        return None

    def march_mobility(self, unit: str) -> Mobility | None:
        """Return None: there is no march."""
        return None

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """Return no printed tables."""
        return {}

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Return no marker counters."""
        return ()

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Return no zones."""
        return ()

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """Return no decks."""
        return ()

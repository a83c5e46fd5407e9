"""Events of umpire actions in tide that play does not have."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.events import TideEvent
from engine.games.tide.state import ActivationMode, Morale, State, Unit
from engine.hexes.hex import Hex


@dataclass(frozen=True, slots=True)
class UnitShifted(TideEvent):
    """A unit is put into another hex, with all it carries."""

    unit: str
    to: Hex

    def apply(self, state: State) -> None:
        state.alter(self.unit, at=self.to, position="", inside="")


@dataclass(frozen=True, slots=True)
class UnitAdded(TideEvent):
    """A new unit is put on the map; a squad begins with one figure."""

    unit: str
    side: str
    type: str
    at: Hex
    figures: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        state.replace_unit(Unit(self.unit, self.side, self.type, self.at, figures=self.figures))


@dataclass(frozen=True, slots=True)
class MoraleSet(TideEvent):
    """A squad is normal, pinned or disrupted, as the umpire says."""

    unit: str
    morale: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, morale=Morale(self.morale))


@dataclass(frozen=True, slots=True)
class ModeSet(TideEvent):
    """A unit is fresh, in Op Fire mode or fatigued, as the umpire says."""

    unit: str
    mode: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, mode=ActivationMode(self.mode))


@dataclass(frozen=True, slots=True)
class DamageSet(TideEvent):
    """A vehicle is so badly damaged, as the umpire says."""

    unit: str
    damage: int

    def apply(self, state: State) -> None:
        state.alter(self.unit, damage=self.damage)


@dataclass(frozen=True, slots=True)
class FigureGiven(TideEvent):
    """A squad has a figure more."""

    unit: str
    figure: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, figures=(*state.units[self.unit].figures, self.figure))


@dataclass(frozen=True, slots=True)
class FigureTaken(TideEvent):
    """A figure is taken from a squad without loss."""

    unit: str
    figure: str

    def apply(self, state: State) -> None:
        left = list(state.units[self.unit].figures)
        left.remove(self.figure)
        state.alter(self.unit, figures=tuple(left))


@dataclass(frozen=True, slots=True)
class TokenSet(TideEvent):
    """A squad has this specialisation, or none."""

    unit: str
    token: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, token=self.token)


@dataclass(frozen=True, slots=True)
class CommandSet(TideEvent):
    """A side has so many command points."""

    side: str
    points: int

    def apply(self, state: State) -> None:
        state.alter_headquarters(self.side, command=self.points)


@dataclass(frozen=True, slots=True)
class CardHanded(TideEvent):
    """A side has a card more in its hand, from nowhere or from those used."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        state.alter_headquarters(self.side, hand=(*state.hq[self.side].hand, self.card))


@dataclass(frozen=True, slots=True)
class CardTakenAway(TideEvent):
    """A card is taken out of a side's hand."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        hand = list(state.hq[self.side].hand)
        hand.remove(self.card)
        state.alter_headquarters(self.side, hand=tuple(hand))


@dataclass(frozen=True, slots=True)
class ActionsSet(TideEvent):
    """The turn under way has so many actions left."""

    side: str
    actions: int

    def apply(self, state: State) -> None:
        state.active, state.left = self.side, self.actions

"""Events of cards, command and initiative (D, O, CM)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tide.state import ActivationMode, ActiveEffect, Morale, Reserve, State
from engine.hexes.hex import Hex
from engine.play.events import Event

TideEvent = Event[State]

# --- hands and decks (D1–D4) ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CardDrawn(TideEvent):
    """A side draws a card of one of its decks, face up (D1, ST1)."""

    side: str
    deck: str
    card: str

    def apply(self, state: State) -> None:
        hq = state.hq[self.side]
        decks = tuple((id_, _less(cards, self.card) if id_ == self.deck else cards)
                      for id_, cards in hq.decks)  # fmt: skip
        state.alter_headquarters(self.side, decks=decks, hand=(*hq.hand, self.card))


@dataclass(frozen=True, slots=True)
class CardPlayed(TideEvent):
    """A side pays for a card and plays it; one that stays lies in its play area (D2, D3)."""

    side: str
    card: str
    cost: int
    stays: bool

    def apply(self, state: State) -> None:
        hq = state.hq[self.side]
        where = {"play": (*hq.play, self.card)} if self.stays else {"used": (*hq.used, self.card)}
        hand = _less(hq.hand, self.card)
        state.alter_headquarters(self.side, command=hq.command - self.cost, hand=hand, **where)


@dataclass(frozen=True, slots=True)
class CardDiscarded(TideEvent):
    """A card in a side's hand is discarded by another card (D7 discard-enemy)."""

    side: str
    card: str
    by: str

    def apply(self, state: State) -> None:
        hq = state.hq[self.side]
        state.alter_headquarters(
            self.side, hand=_less(hq.hand, self.card), used=(*hq.used, self.card)
        )


@dataclass(frozen=True, slots=True)
class OperationLaidOut(TideEvent):
    """An operations card lies open for a side, or for both: `side` is empty (O)."""

    card: str
    side: str
    until: int

    def apply(self, state: State) -> None:
        for side in (self.side,) if self.side else state.sides:
            state.alter_headquarters(side, play=(*state.hq[side].play, self.card))


def _less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Some cards without one of these."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


# --- command and initiative (CM) -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CommandReceived(TideEvent):
    """A side receives command points, for objectives or by a card (CM2, D7 command)."""

    side: str
    points: int
    source: str

    def apply(self, state: State) -> None:
        state.alter_headquarters(self.side, command=state.hq[self.side].command + self.points)


@dataclass(frozen=True, slots=True)
class CommandTaken(TideEvent):
    """A side takes command points from the enemy (D7 take-command)."""

    side: str
    points: int
    card: str

    def apply(self, state: State) -> None:
        enemy = state.enemy_of(self.side)
        state.alter_headquarters(enemy, command=state.hq[enemy].command - self.points)
        state.alter_headquarters(self.side, command=state.hq[self.side].command + self.points)


@dataclass(frozen=True, slots=True)
class CommandLost(TideEvent):
    """Command that was not spent is gone, where it is not kept (CM5)."""

    side: str
    points: int

    def apply(self, state: State) -> None:
        state.alter_headquarters(self.side, command=state.hq[self.side].command - self.points)


@dataclass(frozen=True, slots=True)
class InitiativeRaised(TideEvent):
    """Points are put on a side's initiative card: paid by command, or by a card (CM3, D7)."""

    side: str
    points: int
    card: str = ""

    def apply(self, state: State) -> None:
        hq = state.hq[self.side]
        paid = 0 if self.card else self.points
        raised = hq.initiative + self.points
        state.alter_headquarters(self.side, command=hq.command - paid, initiative=raised)


@dataclass(frozen=True, slots=True)
class InitiativeDecided(TideEvent):
    """The next round's initiative is decided; the initiative cards are emptied (CM4)."""

    side: str
    points: tuple[int, ...]

    def apply(self, state: State) -> None:
        state.initiative = self.side
        for side in state.sides:
            state.alter_headquarters(side, initiative=0)


@dataclass(frozen=True, slots=True)
class PointsScored(TideEvent):
    """A side receives victory points for objectives it controls (CM2)."""

    side: str
    points: int

    def apply(self, state: State) -> None:
        state.points[self.side] += self.points


@dataclass(frozen=True, slots=True)
class SideAsked(TideEvent):
    """In a phase of both sides it is a side's turn: to spend, to watch, to exchange (CM3, ST6)."""

    side: str
    stage: str

    def apply(self, state: State) -> None:
        state.active, state.stage = self.side, self.stage


# --- what cards do (D7) --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EffectBegan(TideEvent):
    """An effect comes into force (D7 bonus, deny, limit, cost, reroll)."""

    kind: str
    side: str
    card: str
    what: str = ""
    amount: int = 0
    who: str = ""
    against: str = ""
    lasts: str = ""
    unit: str = ""
    until: int = 0

    def apply(self, state: State) -> None:
        effect = ActiveEffect(
            self.kind, self.side, self.card, self.what, self.amount, self.who, self.against,
            self.lasts, self.unit, self.until,
        )  # fmt: skip
        state.effects = (*state.effects, effect)


@dataclass(frozen=True, slots=True)
class EffectsEnded(TideEvent):
    """Effects that are over, by their places in the list of those in force."""

    cards: tuple[str, ...]
    places: tuple[int, ...]

    def apply(self, state: State) -> None:
        kept = (each for place, each in enumerate(state.effects) if place not in self.places)
        state.effects = tuple(kept)


@dataclass(frozen=True, slots=True)
class ActionsAdded(TideEvent):
    """A side takes more actions in this turn (D7 extra-actions)."""

    side: str
    actions: int
    card: str

    def apply(self, state: State) -> None:
        state.left += self.actions


@dataclass(frozen=True, slots=True)
class Readied(TideEvent):
    """A fatigued unit is fresh again, by a card (D7 ready, O8)."""

    unit: str
    card: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, mode=ActivationMode.FRESH)


@dataclass(frozen=True, slots=True)
class Recovered(TideEvent):
    """Squads become normal: by a card, by an officer, or in the Status phase (D7 recover, ST)."""

    units: tuple[str, ...]
    cause: str

    def apply(self, state: State) -> None:
        for unit in self.units:
            state.alter(unit, morale=Morale.NORMAL)


@dataclass(frozen=True, slots=True)
class Shaken(TideEvent):
    """An enemy squad is pinned or disrupted by a card; its Op Fire mode ends (D7, RS12)."""

    unit: str
    morale: str
    card: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        mode = ActivationMode.FATIGUED if unit.mode is ActivationMode.OP_FIRE else unit.mode
        state.alter(self.unit, morale=Morale(self.morale), mode=mode)


@dataclass(frozen=True, slots=True)
class BarrageFell(TideEvent):
    """A barrage lands (D7 barrage).

    Dice not rolled are 0; `at` is None off the map.
    """

    side: str
    card: str
    aim: Hex
    die: int
    direction: int
    at: Hex | None


@dataclass(frozen=True, slots=True)
class Repaired(TideEvent):
    """A vehicle's damage gets less (D7 repair)."""

    unit: str
    grades: int
    card: str

    def apply(self, state: State) -> None:
        state.alter(self.unit, damage=state.units[self.unit].damage - self.grades)


@dataclass(frozen=True, slots=True)
class FigureJoined(TideEvent):
    """A figure fills a place of a squad (D7 replace-figures)."""

    unit: str
    figure: str
    card: str

    def apply(self, state: State) -> None:
        unit = state.units[self.unit]
        state.alter(self.unit, figures=(*unit.figures, self.figure))


@dataclass(frozen=True, slots=True)
class SquadCalled(TideEvent):
    """A squad is on its way: it comes in a round, in one of some hexes (D7 reinforce)."""

    side: str
    unit: str
    type: str
    figures: tuple[str, ...]
    round: int
    hexes: tuple[Hex, ...]
    card: str

    def apply(self, state: State) -> None:
        coming = Reserve(
            self.unit, self.side, self.type, "", self.round, self.hexes, self.figures
        )  # fmt: skip
        state.reserves = (*state.reserves, coming)

    def seers(self) -> tuple[str, ...] | None:
        """Return the side alone: the enemy does not see reinforcements to come (G8)."""
        return (self.side,)

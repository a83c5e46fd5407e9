"""Events of the Kriegspiel alone: shells, supplies, charges, changes of order (K2–K9)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars.kriegspiel_state import GroupSupplies, PursuedFlight
from engine.games.littlewars.state import State
from engine.play.events import Event
from engine.tabletop.shapes import Point

# --- changes (K2) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormationTaken(Event[State]):
    """Men took a formation (K2.8)."""

    figures: tuple[str, ...]
    formation: str

    def apply(self, state: State) -> None:
        for id_ in self.figures:
            state.figures[id_] = state.figures[id_]._replace(formation=self.formation)
        state.war = state.war.with_(halved=state.war.halved | {*self.figures})


@dataclass(frozen=True, slots=True)
class Dismounted(Event[State]):
    """Riders got off their horses: they are extended foot (K2.2, K7.1)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.with_(
            dismounted=state.war.dismounted | {*self.figures},
            heeded=state.war.heeded | {*self.figures},
        )
        _spend_move(state, self.figures)


@dataclass(frozen=True, slots=True)
class Mounted(Event[State]):
    """Riders got on their horses again (K2.2)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.with_(dismounted=state.war.dismounted - {*self.figures})
        _spend_move(state, self.figures)


def _spend_move(state: State, men: tuple[str, ...]) -> None:
    """Mounting and dismounting take a whole move (K2.2)."""
    for id_ in men:
        state.figures[id_] = state.figures[id_]._replace(moved=True)


@dataclass(frozen=True, slots=True)
class Limbered(Event[State]):
    """A gun was limbered, or unlimbered (K2.3)."""

    gun: str
    is_limbered: bool

    def apply(self, state: State) -> None:
        state.guns[self.gun] = state.guns[self.gun]._replace(limbered=self.is_limbered)
        state.war = state.war.with_(halved=state.war.halved | {self.gun})


@dataclass(frozen=True, slots=True)
class BroughtOff(Event[State]):
    """Wagons were brought off the enemy's edge."""

    side: str
    vehicles: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.vehicles:
            state.remove(id_, "brought-off")


@dataclass(frozen=True, slots=True)
class StageDone(Event[State]):
    """A stage at the start or end of a move is done."""

    stage: str

    def apply(self, state: State) -> None:
        state.war = state.war.with_(stage=(state.move, self.stage))


# --- fire (K3) ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Burst(Event[State]):
    """A shell burst: within 3 in half of the men die, guns are destroyed or out (K3.1, K3.2).

    The dead have events of their own. `out` are guns and generals, with the last move in which
    they are out.
    """

    gun: str
    at: Point
    figures: tuple[str, ...]
    fallen: tuple[str, ...]
    destroyed: tuple[str, ...]
    out: tuple[tuple[str, int], ...] = ()

    def apply(self, state: State) -> None:
        for id_ in self.destroyed:
            if state.unit_on_table(id_) is not None:  # those inside go with what carries them
                state.remove(id_, "destroyed")
        for id_, until in self.out:
            if id_ in state.guns:
                state.guns[id_] = state.guns[id_]._replace(out_until=until)
            else:
                state.war = state.war.with_(out={**state.war.out, id_: until})


@dataclass(frozen=True, slots=True)
class GunServed(Event[State]):
    """Four men serve a gun that fires: they do not go in this move (K2.5)."""

    gun: str
    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.with_(served=state.war.served | {*self.figures})


@dataclass(frozen=True, slots=True)
class VolleyFired(Event[State]):
    """Five foot fired one shot; `path` has points with their height over the table (K3.4)."""

    figures: tuple[str, ...]
    target: str
    aim: Point
    faces: tuple[int, ...]
    path: tuple[tuple[int, int, int], ...]
    fallen: tuple[str, ...]
    lies: Point | None
    by: str = "model"

    def apply(self, state: State) -> None:
        state.war = state.war.with_(fired=state.war.fired | {*self.figures})


@dataclass(frozen=True, slots=True)
class FiringDone(Event[State]):
    """A side's foot fires no more in this move."""

    side: str

    def apply(self, state: State) -> None:
        state.war = state.war.with_(is_firing_done=True)


@dataclass(frozen=True, slots=True)
class AmmunitionSpent(Event[State]):
    """A body fires in this move: one of the firings its ammunition is for (K4.1)."""

    body: str
    left: int

    def apply(self, state: State) -> None:
        had = state.war.feeding.get(self.body, GroupSupplies())
        fed = {**state.war.feeding, self.body: had._replace(firings=self.left)}
        state.war = state.war.with_(feeding=fed)


# --- supply (K4) ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fed(Event[State]):
    """A body drew rations: it is supplied until after a turn, or for so many firings (K4.1).

    `stores` has what each wagon gave; none where it drew on its own edge, or needs nothing. A wagon
    that supplies does not go in this move (K2.7).
    """

    body: str
    ration: str
    amount: int
    stores: tuple[tuple[str, int], ...]
    until: int

    def apply(self, state: State) -> None:
        war = state.war
        for id_, amount in self.stores:
            wagon = state.vehicles[id_]
            load = tuple((kind, n - amount * (kind == self.ration)) for kind, n in wagon.load)
            state.vehicles[id_] = wagon._replace(load=load, moved=True)
        field = "firings" if self.ration == "ammunition" else self.ration
        had = war.feeding.get(self.body, GroupSupplies())
        fed = {**war.feeding, self.body: had._replace(**{field: self.until})}
        sieges = {body: since for body, since in war.sieges.items() if body != self.body}
        supplying = war.supplying | {id_ for id_, _ in self.stores}
        state.war = war.with_(feeding=fed, sieges=sieges, supplying=supplying)


@dataclass(frozen=True, slots=True)
class WentHungry(Event[State]):
    """A body got no rations in this move: it does not go (K4.6)."""

    body: str
    ration: str

    def apply(self, state: State) -> None:
        asked = state.war.asked | {(self.body, self.ration)}
        state.war = state.war.with_(asked=asked)


@dataclass(frozen=True, slots=True)
class HorseEaten(Event[State]):
    """Horses were eaten: their riders walk (K4.5)."""

    body: str
    riders: tuple[str, ...]
    until: int

    def apply(self, state: State) -> None:
        war = state.war
        had = war.feeding.get(self.body, GroupSupplies())
        state.war = war.with_(
            eaten=war.eaten | {*self.riders},
            dismounted=war.dismounted | {*self.riders},
            feeding={**war.feeding, self.body: had._replace(food=self.until)},
        )


@dataclass(frozen=True, slots=True)
class Besieged(Event[State]):
    """A surrounded body has nothing to eat, the last horse is gone: four moves are left (K4.7)."""

    body: str
    since: int

    def apply(self, state: State) -> None:
        sieges = {**state.war.sieges, self.body: self.since}
        state.war = state.war.with_(sieges=sieges)


@dataclass(frozen=True, slots=True)
class Relieved(Event[State]):
    """A besieged body is surrounded no longer, or has something to eat (K4.7)."""

    body: str

    def apply(self, state: State) -> None:
        kept = {body: since for body, since in state.war.sieges.items() if body != self.body}
        state.war = state.war.with_(sieges=kept)


# --- charges (K6–K8) ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charged(Event[State]):
    """A charge with its losses; `order` is the order of those charged (K6.2–K8.1).

    `came` is the distance of the charge, in u. `counted` is the strength of the riders after the
    bonus for going downhill (K7.3). The dead have events of their own.
    """

    side: str
    riders: tuple[str, ...]
    met: tuple[str, ...]
    order: str
    came: int
    counted: int
    horse: int
    foot: int

    def apply(self, state: State) -> None:
        war = state.war
        fought = {*self.riders, *self.met}
        chased = {flight.figure for flight in war.flights if {*flight.pursuers} & {*self.met}}
        state.war = war.with_(
            charged=war.charged | fought,
            heeded=war.heeded | {*self.riders},
            flights=tuple(each for each in war.flights if each.figure not in chased),
        )


@dataclass(frozen=True, slots=True)
class Bound(Event[State]):
    """Survivors of a charge are bound to stand, fall back or flee (K6.3–K8.2)."""

    held: tuple[str, ...] = ()
    falling_back: tuple[str, ...] = ()
    fleeing: tuple[str, ...] = ()
    pursuers: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        war = state.war
        others = tuple(each for each in war.flights if each.figure not in self.fleeing)
        state.war = war.with_(
            held=war.held | {*self.held},
            falling_back=war.falling_back | {*self.falling_back},
            flights=(*others, *(PursuedFlight(each, self.pursuers) for each in self.fleeing)),
        )


@dataclass(frozen=True, slots=True)
class PursuitBroken(Event[State]):
    """Others attack the pursuers of some who fled: these need retire no more (K6.5, K7.4)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.freed_from_pursuit(self.figures)


@dataclass(frozen=True, slots=True)
class WentBack(Event[State]):
    """Figures were driven back, fell back or fled: where each went (K6.4, K6.5, K7.1, K7.4)."""

    why: str
    ways: tuple[tuple[str, tuple[Point, ...]], ...]

    def apply(self, state: State) -> None:
        for figure, way in self.ways:
            at = way[-1]
            if figure in state.figures:
                state.figures[figure] = state.figures[figure]._replace(at=at, moved=True)
            else:
                state.guns[figure] = state.guns[figure]._replace(at=at, done=True)
        gone = {figure for figure, _ in self.ways}
        state.war = state.war.with_(falling_back=state.war.falling_back - gone)


@dataclass(frozen=True, slots=True)
class Warned(Event[State]):
    """A side's move ends: which enemies stand within reach of its charge, who is free again.

    What they do in their own move is remembered until this side's next is over (K6.5, K7.1).
    """

    side: str
    figures: tuple[str, ...]
    free: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        war = state.war
        own = {each.id for each in state.figures_of_side(self.side)}
        own |= {gun.id for gun in state.guns_of(self.side)}
        state.war = war.with_(
            warned=(war.warned & own) | {*self.figures},
            heeded=war.heeded & own,
            retired=war.retired & own,
            charged=frozenset(),
            fired=frozenset(),
            served=frozenset(),
            asked=frozenset(),
            supplying=frozenset(),
            halved=frozenset(),
            is_firing_done=False,
            held=war.held - {*self.free},
            flights=tuple(each for each in war.flights if each.figure not in self.free),
        )


@dataclass(frozen=True, slots=True)
class TriedToRetire(Event[State]):
    """Figures within reach of a charge moved farther from the enemy (K6.5–K8.2)."""

    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.with_(retired=state.war.retired | {*self.figures})

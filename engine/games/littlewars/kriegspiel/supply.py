"""Supply: what a body needs of each ration, from which wagons, how far, and hunger (K4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.littlewars import prisoners
from engine.games.littlewars.kriegspiel.encirclement import is_surrounded
from engine.games.littlewars.kriegspiel.events import (
    AmmunitionSpent,
    Besieged,
    Fed,
    HorseEaten,
    Relieved,
    WentHungry,
)
from engine.games.littlewars.kriegspiel.rulebook import charts_of
from engine.games.littlewars.kriegspiel.unit_lookups import (
    fit_bodies,
    fit_enemies,
    fit_men_of_group,
    is_horse,
    nearest_figure,
)
from engine.games.littlewars.kriegspiel_state import GroupSupplies
from engine.games.littlewars.proximity import unit_shape
from engine.games.littlewars.state import Figure, State, Vehicle, WarGame
from engine.play.decisions import Decision, Procedure, ask
from engine.tabletop.buffered_shapes import BufferedShape, is_within, least_distance
from engine.tabletop.shapes import FOOT, INCH, Point

FOOD, FODDER, AMMUNITION = "food", "fodder", "ammunition"
REACH = {"foot": 6 * FOOT, "horse": 18 * FOOT}
"""Within which stores supply foot, and horse (K4.1)."""
PARTY, ALONE = 30, 12 * FOOT
"""Foot parties under 30 further than this from others need nothing (K4.3)."""
BARRING, BARRED_BY = 6 * INCH, 8
"""Distance from supply lines at which an enemy body bars them, and its strength (K4.4)."""
SIEGE = 4
"""Moves after which the surrounded surrender when the last horse is eaten (K4.7)."""


def rations_for_men(men: int, each: int = 30) -> int:
    """Rations for so many men: remainders below half of one count nothing, from half as a whole.

    46 men need 2 of 30, 44 need 1 (K4.2).
    """
    whole, rest = divmod(men, each)
    return whole + (2 * rest >= each)


def needs_no_rations(men: int, to_others: int | None) -> bool:
    """A party of foot under 30 more than 12 ft from others needs nothing (K4.3).

    `to_others` is how far the nearest of its side beside it is, in u; None if there is none.
    """
    return men < PARTY and (to_others is None or to_others > ALONE)


HORSES, NOTHING = "horses", "nothing"
EDGE = "edge"


@dataclass(frozen=True, slots=True)
class Feed(Decision[State, str]):
    """From which wagon a body is fed first, the nearest after it; or its horses, or not (K4)."""

    body: str
    ration: str
    amount: int

    def options(self, state: State) -> Sequence[str]:
        found = [each.id for each in supplying_wagons(state, self.body, self.ration)]
        eats = self.ration == FOOD and len(men_with_horses(state, self.body)) >= self.amount
        return [*found, *([HORSES] if eats else []), NOTHING]


# --- what is needed -------------------------------------------------------------------------------


def rations_for_body(state: State, body: str, ration: str) -> int:
    """Return the rations that a body needs for the next moves or firings (K4.1–K4.3)."""
    men, charts = fit_men_of_group(state, body), charts_of(state)
    if ration == FODDER:
        return rations_for_men(len(men_with_horses(state, body)), charts.units_fed_by(FODDER))
    if is_small_and_alone(state, body, men):
        return 0
    return rations_for_men(len(men), charts.units_fed_by(ration))


def men_with_horses(state: State, body: str) -> list[Figure]:
    """The men of a body who have a horse, mounted or not."""
    eaten = state.war.eaten
    men = fit_men_of_group(state, body)
    return [each for each in men if state.type_of(each).mounted and each.id not in eaten]


def is_small_and_alone(state: State, body: str, men: Sequence[Figure]) -> bool:
    """A party of foot under 30 more than 12 ft from others of its side needs no supply (K4.3)."""
    if not men or any(is_horse(state, each) for each in men):
        return False
    others = [each for each in state.fit_figures(men[0].side) if each.body != body]
    if not others:
        return needs_no_rations(len(men), None)
    rooms = [unit_shape(state, each) for each in men]
    apart = min(least_distance(one, unit_shape(state, other)) for one in rooms for other in others)
    return needs_no_rations(len(men), apart)


# --- from where -----------------------------------------------------------------------------------


def supply_reach(state: State, men: Sequence[Figure]) -> int:
    """Within which stores supply a body: as horse if most of it rides (K4.1)."""
    riding = sum(is_horse(state, each) for each in men)
    return REACH["horse" if 2 * riding > len(men) else "foot"]


def supplying_wagons(state: State, body: str, ration: str) -> list[Vehicle]:
    """The wagons that can supply a body with a ration, the nearest first (K4.1, K4.4, K2.7)."""
    men = fit_men_of_group(state, body)
    if not men:
        return []
    far, side = supply_reach(state, men), men[0].side
    found = []
    for wagon in state.vehicles.values():
        if wagon.side != side or dict(wagon.load).get(ration, 0) < 1:
            continue
        if wagon.moved and wagon.id not in state.war.supplying:
            continue
        core = unit_shape(state, wagon)
        man = nearest_figure(state, core, men)
        assert man is not None
        if is_within(core, unit_shape(state, man), far) and not is_supply_cut_off(
            state, man, wagon.at
        ):
            found.append((least_distance(core, unit_shape(state, man)), wagon.id, wagon))
    return [wagon for _, _, wagon in sorted(found, key=lambda one: one[:2])]


def is_supply_cut_off(state: State, man: Figure, at: Point) -> bool:
    """Return whether an enemy body cuts a man off from stores (K4.4).

    It has at least eight figures, and the line between them passes within 6 in of it.
    """
    line = BufferedShape((man.at, at))
    by_body: dict[str, list[Figure]] = {}
    for foe in fit_enemies(state, man.side):
        by_body.setdefault(foe.body, []).append(foe)
    return any(
        len(foes) >= BARRED_BY
        and any(is_within(line, unit_shape(state, foe), BARRING) for foe in foes)
        for foes in by_body.values()
    )


def is_near_own_edge(state: State, men: Sequence[Figure]) -> bool:
    """Return whether a body is as near to its own edge as it must be to its stores."""
    if not men or not state.book.choices.edge_supplies:
        return False
    line = state.field.line(state.edges[men[0].side])
    return any(is_within(line, unit_shape(state, each), supply_reach(state, men)) for each in men)


# --- feeding --------------------------------------------------------------------------------------


def next_feeding_activity(game: WarGame) -> Procedure[None] | None:
    """The next body that has nothing to eat in this move; None when all have been asked."""
    state = game.state
    for body in fit_bodies(state, state.active):
        for ration in (FOOD, FODDER):
            if is_due(state, body, ration):
                return feed_body(game, body, ration)
    return None


def is_due(state: State, body: str, ration: str) -> bool:
    """Return whether a body has to be fed now and has not been asked yet."""
    if (body, ration) in state.war.asked:
        return False
    feeding = state.war.feeding.get(body, GroupSupplies())
    if ration == FODDER and not men_with_horses(state, body):
        return False
    until = feeding.food if ration == FOOD else feeding.fodder
    return until < state.turn


def feed_body(game: WarGame, body: str, ration: str) -> Procedure[None]:
    """One body is fed: from its edge, from wagons, on its horses, or not at all (K4)."""
    state = game.state
    amount, men = rations_for_body(state, body, ration), fit_men_of_group(state, body)
    until = state.turn + charts_of(state).ration_duration(ration) - 1
    if amount == 0 or is_near_own_edge(state, men):
        game.emit(Fed(body, ration, amount, (), until))
        return
    drawn = rations_drawn_from_wagons(state, body, ration, amount)
    if drawn or (ration == FOOD and len(men_with_horses(state, body)) >= amount):
        answer = yield from ask(Feed(men[0].side, body, ration, amount))
        if answer == HORSES:
            eaten = tuple(each.id for each in men_with_horses(state, body)[-amount:])
            game.emit(HorseEaten(body, eaten, until))
            return
        if answer != NOTHING:
            given = rations_drawn_from_wagons(state, body, ration, amount, answer)
            game.emit(Fed(body, ration, amount, given, until))
            return
    yield from starve_body(game, body, ration)


def rations_drawn_from_wagons(
    state: State, body: str, ration: str, amount: int, first: str = ""
) -> tuple[tuple[str, int], ...]:
    """Return each wagon's share of some rations, from one first; empty if they lack them."""
    wagons = supplying_wagons(state, body, ration)
    wagons.sort(key=lambda wagon: wagon.id != first)
    given = []
    for wagon in wagons:
        share = min(dict(wagon.load)[ration], amount)
        if share:
            given.append((wagon.id, share))
            amount -= share
    return () if amount else tuple(given)


def starve_body(game: WarGame, body: str, ration: str) -> Procedure[None]:
    """A body goes hungry: it does not move; surrounded, its days are counted (K4.6, K4.7)."""
    state = game.state
    game.emit(WentHungry(body, ration))
    if ration == FOOD and not men_with_horses(state, body):
        yield from besiege(game, body)


# --- sieges (K4.7) --------------------------------------------------------------------------------


def besiege(game: WarGame, body: str) -> Procedure[None]:
    """A hungry body without horses that is surrounded gives up after four moves."""
    state = game.state
    since = state.war.sieges.get(body)
    if not is_surrounded(state, body):
        if since is not None:
            game.emit(Relieved(body))
    elif since is None:
        game.emit(Besieged(body, state.turn))
    elif state.turn >= since + SIEGE:
        men = fit_men_of_group(state, body)
        ids = tuple(each.id for each in men)
        yield from prisoners.surrender(game, men[0].side, ids)


# --- ammunition (K3.5, K4.1) ----------------------------------------------------------------------


def may_fire(state: State, body: str) -> bool:
    """Return whether a body of foot has ammunition, or a wagon for it (K3.5)."""
    feeding = state.war.feeding.get(body, GroupSupplies())
    if feeding.firings > 0 or any(id_ in state.war.fired for id_ in _ids(state, body)):
        return True
    amount = rations_for_body(state, body, AMMUNITION)
    return bool(
        amount == 0
        or is_near_own_edge(state, fit_men_of_group(state, body))
        or rations_drawn_from_wagons(state, body, AMMUNITION, amount)
    )


def _ids(state: State, body: str) -> list[str]:
    return [each.id for each in fit_men_of_group(state, body)]


def spend_ammunition(game: WarGame, body: str) -> None:
    """A body fires in this move: its ammunition counts one firing less (K4.1)."""
    state = game.state
    if any(id_ in state.war.fired for id_ in _ids(state, body)):
        return
    if state.war.feeding.get(body, GroupSupplies()).firings < 1:
        amount, firings = (
            rations_for_body(state, body, AMMUNITION),
            charts_of(state).ration_duration(AMMUNITION),
        )
        drawn = () if not amount or is_near_own_edge(state, fit_men_of_group(state, body)) else None
        given = (
            rations_drawn_from_wagons(state, body, AMMUNITION, amount) if drawn is None else drawn
        )
        game.emit(Fed(body, AMMUNITION, amount, given, firings))
    left = state.war.feeding[body].firings - 1
    game.emit(AmmunitionSpent(body, left))

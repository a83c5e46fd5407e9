"""Prisoners: taking them, guarding them, leading them off, freeing them; surrender (L13.1–L15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.games.littlewars.melee_events import Armed, Freed, Gathered, LedOff, Surrendered, Taken
from engine.games.littlewars.men_movement import ESCORT, PRISONERS_A_GUARD
from engine.games.littlewars.proximity import (
    are_near,
    figures_by_ids,
    find_paths,
    is_isolated,
)
from engine.games.littlewars.state import Figure, FigureStatus, State, WarGame
from engine.play.decisions import Decision, Procedure, ask
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import Point
from engine.tabletop.tabletop_paths import CONTACT, TabletopPaths

STEP = 14
_RINGS = 6


@dataclass(frozen=True, slots=True)
class Guards(Decision[State, str]):
    """The choice of guards for prisoners, one for seven; `rest` applies the rule (L13.1)."""

    prisoners: tuple[str, ...]
    able: tuple[str, ...]
    left: int
    chosen: tuple[str, ...] = ()

    def options(self, state: State) -> Sequence[str]:
        return ["rest", *(id_ for id_ in self.able if id_ not in self.chosen)]


def guards_needed(prisoners: int) -> int:
    """One guard for every seven prisoners, rounded up (L13.1, L14.1)."""
    return -(-prisoners // PRISONERS_A_GUARD)


# --- taking ---------------------------------------------------------------------------------------


def take(
    game: WarGame, captor: str, prisoners: tuple[str, ...], able: Iterable[str]
) -> Procedure[None]:
    """Prisoners are taken; survivors become their guards by their side's choice (L13.1)."""
    free = tuple(id_ for id_ in able if not game.state.figures[id_].party)
    ranked = tuple(_nearest(game.state, free, prisoners))
    guards = yield from _choose_guards(game, captor, prisoners, ranked)
    party = game.state.parties + 1
    game.emit(Taken(captor, prisoners, guards, party))
    moved = tuple(places_to_gather(game.state, guards, prisoners))
    if moved:
        game.emit(Gathered(prisoners, moved))


def _choose_guards(
    game: WarGame, captor: str, prisoners: tuple[str, ...], able: tuple[str, ...]
) -> Procedure[tuple[str, ...]]:
    wanted = min(guards_needed(len(prisoners)), len(able))
    chosen: tuple[str, ...] = ()
    while len(chosen) < wanted < len(able):
        answer = yield from ask(Guards(captor, prisoners, able, wanted - len(chosen), chosen))
        if answer == "rest":
            break
        chosen = (*chosen, answer)
    left = [id_ for id_ in able if id_ not in chosen]
    return (*chosen, *left[: wanted - len(chosen)])


def _nearest(state: State, able: Iterable[str], to: Iterable[str]) -> list[str]:
    """Figures by how near they are to the middle of others."""
    others = figures_by_ids(state, to)
    x = sum(each.at.x for each in others) // max(1, len(others))
    y = sum(each.at.y for each in others) // max(1, len(others))

    def apart(id_: str) -> tuple[int, str]:
        at = state.figures[id_].at
        return (at.x - x) ** 2 + (at.y - y) ** 2, id_

    return sorted(able, key=apart)


def places_to_gather(
    state: State, guards: Sequence[str], prisoners: Sequence[str]
) -> list[tuple[str, Point]]:
    """Return places within six inches of a guard for prisoners who are not near one (L14.1)."""
    if not guards:
        return []
    now, found = find_paths(state), list[tuple[str, Point]]()
    watch = figures_by_ids(state, guards)
    for prisoner in figures_by_ids(state, prisoners):
        if any(are_near(state, guard, prisoner, ESCORT) for guard in watch):
            continue
        there = _by_a_guard(state, now, prisoner, watch)
        if there is not None:
            found.append((prisoner.id, there.at))
            now = TabletopPaths(now.ground, {**now.stands, prisoner.id: there}.values())
    return found


def _by_a_guard(
    state: State, now: TabletopPaths, prisoner: Figure, guards: Sequence[Figure]
) -> PlacedPiece | None:
    stand = state.placed_piece(prisoner)
    for guard in guards:
        for x, y in _SPOTS:
            there = replace(stand, at=Point(guard.at.x + x * STEP, guard.at.y + y * STEP))
            if now.standing_refusal(there) is None:
                return there
    return None


_SPOTS = sorted(
    ((x, y) for x in range(-_RINGS, _RINGS + 1) for y in range(-_RINGS, _RINGS + 1)),
    key=lambda at: (at[0] ** 2 + at[1] ** 2, at),
)
_SPOTS = [at for at in _SPOTS if at[0] ** 2 + at[1] ** 2 <= _RINGS**2]


# --- surrender (L15) ------------------------------------------------------------------------------


def possible_captors(state: State, group: Sequence[Figure]) -> list[Figure]:
    """Return the enemies to whom a group may surrender, the nearest first (L15).

    The text sets no distance: anyone who guards no others yet may take them.
    """
    if not group:
        return []
    foes = [each for each in state.fit_figures(state.enemy_of(group[0].side)) if not each.party]
    near = _nearest(state, (foe.id for foe in foes), (each.id for each in group))
    return figures_by_ids(state, near)


def may_surrender(state: State, group: Sequence[Figure]) -> bool:
    """An isolated group may surrender at any time (L15)."""
    is_own = all(each.is_fit for each in group)
    return (
        bool(group)
        and is_own
        and is_isolated(state, group)
        and bool(possible_captors(state, group))
    )


def surrender(game: WarGame, side: str, figures: tuple[str, ...]) -> Procedure[None]:
    """A group gives itself up to the nearest enemies (L15)."""
    able = [each.id for each in possible_captors(game.state, figures_by_ids(game.state, figures))]
    game.emit(Surrendered(side, figures))
    yield from take(game, game.state.enemy_of(side), figures, able)


# --- escorts (L14) --------------------------------------------------------------------------------


def free_unguarded(game: WarGame, side: str) -> None:
    """Prisoners of a side whose escort is gone or too small are its own again, disarmed (L14.3)."""
    state = game.state
    freed: list[str] = []
    for party in sorted({each.party for each in state.figures_of_side(side) if _is_held(each)}):
        freed += surplus_prisoners(state, party)
    if freed:
        game.emit(Freed(tuple(freed)))


def surplus_prisoners(state: State, party: int) -> list[str]:
    """The prisoners of a party beyond seven a guard, or too far from any (L14.1, L14.3)."""
    guards, held = state.guards(party), state.prisoners(party)
    watched = [
        each for each in held if any(are_near(state, guard, each, ESCORT) for guard in guards)
    ]
    kept = _nearest(state, (each.id for each in watched), (guard.id for guard in guards))
    kept = kept[: PRISONERS_A_GUARD * len(guards)]
    return [each.id for each in held if each.id not in kept]


def resolve_prisoners_at_edges(game: WarGame) -> None:
    """Prisoners at their captor's edge are led off; the disarmed at their own are armed (L14)."""
    state = game.state
    for side in state.sides:
        off = tuple(
            each.id
            for each in state.figures.values()
            if _is_held(each) and each.captor == side and is_at_edge(state, each, side)
            and each.id not in surplus_prisoners(state, each.party)
        )  # fmt: skip
        if off:
            game.emit(LedOff(side, off))
        armed = tuple(
            each.id
            for each in state.figures_of_side(side)
            if each.status is FigureStatus.DISARMED and is_at_edge(state, each, side)
        )
        if armed:
            game.emit(Armed(armed))


def is_at_edge(state: State, figure: Figure, side: str) -> bool:
    """Return whether a figure is in contact with a side's back line."""
    return state.field.distance_from_edge(state.edges[side], state.placed_piece(figure)) <= CONTACT


def _is_held(figure: Figure) -> bool:
    return figure.status is FigureStatus.PRISONER

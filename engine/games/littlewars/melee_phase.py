"""Mêlées are fought: one after the other, with the choices the mover has (L11.3, L12, L13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.littlewars import melees, prisoners
from engine.games.littlewars.events import Died
from engine.games.littlewars.melee_events import MeleeResolved, Surrendered
from engine.games.littlewars.melees import melee_outcome
from engine.games.littlewars.proximity import (
    are_too_few_supporters,
    count_supporters,
    figures_by_ids,
)
from engine.games.littlewars.state import Melee, State, WarGame
from engine.play.decisions import Decision, Procedure, ask

REST = "rest"
DEAD, TAKEN = "dead", "taken"
WHY = "melee"


@dataclass(frozen=True, slots=True)
class MeleeOrder(Decision[State, int]):
    """The mover's choice of the next of several mêlées (L11.3)."""

    def options(self, state: State) -> Sequence[int]:
        return [melee.number for melee in state.melees]


@dataclass(frozen=True, slots=True)
class Choose(Decision[State, str]):
    """The choice of the next figure that dies or is taken; `rest` applies the rule (L13).

    By the rule, those nearest to their enemies die first, and those farthest away are taken.
    """

    what: str
    of: str
    melee: tuple[str, ...]
    left: int
    chosen: tuple[str, ...] = ()

    def options(self, state: State) -> Sequence[str]:
        return [REST, *(id_ for id_ in self.candidates(state) if id_ not in self.chosen)]

    def candidates(self, state: State) -> list[str]:
        """Those who may be chosen, by the rule's order."""
        found = nearest_to_enemy_first(state, self.melee, self.of)
        return found if self.what == DEAD else found[::-1]


@dataclass(frozen=True, slots=True)
class Surrender(Decision[State, bool]):
    """An isolated group's choice to surrender before it is fought down (L15)."""

    figures: tuple[str, ...]

    def options(self, state: State) -> Sequence[bool]:
        return [False, True]


def melee_activity(game: WarGame) -> Procedure[None]:
    """One mêlée is fought (E4)."""
    state = game.state
    number = state.melees[0].number
    if len(state.melees) > 1:
        number = yield from ask(MeleeOrder(state.active))
    yield from fight_melee(game, next(each for each in game.state.melees if each.number == number))


def fight_melee(game: WarGame, melee: Melee) -> Procedure[None]:
    """A mêlée: isolation is judged before it (L12.4), then who dies and who is taken."""
    state = game.state
    larger, smaller = _by_number(state, melee)
    group = melees.figures_of_side(state, melee.figures, smaller)
    men = len(melees.figures_of_side(state, melee.figures, larger)), len(group)
    members = figures_by_ids(state, group)
    (helped,) = count_supporters(state, [members])
    alone = are_too_few_supporters(helped, members)
    losers = [smaller, larger] if men[0] == men[1] else [smaller]
    for side in losers:
        if (yield from _surrenders(game, melee, side)):
            yield from _give_up(game, melee, side)
            return
    result = melee_outcome(*men, alone)
    dead = result.dead_of_larger, result.dead_of_smaller
    game.emit(MeleeResolved(melee.number, larger, men, alone, helped, dead, result.prisoners))
    taken = yield from choose_casualties(game, TAKEN, smaller, melee.figures, result.prisoners)
    fallen = yield from choose_casualties(game, DEAD, smaller, melee.figures, dead[1], taken)
    fallen += yield from choose_casualties(game, DEAD, larger, melee.figures, dead[0])
    if fallen:
        game.emit(Died(fallen, WHY))
    if taken:
        able = melees.figures_of_side(game.state, melee.figures, larger)
        yield from prisoners.take(game, larger, taken, able)


def _surrenders(game: WarGame, melee: Melee, side: str) -> Procedure[bool]:
    """Ask a side that is going to lose all its men, if they are isolated (L15)."""
    group = melees.figures_of_side(game.state, melee.figures, side)
    if not prisoners.may_surrender(game.state, figures_by_ids(game.state, group)):
        return False
    return (yield from ask(Surrender(side, tuple(group))))


def _give_up(game: WarGame, melee: Melee, side: str) -> Procedure[None]:
    """Let a side's men in a mêlée surrender without losses (L15)."""
    state, captor = game.state, game.state.enemy_of(side)
    group = tuple(melees.figures_of_side(state, melee.figures, side))
    able = melees.figures_of_side(state, melee.figures, captor)
    (helped,) = count_supporters(state, [figures_by_ids(state, group)])
    men = len(able), len(group)
    game.emit(MeleeResolved(melee.number, captor, men, True, helped, (0, 0), len(group)))
    game.emit(Surrendered(side, group))
    yield from prisoners.take(game, captor, group, able)


def _by_number(state: State, melee: Melee) -> tuple[str, str]:
    """The larger side of a mêlée and the smaller; of equal ones the mover's first."""
    first, second = state.active, state.enemy_of(state.active)
    sizes = [len(melees.figures_of_side(state, melee.figures, side)) for side in (first, second)]
    return (second, first) if sizes[1] > sizes[0] else (first, second)


def choose_casualties(
    game: WarGame, what: str, side: str, melee: tuple[str, ...], count: int,
    spared: tuple[str, ...] = (),
) -> Procedure[tuple[str, ...]]:  # fmt: skip
    """So many of a side, figure by figure as the mover picks, or by the rule (L13)."""
    able = [id_ for id_ in melees.figures_of_side(game.state, melee, side) if id_ not in spared]
    chosen: tuple[str, ...] = ()
    while len(chosen) < count:
        if count == len(able):
            return tuple(able)
        asked = Choose(game.state.active, what, side, tuple(
            id_ for id_ in melee if id_ not in spared), count - len(chosen), chosen)  # fmt: skip
        answer = yield from ask(asked)
        if answer == REST:
            left = [id_ for id_ in asked.candidates(game.state) if id_ not in chosen]
            return (*chosen, *left[: count - len(chosen)])
        chosen = (*chosen, answer)
    return chosen


def nearest_to_enemy_first(state: State, melee: tuple[str, ...], side: str) -> list[str]:
    """The figures of a side in a mêlée, the nearest to their enemies there first."""
    own = figures_by_ids(state, melees.figures_of_side(state, melee, side))
    foes = figures_by_ids(state, melees.figures_of_side(state, melee, state.enemy_of(side)))

    def apart(at: tuple[int, int]) -> int:
        return min(((at[0] - foe.at.x) ** 2 + (at[1] - foe.at.y) ** 2 for foe in foes), default=0)

    return [each.id for each in sorted(own, key=lambda each: (apart(each.at), each.id))]

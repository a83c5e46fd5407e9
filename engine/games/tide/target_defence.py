"""Defence of a target: armour, cover of terrain and works, bravery, cards (RS2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.tide import active_effects, unit_lookups
from engine.games.tide.active_effects import AttackKind, Corrections
from engine.games.tide.state import State, Unit

FLAME_COVER = 5  # of the cover that a flamethrower takes away (SP2)


def defence_dice(
    state: State,
    target: Unit,
    kind: AttackKind,
    by: str,
    is_area: bool = False,
    is_flamed: bool = False,
) -> Corrections:
    """Return the parts of the red dice against an attack of squads or vehicles (RS2)."""
    armour = tuple(entry for entry in armour_parts(state, target) if entry[1])
    cover = tuple(entry for entry in _cover(state, target, kind, is_area) if entry[1])
    if is_flamed:
        lost = min(sum(value for _, value in cover), FLAME_COVER)
        cover = (*cover, (unit_lookups.FLAMETHROWER, -lost)) if lost else cover
    return (*armour, *cover, *active_effects.bonus_dice(state, "defence", target, kind, by))


def red_dice(found: Corrections) -> int:
    """Return the number of red dice, at least 0 (RS6)."""
    return max(sum(value for _, value in found), 0)


def sure_successes(state: State, target: Unit, dice: int) -> int:
    """Return the number of sure successes: one behind thick armour (U8)."""
    return min(dice, int(not target.is_squad and state.type_of(target).has_trait("thick")))


def armour_parts(state: State, target: Unit) -> Iterator[tuple[str, int]]:
    """A vehicle's armour, one less when damaged, with what cards add (RS2, RS10)."""
    if target.is_squad:
        return
    printed = state.type_of(target).armour
    yield "armour", printed
    yield "damage", -int(target.damage > 0 and printed > 0)
    yield from active_effects.bonus_dice(state, "armour", target, "")


def _cover(
    state: State, target: Unit, kind: AttackKind, is_area: bool
) -> Iterator[tuple[str, int]]:
    yield "terrain", state.field.cover(target.at, not target.is_squad, is_area)
    yield from _works(state, target)
    if not target.is_squad:
        return
    if kind is AttackKind.SUPPRESSIVE:
        yield "hardened", int(unit_lookups.is_elite_squad(state, target))
        yield "officer", int(unit_lookups.has_officer(state, target.at, target.side))
    else:
        yield unit_lookups.MEDIC, int(unit_lookups.has_medic(state, target.at, target.side))


def _works(state: State, target: Unit) -> Iterator[tuple[str, int]]:
    """The position a squad is in, smoke and traps of its hex, each kind once (X3-X5, X8)."""
    if target.position:
        work = state.works[target.position]
        yield work.kind, state.work_type(work).cover
    for kind in dict.fromkeys(work.kind for work in state.works_at(target.at)):
        type_ = state.book.works[kind]
        if not type_.shelter:
            yield kind, type_.cover if target.is_squad else type_.cover_v


def terrain_cover(state: State, target: Unit) -> int:
    """The cover of the ground alone: all that counts in an assault (AS9)."""
    return state.field.cover(target.at, not target.is_squad)

"""An assault from its target to the advance (AS)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.games.tide import (
    active_effects,
    assault_strength,
    damage,
    retreat_and_advance,
)
from engine.games.tide.assault_strength import AssaultStrengths
from engine.games.tide.attack_dice import BLACK, RED, count_successes, throw_dice
from engine.games.tide.combat_events import AssaultDeclared, AssaultEnded, AssaultRolled
from engine.games.tide.state import State, TideGame
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask

ASSAULT = "assault"


class Casualty(NamedTuple):
    """A hit taken: by a figure of a squad, or by a vehicle (AS11)."""

    unit: str
    figure: str = ""


@dataclass(frozen=True, slots=True)
class ChooseAssault(Decision[State, Hex | None]):
    """The hex that a squad assaults after its move; None for no assault (AS3)."""

    unit: str

    def options(self, state: State) -> list[Hex | None]:
        return [*assault_strength.assault_targets(state, state.units[self.unit]), None]


@dataclass(frozen=True, slots=True)
class JoinAssault(Decision[State, str | None]):
    """The next squad to support an assault; None ends the choice (AS6)."""

    unit: str
    at: Hex
    joined: tuple[str, ...]

    def options(self, state: State) -> list[str | None]:
        return [*assault_strength.assault_supporters(state, self.unit, self.at, self.joined), None]


@dataclass(frozen=True, slots=True)
class Loss(Decision[State, Casualty]):
    """The unit that takes an assault's next hit, after those in `taken` (AS11, AS12)."""

    units: tuple[str, ...]
    hits: int
    taken: tuple[Casualty, ...]

    def options(self, state: State) -> list[Casualty]:
        return possible_casualties(state, self.units, self.taken)


def possible_casualties(
    state: State, units: Sequence[str], taken: Sequence[Casualty]
) -> list[Casualty]:
    """Return the units and figures that may take another hit (AS11, AS12)."""
    found: list[Casualty] = []
    for id_ in units:
        unit = state.units[id_]
        before = [each.figure for each in taken if each.unit == id_]
        if unit.is_squad:
            found += [
                Casualty(id_, figure)
                for figure in damage.kinds_of(figures_left(unit.figures, before))
            ]
        elif len(before) < assault_strength.vehicle_hit_capacity(state, unit):
            found.append(Casualty(id_))
    return found


def figures_left(figures: Sequence[str], lost: Sequence[str]) -> list[str]:
    """Figures without those that are lost."""
    rest = list(figures)
    for figure in lost:
        rest.remove(figure)
    return rest


# --- the fight ------------------------------------------------------------------------------------


def assault_hex(game: TideGame, unit: str) -> Procedure[None]:
    """A squad assaults a hex next to it, if it still wants to and there is one (AS3)."""
    if not assault_strength.assault_targets(game.state, game.state.units[unit]):
        return
    at = yield from ask(ChooseAssault(game.state.units[unit].side, unit))
    if at is not None:
        yield from carry_out_assault(game, unit, at)


def carry_out_assault(game: TideGame, unit: str, at: Hex) -> Procedure[None]:
    """The assault on a hex: supporters, dice, losses, retreat and advance (AS6-AS16)."""
    joined = yield from _gather(game, unit, at)
    here = game.state.units[unit]
    foes = tuple(foe.id for foe in game.state.units_at(at))
    game.emit(AssaultDeclared(here.side, unit, joined, here.at, at))
    clash = assault_strength.assault_strengths(game.state, unit, joined, at)
    used = active_effects.single_attack_effects(game.state, (here, *game.state.units_at(at)))
    hits, back = yield from _roll(game, unit, at, clash)
    active_effects.end_attack(game, used)
    yield from _take(game, (unit,), joined, back)
    yield from _take(game, foes, (), hits)
    won = is_won(game.state, foes, hits, back)
    group = tuple(each for each in (unit, *joined) if each in game.state.units)
    able = tuple(each for each in group if each == unit or _is_ready(game.state, each))
    game.emit(AssaultEnded(here.side, unit, joined, at, won))
    if won:
        yield from retreat_and_advance.retreat(game, foes, here.at)
        yield from retreat_and_advance.advance(game, here.side, able, at)


def _is_ready(state: State, unit: str) -> bool:
    return assault_strength.may_advance(state, state.units[unit])


def is_won(state: State, foes: Sequence[str], hits: int, back: int) -> bool:
    """Return whether an assault scored more hits than the defender (AS13).

    Hits alone decide where no defender is left too, unless the scenario says otherwise (AS16).
    """
    is_empty = not any(foe in state.units for foe in foes)
    if is_empty and assault_strength.is_won_by_the_last_defender(state):
        return True
    is_tie_won = state.book.choices.assault_tie == "success"
    return hits > back or (is_tie_won and hits == back)


def _gather(game: TideGame, unit: str, at: Hex) -> Procedure[tuple[str, ...]]:
    """Up to two squads join one by one (AS6)."""
    joined: tuple[str, ...] = ()
    while assault_strength.assault_supporters(game.state, unit, at, joined):
        joins = yield from ask(JoinAssault(game.state.units[unit].side, unit, at, joined))
        if joins is None:
            break
        joined = (*joined, joins)
    return joined


def _roll(
    game: TideGame, unit: str, at: Hex, clash: AssaultStrengths
) -> Procedure[tuple[int, int]]:
    """Both sides roll before anybody loses anything (AS9-AS11)."""
    side = game.state.units[unit].side
    enemy = game.state.enemy_of(side)
    black = yield from throw_dice(game, side, BLACK, clash.black, "attack")
    red = yield from throw_dice(game, enemy, RED, clash.red, "defence")
    defence = yield from throw_dice(game, enemy, BLACK, clash.back, "assault-defence")
    hits = max(count_successes(black, clash.black) - count_successes(red, clash.red), 0)
    back = count_successes(defence, clash.back)
    least = (clash.black.least, clash.back.least)
    game.emit(
        AssaultRolled(
            side, unit, at, clash.attack, clash.cover, clash.defence, least, black, red, defence,
            hits, back,
        )
    )  # fmt: skip
    return hits, back


# --- losses (AS11, AS12) --------------------------------------------------------------------------


def _take(
    game: TideGame, first: tuple[str, ...], then: tuple[str, ...], hits: int
) -> Procedure[None]:
    """Hits are taken one by one, by all of the first before anybody else (AS11)."""
    taken: tuple[Casualty, ...] = ()
    for count in range(hits, 0, -1):
        units = first if possible_casualties(game.state, first, taken) else then
        able = possible_casualties(game.state, units, taken)
        if not able:
            break
        chosen = able[0]
        if len(able) > 1:
            side = game.state.units[units[0]].side
            chosen = yield from ask(Loss(side, units, count, taken))
        taken = (*taken, chosen)
    for unit in dict.fromkeys(each.unit for each in taken):
        _bury(game, unit, [each.figure for each in taken if each.unit == unit])


def _bury(game: TideGame, unit: str, lost: list[str]) -> None:
    """The hits a unit has taken take effect together."""
    if game.state.units[unit].is_squad:
        damage.remove(game, unit, tuple(lost), ASSAULT)
    else:
        damage.damage_vehicle(game, unit, len(lost), ASSAULT)

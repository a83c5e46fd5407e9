"""Results of hits on a unit: figures lost, morale, damage (RS8-RS12, V3, V4, TR8, Q2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.tide.active_effects import AttackKind
from engine.games.tide.combat_events import FiguresLost, MoraleFell, UnitLost, VehicleDamaged
from engine.games.tide.data.rule_tables import DESTROYED, ROUTED
from engine.games.tide.state import HEAVY, State, TideGame, Unit
from engine.play.decisions import Decision, Procedure, ask

CARRIER = "carrier"
"""The cause of what befalls passengers through their vehicle."""


@dataclass(frozen=True, slots=True)
class Lose(Decision[State, str]):
    """The next figure that a squad loses to its remaining hits (RS8)."""

    unit: str
    hits: int

    def options(self, state: State) -> list[str]:
        return kinds_of(state.units[self.unit].figures)


def kinds_of(figures: Sequence[str]) -> list[str]:
    """The kinds among some figures, each once."""
    return list(dict.fromkeys(figures))


def apply_hits(
    game: TideGame, target: str, kind: AttackKind, hits: int, cause: str
) -> Procedure[None]:
    """A unit takes the net hits of an attack (RS8, RS9, RS11)."""
    if not hits:
        return
    unit = game.state.units[target]
    if not unit.is_squad:
        damage_vehicle(game, target, hits, cause)
    elif kind is AttackKind.SUPPRESSIVE:
        suppress(game, target, hits, cause)
    else:
        yield from lose_figures(game, target, hits, cause)


def lose_figures(game: TideGame, target: str, hits: int, cause: str) -> Procedure[None]:
    """Remove as many figures as hits, by the owner's choice (RS8)."""
    figures = game.state.units[target].figures
    if hits >= len(figures):
        remove(game, target, figures, cause)
        return
    for left in range(hits, 0, -1):
        unit = game.state.units[target]
        kinds = kinds_of(unit.figures)
        figure = kinds[0]
        if len(kinds) > 1:
            figure = yield from ask(Lose(unit.side, target, left))
        remove(game, target, (figure,), cause)


def remove(game: TideGame, target: str, figures: tuple[str, ...], cause: str) -> None:
    """Figures are removed; a squad without any is lost (Q2)."""
    if len(figures) < len(game.state.units[target].figures):
        game.emit(FiguresLost(target, figures, cause))
    else:
        destroy(game, target, cause)


def suppress(game: TideGame, target: str, hits: int, cause: str) -> None:
    """A squad is pinned, disrupted or routed (RS11)."""
    before = game.state.units[target].morale
    after = game.state.book.charts.morale_after_hits(before, hits)
    if after == ROUTED:
        destroy(game, target, cause)
    elif after != before:
        game.emit(MoraleFell(target, after, cause))


def damage_vehicle(game: TideGame, target: str, hits: int, cause: str) -> None:
    """A vehicle is damaged or destroyed; a truck does not live with heavy damage (RS9, RS10)."""
    state, unit = game.state, game.state.units[target]
    after = damage_after(state, unit, hits)
    if after >= DESTROYED:
        destroy(game, target, cause)
    elif after != unit.damage:
        game.emit(VehicleDamaged(target, after, cause))


def damage_after(state: State, unit: Unit, hits: int) -> int:
    """The grade of damage a vehicle has after so many hits (RS9, RS10)."""
    after = state.book.charts.damage_after_hits(unit.damage, hits)
    is_truck = state.type_of(unit).has_trait("wheeled")
    return DESTROYED if is_truck and after >= HEAVY else after


def destroy(game: TideGame, target: str, cause: str) -> None:
    """A unit is lost; all passengers of a vehicle die with it (TR8)."""
    for cargo in game.state.cargo_of(target):
        game.emit(UnitLost(cargo.id, CARRIER))
    game.emit(UnitLost(target, cause))

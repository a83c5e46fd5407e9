"""The shots and shells of a game with their exact odds (F3–F5, A5, A6), for reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from engine.games.tank.card_events import ShellStruck
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.events import ShotResolved
from engine.games.tank.presentation.fire_odds import (
    CERTAIN_MISS,
    Odds,
    shell_expectation,
    shot_odds,
)
from engine.games.tank.state import Impact, State, TankGame
from engine.play.luck import AttackRecord


def list_attacks(game: TankGame) -> Iterator[AttackRecord]:
    """Every shot and shell of a game that was resolved, before results accumulate."""
    state = game.opening.copy()
    for event in game.events:
        if isinstance(event, ShotResolved):
            yield _attack_of(state, event)
        elif isinstance(event, ShellStruck):
            yield _shell(state, event)
        event.apply(state)


def _attack_of(state: State, told: ShotResolved) -> AttackRecord:
    target = state.units[told.target]
    is_close = told.start == told.at  # only close combat is fought within a hex
    faces = () if is_close else state.field.cover(told.at).faces
    odds = shot_odds(state, told.level, target, faces) if told.level else CERTAIN_MISS
    return AttackRecord(state.units[told.firer].side, _word(told.result), _tell(odds))


def _shell(state: State, told: ShellStruck) -> AttackRecord:
    impact = next(mark for mark in reversed(state.impacts) if _is_from(mark, told))
    odds = shell_expectation(state, state.units[told.unit], impact)
    return AttackRecord(impact.side, _word(told.result), _tell(odds))


def _is_from(mark: Impact, told: ShellStruck) -> bool:
    return (mark.at, mark.battery) == (told.at, told.battery)


def _tell(odds: Odds) -> Mapping[str, float]:
    return {_word(outcome): float(odds.get(outcome, 0)) for outcome in FireOutcome}


@cache
def _word(outcome: str) -> str:
    """A result as texts name it: gun-out."""
    return FireOutcome(outcome).name.lower().replace("_", "-")

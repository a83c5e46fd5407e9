"""The fights of a game with their exact odds (P15, P17), for reports."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.primer.fight_events import FightResolved
from engine.games.primer.presentation.fight_odds import lost_attack_rule, result_odds
from engine.games.primer.presentation.roll_reports import fight_result
from engine.games.primer.state import PrimerGame, State
from engine.play.luck import AttackRecord

WORDS = ("attackers-lost", "attackers-back", "attackers-stay", "defenders-back", "defenders-lost")


def list_attacks(game: PrimerGame) -> Iterator[AttackRecord]:
    """Every fight of a game, by who attacked."""
    for event in game.events:
        if isinstance(event, FightResolved):
            yield _attack(game.state, event)


def _attack(state: State, told: FightResolved) -> AttackRecord:
    units, defenders = ([state.known(name) for name in names]
                        for names in (told.units, told.defenders))  # fmt: skip
    all_ranged = all(unit is not None and state.type_of(unit).ranged for unit in units)
    loser = lost_attack_rule(state.book, all_ranged)
    is_ranged = any(unit is not None and state.type_of(unit).ranged for unit in defenders)
    odds = dict.fromkeys(WORDS, 0.0)
    for result_, chance in result_odds(
        state.book, told.attack, told.defence, loser, is_ranged
    ).items():
        odds[result_text(result_)] += float(chance)
    return AttackRecord(told.side, result_text(fight_result(state, told)), odds)


def result_text(result_: str) -> str:
    """A result as reports count it: who is beaten, and whether it is lost or goes back."""
    if result_ == "a0":
        return "attackers-stay"
    who = "attackers" if result_[0] == "a" else "defenders"
    return f"{who}-{'lost' if result_[1] == 'X' else 'back'}"

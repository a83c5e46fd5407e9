"""The exact probability of every result of an attack, before it is made (P15, P17).

Results are given from the attacker's side: `d` the defender is beaten, `a` the attacker; a number:
it retreats so many hexes; X: it is wiped out; `a0`: ranged attackers fail and stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.games.primer.data.rulebook import FightOutcome, Rulebook

Odds = Mapping[str, Fraction]

HELD = "a0"
WIPED_OUT = "X"
STAYS, WIPED_OUT_ONLY, BY_TABLE = "stays", "wiped_out", "table"
"""Results of `ranged_loser`."""


def chance_of_sum(sum_: int) -> Fraction:
    """Return the chance that two dice make a sum."""
    return Fraction(6 - abs(sum_ - 7), 36)


def result_odds(
    book: Rulebook, attack: int, defence: int, loser: str = BY_TABLE, is_ranged: bool = False
) -> Odds:
    """The odds of an attack, the best for the attacker first.

    `loser` is how the attackers fare that lose, as `lost_attack_rule` says; `is_ranged`: the
    defenders are ranged, and are wiped out when beaten (P17).
    """
    odds: dict[str, Fraction] = {}
    for sum_ in range(2, 13):
        outcome = book.outcome(abs(attack - defence), sum_)
        word = attack_result(outcome, attack >= defence, loser, is_ranged)
        odds[word] = odds.get(word, Fraction(0)) + chance_of_sum(sum_)
    return dict(sorted(odds.items(), key=lambda entry: rank_results(entry[0]), reverse=True))


def lost_attack_rule(book: Rulebook, are_ranged: bool) -> str:
    """Return the rule for a lost attack: the table, or the choice for ranged ones (P17)."""
    return book.choices.ranged_loser if are_ranged else BY_TABLE


def attack_result(
    outcome: FightOutcome, is_attacker_stronger: bool, loser: str, is_ranged: bool
) -> str:
    """Return a table result as seen by the attack."""
    is_attacker_beaten = outcome.is_stronger_beaten == is_attacker_stronger
    hexes = WIPED_OUT if outcome.is_wiped_out else str(outcome.hexes)
    if is_attacker_beaten:
        stays = loser == STAYS or (loser == WIPED_OUT_ONLY and not outcome.is_wiped_out)
        return HELD if stays else f"a{hexes}"
    return f"d{WIPED_OUT}" if is_ranged else f"d{hexes}"


def rank_results(result: str) -> int:
    """Results in order, the higher the better for the attacker."""
    hexes = 99 if result[1] == WIPED_OUT else int(result[1:])
    return 100 + hexes if result[0] == "d" else -hexes


def win_chance(odds: Odds) -> Fraction:
    """The chance that the defender is beaten."""
    return sum((chance for word, chance in odds.items() if word[0] == "d"), Fraction(0))

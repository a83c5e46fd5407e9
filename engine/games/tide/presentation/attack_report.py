"""The attacks of a game with their exact odds (RS4, RS5), for reports."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.tide import dice_odds
from engine.games.tide.attack_dice import BLACK, RED, count_successes
from engine.games.tide.combat_events import AttackRolled, RolledAgain
from engine.games.tide.dice_odds import DiceSet
from engine.games.tide.state import TideGame
from engine.play.decisions import Faces
from engine.play.luck import AttackRecord

WORDS = ("no-hit", "one-hit", "two-hits", "more-hits")


def list_attacks(game: TideGame) -> Iterator[AttackRecord]:
    """Every attack on a unit by who made it, with the dice it had, as they fell at first.

    What a card then has rolled again (D7 reroll) is the doing of who plays it, and no luck.
    """
    least_red = game.state.book.charts.least_red
    at_first: dict[str, Faces] = {}
    for event in game.events:
        if isinstance(event, RolledAgain):
            at_first[event.colour] = event.before
        elif isinstance(event, AttackRolled):
            black, red = at_first.pop(BLACK, event.black), at_first.pop(RED, event.red)
            yield _attack(event, black, red, least_red)
        else:
            at_first.clear()  # of an assault, which is none of these


def _attack(told: AttackRolled, black: Faces, red: Faces, least_red: int) -> AttackRecord:
    attack = DiceSet(len(black), told.least)
    defence = DiceSet(len(red) + told.sure, least_red, told.sure)  # the sure ones are not rolled
    hits = max(count_successes(black, attack) - count_successes(red, defence), 0)
    spread = dice_odds.outcome_odds(dice_odds.net_hit_odds(attack, defence), result_text)
    return AttackRecord(
        told.side, result_text(hits), {word: float(spread.get(word, 0)) for word in WORDS}
    )


def result_text(hits: int) -> str:
    """Net hits as reports count them."""
    return WORDS[min(hits, len(WORDS) - 1)]

"""What rules come to without a map: every game's trials by their own fields."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from engine.games import installed_games, rule_system_of
from engine.games.rules_design import TrialField

SEED, MAX_TRIED, MAXIMUM = 20261123, 200, 8


def ends(field: TrialField) -> list[str | int]:
    """The first and the last of what may be filled in."""
    if field.words:
        return [field.words[0].id, field.words[-1].id]
    return [field.least, field.usual, field.most]


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_whatever_is_filled_in_the_chances_come_to_one_or_it_is_out_of_reach(game: str) -> None:
    design = rule_system_of(game).design()
    fields = design.trial_fields({})
    assert len({field.id for field in fields}) == len(fields)
    for values in product(*map(ends, fields)):
        trial = dict(zip((field.id for field in fields), values, strict=True))
        found = design.trial_odds({}, trial)
        assert sum(chance.chance for chance in found) == (1 if found else 0), trial
        assert all(isinstance(chance.chance, Fraction | int) for chance in found)


@pytest.mark.parametrize("game", sorted(installed_games()))
def test_every_field_of_a_trial_makes_a_difference(game: str) -> None:
    """What is of no account in a game is not asked there."""
    design, rng = rule_system_of(game).design(), random.Random(SEED)
    offered = {each.id: offers(each) for each in design.trial_fields({})}
    idle = {name for name, values in offered.items() if len(values) > 1}  # one type may be all
    for _ in range(MAX_TRIED):
        trial = {name: rng.choice(values) for name, values in offered.items()}
        told = design.trial_odds({}, trial)
        idle -= {
            name
            for name in idle
            if any(design.trial_odds({}, {**trial, name: value}) != told for value in offered[name])
        }
        if not idle:
            break
    assert not idle, f"seed {SEED}"


def offers(field: TrialField) -> list[str | int]:
    """What may be filled in; of numbers the small ones."""
    return [word.id for word in field.words] or [*range(field.least, min(field.most, MAXIMUM) + 1)]

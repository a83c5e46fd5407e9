"""In every game a thought comes to the same in one process, with two aides and with three."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.ai.rollout_workers import NOBODY, RolloutPool
from engine.ai.rollouts import RolloutEvaluator
from engine.ai.temperaments import ai_profile
from tests.conformance.cases import Case
from tests.conformance.test_thinking import PLAYED, SEED, thoughtful
from tests.engine.ai.test_trial_workers import come_to, gathered, thought


@pytest.fixture(scope="module")
def helpers() -> Iterator[list[RolloutPool]]:
    made = [gathered(count) for count in (2, 3)]
    yield made
    for each in made:
        each.shut_down()


def refuse(*_: Any) -> float:
    raise AssertionError("this process was to wait")


@pytest.mark.long
@pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.id)
def test_a_thought_is_the_same_however_many_think_it(
    case: Case, helpers: list[RolloutPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first thought with two aides, the second with three."""
    questions = thoughtful(case.game(SEED), len(helpers))
    for number, (question, each) in enumerate(zip(questions, helpers, strict=True), 2):
        alone = thought(question, NOBODY)
        come_to(question, each, number)
        with monkeypatch.context() as patched:
            if ai_profile(case.rules.id).thinking.allows_parallel_search:
                patched.setattr(RolloutEvaluator, "chance", refuse)
            assert thought(question, each) == alone, f"answer {question.number}"


def test_every_game_but_one_that_remembers_is_shared() -> None:
    every = {case.rules.id for case in PLAYED}
    assert {game for game in every if not ai_profile(game).thinking.allows_parallel_search} == {
        "tank"
    }

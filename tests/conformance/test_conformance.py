"""What every game must pass, written once: the cases are in cases.py."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine import games
from engine.play.decisions import answer_from_json, is_dice
from engine.play.dice import InvalidDiceError
from engine.play.events import event_as_json_line, is_seen_by
from engine.play.game import Game, InvalidAnswerError, NotReadyError
from engine.play.players import Player, find_player, let_player_answer, play_to_end
from engine.play.position import as_json, spot_formatter_for
from engine.session import replay
from tests.assertions import require
from tests.conformance.cases import CASES, Case

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
both_players = pytest.mark.parametrize("who", ["random", "greedy"])
few_seeds = pytest.mark.parametrize("seed", [1, 2])


@pytest.fixture(autouse=True, scope="module")
def _toys_are_games() -> Iterator[None]:
    """Replays look their game up by name: the toys are games here."""
    games.install("toy", "tests.conformance.toy_system")
    games.install("open-toy", "tests.conformance.open_toy")
    games.install("table-toy", "tests.conformance.table_toy")
    yield
    games.remove("table-toy")
    games.remove("open-toy")
    games.remove("toy")


def seated(game: Game[Any], who: str, seed: int) -> dict[str, Player]:
    """A player of a kind for every side; nobody is the umpire."""
    return {side: find_player(who, seed) for side in game.rules.sides(game.state)}


@cache
def finished(case: Case, who: str, seed: int) -> Game[Any]:
    """A finished game between two players of a kind: to be looked at, not to be changed."""
    return case.played(who, seed)


@cache
def snapshots(case: Case, who: str, seed: int) -> tuple[Game[Any], dict[int, tuple[Any, int]]]:
    """A finished game, and the state and number of events at every decision by its answers.

    Several tests look at the same one: whoever rewinds it leads it to the same end again.
    """
    game, seen = case.game(seed), {}
    while game.decision is not None:
        seen[len(game.answers)] = game.state.copy(), len(game.events)
        let_player_answer(game, seated(game, who, seed))
    return game, seen


@every_case
@both_players
def test_automatic_play_ends_with_a_result(case: Case, who: str) -> None:
    for seed in range(3):
        game = finished(case, who, seed)
        assert game.is_over, f"seed {seed}"
        assert game.result is not None, f"seed {seed}"
        with pytest.raises(InvalidAnswerError):
            game.choose(None)


@every_case
@few_seeds
def test_options_are_never_empty_or_repeated_and_survive_json(case: Case, seed: int) -> None:
    game = case.game(seed)
    while game.decision is not None:
        options = list(game.options)
        assert options, f"seed {seed}, answer {len(game.answers)}: nothing to choose"
        assert len(set(options)) == len(options), f"seed {seed}, answer {len(game.answers)}"
        assert not any(is_dice(option) for option in options), "a plain tuple is dice"
        back = json.loads(json.dumps(options))
        assert [answer_from_json(option) for option in back] == options
        let_player_answer(game, seated(game, "random", seed))


@every_case
def test_every_option_is_accepted(case: Case) -> None:
    seed = 1
    game, seen = snapshots(case, "random", seed)
    for answers in random.Random(seed).sample(sorted(seen), min(12, len(seen))):
        there = game.fork(seed)
        there.rewind(answers)
        for option in there.options[:40]:
            twin = there.fork(seed)
            twin.choose(option)
            assert twin.answers[answers] == option, f"seed {seed}, answer {answers}"


@every_case
@both_players
@few_seeds
def test_a_game_can_be_rewound_to_every_answer(case: Case, who: str, seed: int) -> None:
    game, seen = snapshots(case, who, seed)
    events = list(game.events)
    for answers in range(len(game.answers), -1, -1):
        twin = game.fork(seed)
        twin.dice = game.dice
        twin.rewind(answers)
        at = len(twin.answers)
        assert twin.answers == game.answers[:at], f"seed {seed}, answer {answers}"
        assert twin.events == events[: len(twin.events)]
        if at in seen:
            assert (twin.state, len(twin.events)) == seen[at], f"seed {seed}, answer {answers}"
        else:
            assert at == len(game.answers)
            assert twin.is_over
    assert game.events == events


@every_case
@few_seeds
def test_a_step_taken_back_and_repeated_brings_no_new_luck(case: Case, seed: int) -> None:
    game, seen = snapshots(case, "random", seed)
    final, answers = list(game.events), list(game.answers)
    for start in random.Random(seed).sample(sorted(seen), min(8, len(seen))):
        game.rewind(start)
        while game.decision is not None:
            game.choose(answers[len(game.answers)])
        assert game.answers == answers, f"seed {seed}, from {start}"
        assert game.events == final


@every_case
@few_seeds
def test_forks_are_independent_and_have_other_luck(case: Case, seed: int) -> None:
    game, seen = snapshots(case, "random", seed)
    before = game.state.copy(), list(game.events), list(game.answers)
    lucks = set()
    for other in range(4):
        twin = game.fork(100 + other)
        twin.rewind(sorted(seen)[len(seen) // 3])
        twin = twin.fork(100 + other)
        play_to_end(twin, seated(twin, "random", seed))
        lucks.add("".join(event_as_json_line(event) for event in twin.events))
    assert (game.state, game.events, game.answers) == before
    assert len(lucks) > 1, "forks roll dice of their own"


@every_case
@both_players
def test_save_and_load_in_mid_activity_goes_on_as_before(case: Case, who: str) -> None:
    seed = 1
    game, seen = snapshots(case, who, seed)
    whole = list(game.events)
    for answers in random.Random(seed).sample(sorted(seen), min(3, len(seen))):
        there = case.game(seed)
        there.rewind(0)
        while len(there.answers) < answers:
            there.choose(game.answers[len(there.answers)])
        saved = replay.compose(there, players={"red": who})
        loaded = replay.resume(replay.parse(saved), case.scenario)
        assert loaded.state == there.state, f"seed {seed}, answer {answers}"
        assert loaded.decision == there.decision
        assert replay.compose(loaded, players={"red": who}) == saved
        play_to_end(loaded, seated(loaded, who, seed))
        assert loaded.events == whole, f"seed {seed}, answer {answers}"


@every_case
@both_players
def test_events_alone_rebuild_the_state(case: Case, who: str) -> None:
    game, seen = snapshots(case, who, 2)
    state, applied = case.rules.start(case.scenario), 0
    for expected, count in [*seen.values(), (game.state, len(game.events))]:
        for event in game.events[applied:count]:
            event.apply(state)
        applied = count
        assert state == expected, f"after {count} events"


@every_case
@both_players
def test_a_sides_view_and_its_events_show_no_secret(case: Case, who: str) -> None:
    hidden, name = 0, spot_formatter_for(case.scenario)
    for seed in range(3):
        state = case.rules.start(case.scenario)
        for number, event in enumerate(finished(case, who, seed).events):
            event.apply(state)
            for side in case.rules.sides(state):
                shown = event_as_json_line(event) if is_seen_by(event, side) else ""
                if number % 5 == 0:
                    view = case.rules.view(state, side)
                    shown += json.dumps(as_json(case.rules.position(view), name)) + repr(view)
                for secret in case.rules.secrets(state, side):
                    hidden += 1
                    found = f'"{secret}"' in shown or f"'{secret}'" in shown
                    assert not found, f"seed {seed}, event {number}: {side} sees {secret}: {shown}"
    assert hidden, "a case without secrets proves nothing"


@every_case
@both_players
def test_an_answer_that_is_no_option_leaves_the_game_as_it_was(case: Case, who: str) -> None:
    game = case.game(6)
    for _ in range(3):
        before = game.state.copy(), list(game.answers), list(game.events), game.decision
        with pytest.raises(InvalidAnswerError) as error:
            game.choose("no such answer")
        said = str(error.value)
        assert "'no such answer'" in said
        assert case.rules.describe_decision(game.state, require(game.decision)) in said
        assert repr(game.options[0]) in said
        assert (game.state, game.answers, game.events, game.decision) == before
        let_player_answer(game, seated(game, who, 6))


@every_case
def test_dice_can_be_overridden_with_who_and_why(case: Case) -> None:
    game, _ = snapshots.__wrapped__(case, "random", 7)  # one of its own: it is changed
    number = next(n for n, answer in enumerate(game.answers) if is_dice(answer))
    roll = require(game.roll_at(number))
    before = list(game.answers)
    with pytest.raises(InvalidDiceError):
        game.override(number, (require(roll).sides + 1,) * require(roll).dice, "umpire", "a test")
    chosen = next(n for n, answer in enumerate(game.answers) if not is_dice(answer))
    with pytest.raises(NotReadyError):
        game.override(chosen, (1,), "umpire", "a test")
    assert game.answers == before
    faces = tuple(face % require(roll).sides + 1 for face in before[number])
    game.override(number, faces, "umpire", "a test")
    assert game.answers[: number + 1] == [*before[:number], faces]
    loaded = replay.resume(replay.parse(replay.compose(game)), case.scenario)
    assert loaded.overrides[number] == ("umpire", "a test")
    game.rewind(number)
    assert game.overrides == {}
    assert game.answers[number] == before[number], "rewound before the roll, the seed counts again"


@every_case
@both_players
@few_seeds
def test_everything_is_said_in_both_languages(case: Case, who: str, seed: int) -> None:
    game, rules = case.game(seed), case.rules
    said = []
    while game.decision is not None:
        for language in ("en", "zh"):
            said.append(rules.describe_decision(game.state, game.decision, language))
            said += [
                rules.describe_option(game.state, game.decision, option, language)
                for option in game.options[:20]
            ]
        assert all(said), "every question and answer has words"
        let_player_answer(game, seated(game, who, seed))
    for event in game.events:
        said += [rules.describe_event(game.state, event, language) for language in ("en", "zh")]
    assert not [sentence for sentence in said if "{" in sentence]


HASHING = """
import hashlib, sys
from engine.session import replay
from tests.conformance.cases import CASES
for case in CASES:
    for who in ("random", "greedy"):
        text = replay.compose(case.played(who, 4))
        print(case.id, who, hashlib.sha256(text.encode()).hexdigest())
"""


@pytest.mark.long
def test_the_same_seeds_play_the_same_game_in_any_process() -> None:
    run = subprocess.run(
        [sys.executable, "-c", HASHING],
        env={"PYTHONHASHSEED": "0", "PATH": "", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [
        f"{case.id} {who} {hashlib.sha256(text.encode()).hexdigest()}"
        for case in CASES
        for who in ("random", "greedy")
        for text in [replay.compose(finished(case, who, 4))]
    ]
    assert sys.flags.hash_randomization, "texts have other hashes here than there"
    assert run.stdout.splitlines() == here

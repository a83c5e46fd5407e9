"""What every game foresees: chances add up, figures make sums, cells are printed, words said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine import games
from engine.languages import MADE_IN
from engine.narration.forecast_text import default_forecast_sentences, forecast_lines
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import (
    CalculationBlock,
    DiceOutcomes,
    OutcomeForecast,
    ResultChances,
    UnitEndStates,
)
from engine.play.game import Game
from engine.play.move_forecast import Forecast, MoveStep
from engine.play.players import find_player, let_player_answer
from tests.conformance.cases import CASES, Case

MAX_ASKED, MAX_OPTIONS, MAX_DECISIONS = 60, 6, 400
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)


@pytest.fixture(autouse=True, scope="module")
def _toys_are_games() -> Iterator[None]:
    """Speakers look for words of a game by its name: the toys are games here."""
    games.install("toy", "tests.conformance.toy_system")
    games.install("open-toy", "tests.conformance.open_toy")
    games.install("table-toy", "tests.conformance.table_toy")
    yield
    games.remove("table-toy")
    games.remove("open-toy")
    games.remove("toy")


def foreseen(game: Game[Any]) -> Iterator[Forecast]:
    """What the first options of the decision under way lead to, as far as its side may know."""
    decision = game.decision
    if decision is None:
        return
    view = game.rules.view(game.state, decision.side) if decision.side else game.state
    for option in game.options[:MAX_OPTIONS]:
        told = game.rules.forecast(view, decision, option)
        if told is not None:
            yield told


def course(case: Case) -> Iterator[tuple[Game[Any], Forecast]]:
    """Forecasts along a game at random, spread over its course."""
    game, found = case.game(5), 0
    who = {side: find_player("random", 3) for side in game.rules.sides(game.state)}
    for number in range(MAX_DECISIONS):
        if game.decision is None or found >= MAX_ASKED:
            return
        for told in foreseen(game) if number % 2 else ():
            found += 1
            yield game, told
        let_player_answer(game, who)


def check_sums(told: OutcomeForecast) -> None:
    """Chances that belong together are all there is."""
    for chances in told.blocks_of_kind(ResultChances):
        assert sum(each.chance for each in chances.chances) == 1, chances
    for ends in told.blocks_of_kind(UnitEndStates):
        assert sum(end.chance for end in ends.ends) == 1, ends
        assert 0 <= ends.harm_chance <= 1
    for throws in told.blocks_of_kind(DiceOutcomes):
        assert sum(throw.chance for throw in throws.throws) == 1, throws
        assert all(0 <= throw.softened <= throw.chance for throw in throws.throws)


def check_cells(game: Game[Any], told: OutcomeForecast) -> None:
    """The cells it names stand in the tables the handbook prints."""
    printed = games.handbook_of(game.scenario).tables()
    for cell in told.cells:
        table = printed[cell.table]
        assert cell.row in table["rows"], cell
        assert cell.column in table["columns"], cell


def check_words(game: Game[Any], told: Forecast) -> None:
    """It is said in every language, in its own lines and block by block."""
    for language in MADE_IN:
        said = forecast_lines(game, told, language)
        if isinstance(told, OutcomeForecast):
            said += PhraseRenderer(game, language).lines(default_forecast_sentences(told))
        assert said
        assert all(said), told
        assert not [line for line in said if "{" in line]


@every_case
def test_what_is_foreseen_adds_up_and_is_said(case: Case) -> None:
    kinds = set()
    for game, told in course(case):
        kinds.add(type(told))
        check_words(game, told)
        if isinstance(told, OutcomeForecast):
            check_sums(told)
            check_cells(game, told)
        elif isinstance(told, MoveStep) and told.threat is not None:
            assert 0 <= told.threat.harm_chance <= 1
    assert kinds


@every_case
def test_figures_that_are_whole_numbers_make_their_sum(case: Case) -> None:
    """Where all of a sum are plain numbers and changes of the first, they add up to the last."""
    for _, told in course(case):
        for sum_ in (
            told.blocks_of_kind(CalculationBlock) if isinstance(told, OutcomeForecast) else ()
        ):
            numbers = [each.value for each in sum_.numbers]
            is_plain = all(type(value) is int for value in (*numbers, sum_.total.value))
            if is_plain and any(each.is_change for each in sum_.numbers):
                assert sum(map(int, numbers)) == sum_.total.value, sum_

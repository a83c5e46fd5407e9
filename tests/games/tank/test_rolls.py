"""Which cell of a printed table a roll hit: looked up there, it gives what happened."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from engine.games.tank.adapter.handbook import TankHandbook
from engine.games.tank.adapter.rules import TANK
from engine.games.tank.card_events import GunFired, ShellStruck
from engine.games.tank.data.rulebook import FireOutcome
from engine.games.tank.events import ShotResolved
from engine.games.tank.fire import ChooseShot, Shot
from engine.games.tank.movement import ChooseStep
from engine.hexes.hex import distance
from engine.play.decisions import Answer
from engine.play.forecast_blocks import PrintedTableCell
from engine.play.move_forecast import RollOutcome
from engine.play.players import Question, RandomPlayer, play_to_end
from engine.texts import localised
from tests.conformance.cases import CASES
from tests.games.boards import battle
from tests.games.tank.turns import TankGame

TANK_CASES = [case for case in CASES if case.rules.id == "tank"]
each_game = pytest.mark.parametrize("seed", range(4))
each_case = pytest.mark.parametrize("case", TANK_CASES, ids=lambda case: case.id)


@dataclass(frozen=True)
class Bold(RandomPlayer):
    """Holds its fire in the direct-fire phase and goes at the nearest enemy; else at random."""

    def choose(self, question: Question) -> Answer:
        asked = question.decision
        if isinstance(asked, ChooseShot):
            return None
        if isinstance(asked, ChooseStep):
            enemies = question.view.units_of(question.view.enemy_of(asked.side))
            ways = [way for way in question.options if way is not None]
            return min(ways, key=lambda to: min((distance(to, e.at) for e in enemies), default=0))
        return super().choose(question)


@cache
def told(case: Any, seed: int) -> tuple[TankGame, list[tuple[Any, RollOutcome]]]:
    """A whole game, and its rolls each with its event: at random, or odd ones by the bold."""
    game = case.game(seed) if seed % 2 else case.played("random", seed)
    play_to_end(game, {side: Bold(seed) for side in ("red", "blue")})
    found = TANK.rolled(game.state, game.events)
    return game, [(game.events[each.event], each) for each in found]


def printed(game: TankGame, cell: PrintedTableCell | None) -> str:
    """What the handbook's table has in a cell."""
    assert cell is not None
    table = TankHandbook(game.state.book).tables()[cell.table]
    down, right = table["rows"].index(cell.row), table["columns"].index(cell.column)
    found: str = table["cells"][down][right]
    return found


@each_case
@each_game
def test_the_printed_table_gives_the_result_of_every_shot_and_shell(case: Any, seed: int) -> None:
    game, rolls = told(case, seed)
    for event, roll in rolls:
        if roll.purpose in ("shot", "shell"):
            assert printed(game, roll.cell) == roll.printed == event.rolled
            assert roll.faces == event.dice


@each_case
@each_game
def test_the_printed_tables_give_the_level_of_every_shot(case: Any, seed: int) -> None:
    game, rolls = told(case, seed)
    for event, roll in rolls:
        if roll.purpose == "shot":
            first, *others = roll.looked_up
            assert int(printed(game, first)) == event.base
            height = [made for made in roll.corrections if made.cell is not None]
            assert [made.cell for made in height] == others
            assert all(int(printed(game, made.cell)) == -int(made.value) for made in height)
            assert event.base + sum(int(made.value) for made in roll.corrections) == event.level
        elif roll.purpose == "shell":
            assert [int(printed(game, cell)) for cell in roll.looked_up] == [event.level]


@each_case
@each_game
def test_the_printed_armour_die_tells_whether_armour_saved_the_target(case: Any, seed: int) -> None:
    game, rolls = told(case, seed)
    for event, roll in rolls:
        if roll.purpose == "armour":
            saved = roll.faces[0] <= int(printed(game, roll.cell))
            assert saved == (event.softened == "armour")
            assert roll.result == (FireOutcome.SUPPRESSED if saved else event.rolled)


@each_case
@each_game
def test_every_roll_of_a_game_is_told_once_but_those_for_cards(case: Any, seed: int) -> None:
    game, rolls = told(case, seed)
    answered = [faces for faces in game.answers if type(faces) is tuple]
    drawn = sum(type(event).__name__ == "CardDrawn" for event in game.events)
    assert len(rolls) == len(answered) - drawn
    assert Counter(roll.faces for _, roll in rolls) <= Counter(answered)


def test_the_games_looked_at_have_shots_shells_close_combat_and_saves() -> None:
    seen: Counter[str] = Counter()
    kinds: Counter[type] = Counter()
    for case in TANK_CASES:
        for seed in range(4):
            for event, roll in told(case, seed)[1]:
                seen[roll.purpose] += 1
                kinds[type(event)] += 1
                seen["by-height"] += any(made.cell for made in roll.corrections)
                seen["by-cover"] += roll.purpose == "shot" and bool(roll.softened)
    wanted = {
        *("shot", "shell", "armour", "arrival", "scatter", "scatter-direction"),
        *("scatter-distance", "close-combat", "initiative", "by-height", "by-cover"),
    }
    assert wanted <= {name for name, count in seen.items() if count}
    assert min(kinds[kind] for kind in (ShotResolved, ShellStruck, GunFired)) > 10


def duel(target: str, *dice: object, **more: Any) -> tuple[RollOutcome, ...]:
    """Red 1 fires at Blue 1; the rolls of the shot."""
    game = battle(f"r1 {'. ' * 17}{target}", [1, *dice], **more)
    had = len(game.events)
    game.choose(Shot("r1", "b1"))
    shots = [event for event in game.events[had:] if isinstance(event, ShotResolved)]
    return TANK.rolled(game.state, shots)


def test_a_shot_tells_its_cell_and_then_the_armour_die() -> None:
    shot, armour = duel("b1", (1, 4), 3)
    assert (shot.cell, shot.sum, shot.printed) == (PrintedTableCell("C", "5", "9"), 5, "K")
    assert shot.looked_up == (PrintedTableCell("A", "85mm", "9-20"),)
    assert (armour.cell, armour.printed) == (PrintedTableCell("armour", "direct", "medium"), "1")
    assert armour.result == FireOutcome.ANNIHILATED


def test_cover_softens_the_throw_itself_and_no_armour_die_is_rolled() -> None:
    (shot,) = duel("b1:w", (2, 3))
    assert (shot.printed, shot.result) == ("K", FireOutcome.SUPPRESSED)
    assert localised(shot.softened, "en") == "Woods"  # type: ignore[arg-type]


def test_the_selectable_table_is_named_where_it_is_in_force() -> None:
    (shot,) = duel("b1", (4, 4), rules={"results": "firefight"})
    assert shot.cell == PrintedTableCell("C-firefight", "8", "9")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2d6 for the shot: 1+4 = 5; table C, row 5, column 9: annihilated"),
        ("zh", "掷双骰裁决射击结果：1+4＝5；C 表：5 行，9 列：歼灭"),
    ],
)
def test_a_roll_reads_with_its_cell(language: str, said: str) -> None:
    shot, armour = duel("b1", (1, 4), 3)
    assert TANK.describe_rolled(shot, language) == said
    assert TANK.describe_rolled(armour, language)

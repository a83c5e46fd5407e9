"""What is said of an answer before it is given, against every throw of the dice played out."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine.games import rule_system_of
from engine.games.tank.adapter.handbook import TankHandbook
from engine.games.tank.adapter.rules import TANK
from engine.games.tank.artillery import fire_gun, strike
from engine.games.tank.card_events import GunFired, ShellStruck
from engine.games.tank.cards import BoostShot, LowerResult, PlanSupport
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.rulebook import FireManner, FireOutcome
from engine.games.tank.events import ShotResolved, ShotSpoilt
from engine.games.tank.fire import FireAgain, JoinFire, Shot
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.games.tank.presentation import forecast_blocks
from engine.games.tank.presentation.fire_odds import marks_of, unit_end_states
from engine.games.tank.presentation.forecast import (
    SCATTERS,
    forecast_attack,
    forecast_barrage,
    forecast_fire,
    shell_landings,
)
from engine.games.tank.presentation.forecast_model import (
    BarrageForecast,
    FireForecast,
    ShotForecast,
)
from engine.games.tank.state import FirePlan, Impact
from engine.hexes.hex import distance
from engine.narration.forecast_text import forecast_lines
from engine.narration.number_format import format_percent
from engine.play.decisions import Procedure, Roll
from engine.play.dice import ScriptedDice
from engine.play.forecast_blocks import (
    CalculationBlock,
    DiceOutcome,
    DiceOutcomes,
    LineOfSight,
    OutcomeForecast,
    PrintedTableCell,
    ResultChances,
    UnitEndState,
    UnitEndStates,
)
from engine.play.game import Game
from engine.texts import text
from tests.games.boards import at, battle, scenario
from tests.games.tank.test_cards import Dealt
from tests.games.tank.turns import TankGame, last, order

RED_FIRST = 1
Marks = tuple[str, ...]


# --- every throw played out -----------------------------------------------------------------------


def played_out(game: TankGame, option: Any, target: str, shots: int = 1) -> dict[Marks, Fraction]:
    """What becomes of the target, by giving an answer and laying all dice that follow from it.

    Nobody joins, and whoever could fire once more does not.
    """
    had = len(game.answers)
    before = _resolved(game)
    game.choose(option)
    found: dict[Marks, Fraction] = defaultdict(Fraction)
    _play(game, target, before + shots, Fraction(1), found)
    game.rewind(had)
    return dict(found)


def _play(
    game: TankGame, target: str, shots: int, weight: Fraction, found: dict[Marks, Fraction]
) -> None:
    unit = game.state.units.get(target)
    if unit is None or _resolved(game) >= shots:
        found[("annihilated",) if unit is None else marks_of(unit)] += weight
        return
    if isinstance(game.decision, JoinFire):
        game.choose(None)
        _play(game, target, shots, weight, found)
        return
    assert game.awaited is not None, game.decision
    had, dice = len(game.answers), game.awaited.dice
    for faces in itertools.product(range(1, 7), repeat=dice):
        game.enter(faces)
        _play(game, target, shots, weight / 6**dice, found)
        game.rewind(had)


def _resolved(game: TankGame) -> int:
    return sum(isinstance(event, ShotResolved | ShotSpoilt) for event in game.events)


def asked(game: TankGame) -> Any:
    """The decision under way."""
    return game.decision


def foreseen(game: TankGame, option: Any) -> FireForecast:
    """The forecast of the decision under way, seen by the side that is asked."""
    assert game.decision is not None
    told = forecast_attack(TANK.view(game.state, game.decision.side), game.decision, option)
    assert isinstance(told, FireForecast)
    return told


def shown(game: TankGame, option: Any) -> OutcomeForecast:
    """The same, as any screen shows it."""
    assert game.decision is not None
    told = TANK.forecast(TANK.view(game.state, game.decision.side), game.decision, option)
    assert isinstance(told, OutcomeForecast)
    return told


def chances(ends: tuple[UnitEndState, ...]) -> dict[Marks, Fraction]:
    """Ends by their marks."""
    assert len({end.marks for end in ends}) == len(ends)
    assert sum(end.chance for end in ends) == 1
    return {end.marks: end.chance for end in ends}


ARMOUR = {"units": {name: {"armour": name} for name in ("none", "heavy", "composite")}}
SUPPRESSED: dict[str, Marks] = {"r1": ("suppressed",)}
POSITIONS: list[tuple[str, dict[str, Any]]] = [
    ("r1 " + ". " * 17 + "b1", {}),  # the worked case: range 18, level 9
    ("r1 " + ". " * 17 + "b1:w", {}),
    ("r1 " + ". " * 17 + "b1:s", {}),
    ("r1 . . . . . b1:3", {}),
    ("r1 . . b1:3", {}),
    ("r1:2 . . . . . b1", {}),
    ("r1 . . b1", {"marks": SUPPRESSED}),
    ("r1 " + ". " * 57 + "b1:2", {"marks": SUPPRESSED}),  # level 2 − 3: nothing is rolled
    ("r1 " + ". " * 17 + "b1:w", {"marks": {"b1": ("gun_out", "suppressed")}}),
    ("r1 " + ". " * 17 + "b1", {"marks": {"b1": ("immobile",)}}),
    ("r1 " + ". " * 30 + "b1:s", {"rules": {"results": "firefight"}}),
    ("r1 . . b1:w", {"rules": ARMOUR, "types": {"b1": "composite"}}),
    ("r1 . . b1", {"rules": ARMOUR, "types": {"b1": "none"}}),
    ("r1 . 3 . b1", {"rules": {"declare": "any"}}),  # no sight
    ("r1 " + ". " * 60 + "b1", {"rules": {"declare": "any"}}),  # too far
]


@pytest.mark.parametrize(("board", "more"), POSITIONS)
def test_declared_fire_comes_out_as_foreseen_over_all_dice(
    board: str, more: dict[str, Any]
) -> None:
    game, shot = battle(board, [RED_FIRST], **more), Shot("r1", "b1")
    assert chances(foreseen(game, shot).ends) == played_out(game, shot, "b1")


def test_three_firers_at_once_come_out_as_foreseen_over_all_dice() -> None:
    rules = {**ARMOUR, "tables": {"A": "gun 0-60\n85mm 4"}}
    board = "r1 r2 r3 . . . b1"
    game = battle(board, [RED_FIRST], rules=rules, types={"b1": "none"})
    game.choose(Shot("r1", "b1"))
    assert isinstance(game.decision, JoinFire)
    assert chances(foreseen(game, "r2").ends) == played_out(game, "r2", "b1", shots=2)
    alone = chances(foreseen(game, None).ends)
    assert alone == played_out(game, None, "b1")
    assert [attack.firer for attack in foreseen(game, "r2").attacks] == ["r1", "r2"]


def test_two_lesser_hits_of_joint_fire_add_up_to_annihilation() -> None:
    game = battle("r1 r2 . " + ". " * 52 + "b1", [RED_FIRST])
    one, both = (
        forecast_fire(game.state, firers, "b1", FireManner.DIRECT)
        for firers in (["r1"], ["r1", "r2"])
    )
    gone = ("annihilated",)
    assert gone not in chances(one.ends)
    assert chances(both.ends)[gone] > 0


@pytest.mark.parametrize(("fires", "manner"), [("on-the-move", -1), ("short-halt", -3)])
def test_fire_of_a_mover_comes_out_as_foreseen(fires: str, manner: int) -> None:
    rules = {"units": {"mover": {"fires": fires}}}
    game = battle("r1 . . . . . b1:w", [RED_FIRST, RED_FIRST], rules=rules, types={"r1": "mover"})
    order(game, "r1").choose(at(game, 1, 0))
    game.choose(None)  # no opportunity fire
    assert isinstance(game.decision, MoverFires)
    (attack,) = foreseen(game, "b1").attacks
    assert (attack.manner, attack.level) == (fires, 10 + manner)
    assert chances(foreseen(game, "b1").ends) == played_out(game, "b1", "b1")


def test_opportunity_and_cover_fire_come_out_as_foreseen() -> None:
    game = battle("r1 . . . . b1\n r2:1 . . . . .", [RED_FIRST, RED_FIRST])
    order(game, "r1").choose(at(game, 1, 0))
    assert type(asked(game)) is OpportunityFire
    assert chances(foreseen(game, "b1").ends) == played_out(game, "b1", "r1")
    game.choose("b1")
    game.enter((4, 4))
    assert type(asked(game)) is CoverFire
    cover = Shot("r2", "b1")
    assert foreseen(game, cover).attacks[0].manner == FireManner.COVER
    assert chances(foreseen(game, cover).ends) == played_out(game, cover, "b1")


def test_close_combat_comes_out_as_foreseen_without_regard_to_cover() -> None:
    game = battle("r1 b1+b2:w", [RED_FIRST, RED_FIRST, RED_FIRST])
    order(game, "r1").choose(at(game, 1, 0))
    assert isinstance(game.decision, CloseTarget)
    (attack,) = foreseen(game, "b2").attacks
    assert (attack.profile, [made.cause for made in attack.softenings]) == (None, ["armour"])
    assert chances(foreseen(game, "b2").ends) == played_out(game, "b2", "b2")


# --- cards ----------------------------------------------------------------------------------------


def dealt(card: str, board: str, side: str = "red") -> TankGame:
    return Game(Dealt(side, card), scenario(board), ScriptedDice.of(RED_FIRST))


def test_a_fire_boost_used_or_kept_comes_out_as_foreseen() -> None:
    game = dealt("fire-boost", "r1 " + ". " * 30 + "b1")
    game.choose(Shot("r1", "b1"))
    assert isinstance(game.decision, BoostShot)
    levels = [foreseen(game, option).attacks[0].level for option in ("keep", "use")]
    assert levels == [7, 9]
    for option in ("keep", "use"):
        assert chances(foreseen(game, option).ends) == played_out(game, option, "b1")


def test_a_second_shot_is_foreseen_on_the_target_as_the_first_left_it() -> None:
    game = dealt("quick-loading", "r1 " + ". " * 30 + "b1")
    game.choose(Shot("r1", "b1"))
    game.enter((1, 1))
    game.enter((6,))
    assert isinstance(game.decision, FireAgain)
    told = foreseen(game, "b1")
    assert told.before == ("gun_out",)
    assert chances(told.ends) == played_out(game, "b1", "b1")


def test_reactive_armour_tells_what_either_answer_comes_to() -> None:
    game = dealt("reactive-armour", "r1 . . b1", side="blue")
    game.choose(Shot("r1", "b1"))
    game.enter((1, 2))
    game.enter((6,))
    assert isinstance(game.decision, LowerResult)
    assert chances(foreseen(game, "keep").ends) == {("annihilated",): 1}
    assert chances(foreseen(game, "use").ends) == {("immobile",): 1}


def test_there_is_nothing_to_foresee_in_passing() -> None:
    game = battle("r1 . . b1", [RED_FIRST])
    assert game.decision is not None
    assert TANK.forecast(game.state, game.decision, None) is None


# --- what makes it up -----------------------------------------------------------------------------


def tables(game: TankGame) -> Callable[[PrintedTableCell], str]:
    """A look at the printed tables of the handbook."""
    printed = handbook_of(game)

    def look(cell: PrintedTableCell) -> str:
        table = printed[cell.table]
        down, right = table["rows"].index(cell.row), table["columns"].index(cell.column)
        found: str = table["cells"][down][right]
        return found

    return look


def handbook_of(game: TankGame) -> Any:
    return TankHandbook(game.state.book).tables()


def only(game: TankGame) -> ShotForecast:
    (attack,) = foreseen(game, Shot("r1", "b1")).attacks
    return attack


@pytest.mark.parametrize(("board", "more"), POSITIONS)
def test_base_and_corrections_add_up_to_the_level(board: str, more: dict[str, Any]) -> None:
    attack = only(battle(board, [RED_FIRST], **more))
    if attack.base is None:
        assert attack.level is None
    else:
        assert attack.base + sum(made.value for made in attack.corrections) == attack.level


@pytest.mark.parametrize(("board", "more"), POSITIONS)
def test_the_cells_named_are_printed_with_the_figures_used(
    board: str, more: dict[str, Any]
) -> None:
    game = battle(board, [RED_FIRST], **more)
    attack, look = only(game), tables(game)
    for cell in attack.looked_up:
        value = int(look(cell))
        assert value == attack.base if cell.table == "A" else cell.table == "B"
    for made in attack.corrections:
        assert (made.cell is not None) == (made.cause == "height")
        assert made.cell is None or int(look(made.cell)) == -made.value
    assert all(look(throw.cell) == throw.result for throw in attack.throws)
    for softening in attack.softenings:
        assert softening.cell is None or int(look(softening.cell)) == len(softening.faces)


def test_the_throws_are_the_column_of_the_level_from_top_to_bottom() -> None:
    throws = only(battle("r1 " + ". " * 17 + "b1", [RED_FIRST])).throws
    softened = Fraction(4, 36 * 6)
    assert throws[3] == DiceOutcome(
        PrintedTableCell("C", "5", "9"), FireOutcome.ANNIHILATED, Fraction(4, 36), softened
    )
    assert [throw.cell.row for throw in throws] == [str(sum_) for sum_ in range(2, 13)]
    assert sum(throw.chance for throw in throws) == 1


def test_the_standard_tables_are_those_the_handbook_prints() -> None:
    printed = rule_system_of("tank").handbook({}).tables()
    throw = only(battle("r1 . . b1", [RED_FIRST])).throws[0]
    assert throw.cell.table in printed
    assert throw.cell.row in printed["C"]["rows"]
    assert throw.cell.column in printed["C"]["columns"]


def test_an_attack_shows_the_line_of_sight_it_is_judged_by() -> None:
    blocked = only(battle("r1 . 3 . b1", [RED_FIRST], rules={"declare": "any"}))
    assert blocked.profile is not None
    assert not blocked.profile.is_clear
    assert not blocked.sees
    assert blocked.throws == ()


# --- shells ---------------------------------------------------------------------------------------

SHELLED = """
. . . . . . . . .
 . . . b1 . . . . .
. . . . r1:w . . . .
 . . . . b2+b3 . . . .
. . . . . . . . .
"""


def one_gun(**parameters: Any) -> TankGame:
    game = battle(SHELLED)
    card = game.state.cards["support-155mm"]
    cards = dict(game.state.cards)
    cards[card.id] = type(card)(**{**vars(card), "parameters": {**card.parameters, **parameters}})
    game.state.cards = cards
    game.state.turn = 1
    return game


def laid(rule: Procedure[None], dice: dict[str, tuple[int, ...]]) -> None:
    """Run a rule with these dice by what they are rolled for."""
    answer: tuple[int, ...] | None = None
    while True:
        try:
            request = rule.send(answer)
        except StopIteration:
            return
        assert isinstance(request, Roll)
        answer = dice[request.purpose]


def guns_fired(game: TankGame) -> Iterator[tuple[GunFired, list[ShellStruck]]]:
    """Every fall of one gun's shell, each as likely."""
    target, start = at(game, 4, 3), game.state
    for arrival, scatter, direction, steps in itertools.product(range(1, 7), repeat=4):
        game.state = start.copy()
        game.state.plans = (FirePlan("red", "support-155mm", target, 1, 1),)
        game.events.clear()
        dice = {
            "arrival": (arrival,), "scatter": (scatter,), "scatter-direction": (direction,),
            "scatter-distance": (steps,), "shell": (3, 4), "armour": (6,),
        }  # fmt: skip
        laid(fire_gun(game), dice)
        struck = [event for event in game.events if isinstance(event, ShellStruck)]
        yield last(game, GunFired), struck
    game.state = start


@pytest.mark.parametrize("parameters", [{"guns": 1}, {"guns": 1, "rocket": True}])
def test_the_shells_foreseen_on_each_unit_are_those_of_every_fall_of_a_gun(
    parameters: dict[str, Any],
) -> None:
    game = one_gun(**parameters)
    counts, falls = Counter[tuple[str, str]](), Counter[Any]()
    for gun, struck in guns_fired(game):
        falls[gun.at] += 1
        counts.update((event.unit, str(event.distance)) for event in struck)
    told = forecast_barrage(game.state, "support-155mm", at(game, 4, 3))
    found = {(u.unit, cell.column): each for u in told.units for cell, each in u.at_level}
    assert found == {key: Fraction(count, 6**4) for key, count in counts.items()}
    assert told.on_target == Fraction(falls[at(game, 4, 3)], 6**4)
    assert told.lost == Fraction(falls[None], 6**4)


def test_what_one_gun_does_to_a_unit_is_every_fall_with_every_throw() -> None:
    game = one_gun(guns=1)
    target, unit = at(game, 4, 3), game.state.units["b2"]
    odds: dict[Marks, Fraction] = defaultdict(Fraction)
    for fall, chance in shell_landings(game.state, target, SCATTERS).items():
        for a, b, die in itertools.product(range(1, 7), repeat=3):
            start = game.state.copy()
            impact = Impact("155mm", fall, "red")
            if distance(fall, unit.at) <= 2:
                laid(strike(game, "b2", impact), {"shell": (a, b), "armour": (die,)})
            left = game.state.units.get("b2")
            odds[marks_of(left) if left else ("annihilated",)] += chance / 216
            game.state = start
    odds[()] += 1 - sum(odds.values())
    told = forecast_barrage(game.state, "support-155mm", target)
    shelled = next(entry for entry in told.units if entry.unit == "b2")
    assert chances(shelled.ends) == dict(odds)


def test_a_plan_of_support_foresees_its_six_guns_one_after_the_other() -> None:
    game = one_gun()
    target = at(game, 4, 3)
    told = forecast_attack(game.state, PlanSupport("red", "support-155mm", 3), target)
    single = forecast_barrage(one_gun(guns=1).state, "support-155mm", target)
    assert isinstance(told, BarrageForecast)
    assert told.guns == 6
    for six, one in zip(told.units, single.units, strict=True):
        assert six.shells == 6 * one.shells
        assert chances(six.ends)[six.before] == chances(one.ends)[one.before] ** 6


def test_suppression_that_comes_off_before_the_guns_fire_is_not_counted() -> None:
    game = battle(SHELLED, marks={"b2": ("suppressed", "immobile")})
    told = forecast_barrage(game.state, "support-155mm", at(game, 4, 3))
    shelled = next(entry for entry in told.units if entry.unit == "b2")
    assert shelled.before == ("immobile",)
    assert ("suppressed", "immobile") in chances(shelled.ends)


def test_a_unit_no_shell_can_reach_is_left_out() -> None:
    board = "b1 " + ". " * 8 + "b2 " + ". " * 20
    game = battle(board + "r1")
    told = forecast_barrage(game.state, "support-122mm", at(game, 0, 0))
    assert [unit.unit for unit in told.units] == ["b1"]


def test_a_unit_that_nothing_hits_ends_as_it_is() -> None:
    unit = battle("r1 b1").state.units["b1"]
    assert unit_end_states(unit, []) == (UnitEndState((), Fraction(1)),)


# --- as any screen shows it ----------------------------------------------------------------------


@pytest.mark.parametrize(("board", "more"), POSITIONS)
def test_an_outlook_shows_what_is_reckoned(board: str, more: dict[str, Any]) -> None:
    game = battle(board, [RED_FIRST], **more)
    attack, told = only(game), shown(game, Shot("r1", "b1"))
    assert [line.profile for line in told.blocks_of_kind(LineOfSight)] == [attack.profile]
    assert [throws.throws for throws in told.blocks_of_kind(DiceOutcomes)] == [attack.throws][
        : len(attack.throws)
    ]
    for chances_ in told.blocks_of_kind(ResultChances):
        assert chances_.chances == tuple(reversed(attack.results))
    for sum_ in told.blocks_of_kind(CalculationBlock):
        assert sum(int(each.value) for each in sum_.numbers) == sum_.total.value == attack.level
    softened = {made.cell for made in attack.softenings if made.cell}
    rolled = {throw.cell for throw in attack.throws}
    assert set(told.cells) == {*attack.looked_up, *rolled, *softened} or not attack.sees


def test_an_outlook_of_several_shots_ends_with_what_becomes_of_the_target() -> None:
    game = battle("r1 " + ". " * 17 + "b1:w\n r2", [RED_FIRST])
    reckoned = forecast_fire(game.state, ["r1", "r2"], "b1", FireManner.DIRECT)
    told = forecast_blocks.fire_forecast_blocks(reckoned)
    ends = told.final_states("b1")
    assert ends is not None
    assert (ends.harm_chance, set(ends.ends)) == (reckoned.chance_of_harm, set(reckoned.ends))
    assert ends.ends[0].marks == ("annihilated",)  # the worst first
    assert len(told.blocks_of_kind(UnitEndStates)) == 1


# --- in words -------------------------------------------------------------------------------------


def test_a_shot_reads_from_what_it_is_to_what_it_leads_to() -> None:
    game = battle("r1 . . . . . b1:2w", [RED_FIRST], marks=SUPPRESSED)
    told = shown(game, Shot("r1", "b1"))
    ends = "annihilated 12%, immobile 2%, gun out 2%, suppressed 17%, no change 67%"
    assert forecast_lines(game, told, "en") == [
        text("tank.foreseen-attack", "en", firer="Red tank r1", target="Blue tank b1", level="5"),
        text("tank.foreseen-base", "en", range="6", base="10"),
        "target 2 levels higher: −2 (F3)",
        "firer suppressed: −3 (F3)",
        text("tank.softening-cover", "en", ground="Woods", faces="3 or 4", rule="F5"),
        text("tank.softening-armour", "en", faces="1", rule="F5"),
        "result: annihilated 12%, immobile 2%, gun out 2%, suppressed 17%, no effect 67%",
        text("tank.foreseen-ends", "en", unit="Blue tank b1", chances=ends),
    ]
    assert "目标高 2 级：−2（F3）" in forecast_lines(game, told, "zh")


def test_small_and_great_chances_are_never_told_as_none_or_certain() -> None:
    assert format_percent(Fraction(1, 1000), "en") == "under 1%"
    assert format_percent(Fraction(999, 1000), "en") == "over 99%"
    assert [format_percent(Fraction(n), "en") for n in (0, 1)] == ["0%", "100%"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_forecast_of_a_position_can_be_told(language: str) -> None:
    for board, more in POSITIONS:
        game = battle(board, [RED_FIRST], **more)
        assert forecast_lines(game, shown(game, Shot("r1", "b1")), language)
    game = one_gun()
    told = forecast_barrage(game.state, "support-155mm", at(game, 4, 3))
    assert len(forecast_lines(game, forecast_blocks.barrage_block(told), language)) == 1 + len(
        told.units
    )

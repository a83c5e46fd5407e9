"""What attacks and assaults lead to, foretold (V24.5, V26.11)."""

from __future__ import annotations

from fractions import Fraction

from engine.games.valor.advance_phase import AdvanceTo
from engine.games.valor.fire_phase import Join, Lead, Target
from engine.games.valor.presentation.forecast import forecast_option
from engine.narration.phrase_renderer import PhraseRenderer
from engine.play.forecast_blocks import (
    CalculationBlock,
    DiceOutcomes,
    ListingBlock,
    OutcomeForecast,
    ResultChances,
    UnitEndStates,
)
from tests.assertions import require
from tests.games.valor.boards import battle
from tests.games.valor.firing import aim_at

FIRE = {"phase": "fire"}


def told(game: object, option: object) -> OutcomeForecast:
    """What an option of the decision under way leads to."""
    found = forecast_option(game.state, game.decision, option)  # type: ignore[attr-defined]
    assert found is not None
    return found


def test_v24_5_an_ap_attack_tells_the_distribution_of_its_points() -> None:
    """AP attack (distribution of CP): row 11-18 at +2 has 21 5 4 3 2 1 in 36."""
    game = battle("r1+r2+r3 . b1:w\n. . b2", **FIRE)
    game.choose("r1")
    assert isinstance(game.decision, Target)
    game.choose(aim_at(game, "C1"))
    game.choose("r2")
    assert isinstance(game.decision, Join)
    outlook = told(game, "r3")
    points = outlook.blocks_of_kind(ResultChances)[-1]
    assert [(each.result, each.chance * 36) for each in points.chances] == [
        ("5", 1), ("4", 2), ("3", 3), ("2", 4), ("1", 5), ("0", 21),
    ]  # fmt: skip
    assert outlook.blocks_of_kind(CalculationBlock)[0].total.value == 15
    throws = outlook.blocks_of_kind(DiceOutcomes)[0].throws
    assert sum(throw.chance for throw in throws) == 1
    assert throws[0].cell == ("AP", "11-18", "4")


def test_v24_5_a_leader_and_the_sentence_in_both_languages() -> None:
    """The forecast with a leader is the roll as it will be made."""
    game = battle("r1+r3 . b1", types={"r3": "leader-2"}, **FIRE)
    game.choose("r1")
    if isinstance(game.decision, Join):
        game.choose(None)
    assert isinstance(game.decision, Lead)
    outlook = told(game, "r3")
    assert outlook.blocks_of_kind(CalculationBlock)[1].total.value == -2
    for language in ("en", "zh"):
        assert PhraseRenderer(game, language).lines(outlook.lines)


def test_v24_5_an_at_attack_tells_hit_and_elimination() -> None:
    """AT attack (hit x elimination): 10 or less, D against rear D: 15/36 below 7."""
    game = battle(
        "r1\n.\nb1\n.\nb9",
        types={"r1": "m4a3e8", "b1": "tiger-i"},
        facing={"r1": 3, "b1": 3},
        **FIRE,
    )
    game.choose("r1")
    outlook = told(game, aim_at(game, "A3", "b1"))
    hit = Fraction(33, 36)
    ends = outlook.blocks_of_kind(UnitEndStates)[0]
    assert ends.ends[0].chance == hit * (Fraction(15, 36) + Fraction(6, 36) / 3)
    assert ends.ends[1].chance == hit * Fraction(6, 36) * Fraction(2, 3)


def test_v24_5_an_assault_tells_the_chance_to_win_and_both_sides_points() -> None:
    """Assault (win chance, own and enemy CP): 1-1, 6 or less: 15 in 36."""
    game = battle("r1 b1:w\n. .", phase="assault")
    game.choose("r1")
    assert isinstance(game.decision, AdvanceTo)
    option = next(each for each in game.options if each is not None and each.manner == "assault")
    outlook = told(game, option)
    won, own, enemy = outlook.blocks_of_kind(ResultChances)
    assert won.of("won") == Fraction(15, 36)
    assert own.of("3") == Fraction(15, 36)
    assert enemy.of("1") == Fraction(21, 36)


def test_v24_5_an_overrun_tells_its_attack_and_the_fire_it_meets() -> None:
    """All APFP doubled (V17.4); survivors fire at the rear as it leaves (V17.5)."""
    game = battle(
        "r1\nb1\n.\n.\nb9", types={"r1": "m4a3e8", "b1": "pak40"},
        facing={"r1": 3, "b1": 3}, phase="movement",
    )  # fmt: skip
    game.choose(next(o for o in game.options if o is not None and o.manner == "move"))
    overrun = next(o for o in game.options if getattr(o, "how", "") == "overrun")
    outlook = game.rules.forecast(game.state, require(game.decision), overrun)
    assert isinstance(outlook, OutcomeForecast)
    assert outlook.blocks_of_kind(CalculationBlock)[0].total.value == 38
    assert sum(each.chance for each in outlook.blocks_of_kind(ResultChances)[0].chances) == 1
    (met,) = outlook.blocks_of_kind(ListingBlock)
    hurt, lost = met.entries[0].figures
    # 10 or less hits; D against the rear's C: 8 or less eliminates, 9 immobilises, of which a third
    # is abandoned at once (V16.3, V16.5).
    assert lost == Fraction(33, 36) * (Fraction(26, 36) + Fraction(4, 36) / 3)
    assert hurt == Fraction(33, 36) * Fraction(30, 36)
    assert len(outlook.aims) == 2
    for language in ("en", "zh"):
        assert PhraseRenderer(game, language).lines(outlook.lines)

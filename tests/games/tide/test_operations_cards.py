"""Operations cards and opening hands, laid out before the first round (tide O, G4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.checks.check import check
from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games.tide import active_effects, card_play, operations_cards, status_phase
from engine.games.tide.active_effects import AttackKind
from engine.games.tide.adapter.rules import TIDE
from engine.games.tide.card_events import CardDrawn, EffectsEnded, OperationLaidOut, Recovered
from engine.games.tide.data.rulebook import load_rulebook
from engine.games.tide.game_board import THIRDS
from engine.games.tide.move_steps import movement_allowance
from engine.games.tide.state import ActivationMode, Phase
from tests.games.tide.fights import Fight, fight
from tests.games.tide.hands import deck, hold, know, pile, shipped

RIDGE = SHIPPED / "samples/tide/scenarios/ridge-line.scenario.yaml"


def lay_out(
    card: str, *answers: Any, board: str = "r1 . . b1", laid: Any = None, **units: str
) -> Fight:
    """A game in which one operations card lies out."""
    made = fight(board, {"operations": {card: laid or {}}}, **units)
    know(made, *deck("operations").cards, deck="operations")
    made.run(operations_cards.begin_card_play(made.game), answers)
    return made


def test_they_are_laid_out_for_one_side_or_both() -> None:
    """Laid out by the scenario, to one side or both, work the whole game."""
    both, one = lay_out("deep-mud"), lay_out("deep-mud", laid={"side": "blue", "until": 2})
    assert both.happened(OperationLaidOut) == [OperationLaidOut("deep-mud", "", 0)]
    assert [both.state.hq[side].play for side in ("red", "blue")] == [("deep-mud",)] * 2
    assert one.happened(OperationLaidOut) == [OperationLaidOut("deep-mud", "blue", 2)]
    assert [one.state.hq[side].play for side in ("red", "blue")] == [(), ("deep-mud",)]


def test_o1_morning_mist() -> None:
    """O1 Morning mist: limit sight 4."""
    made = lay_out("morning-mist", board="r1 . . . . b1", laid={"until": 1})
    assert not made.state.sees(made.unit("r1").at, made.unit("b1").at)
    made.state.phase = Phase.STATUS
    made.run(status_phase.begin_status_phase(made.game))
    assert made.happened(EffectsEnded)
    assert made.state.sees(made.unit("r1").at, made.unit("b1").at)


def test_o2_green_troops() -> None:
    """O2 Green troops: bonus defence -1 squads suppressive."""
    made = lay_out("green-troops", laid={"side": "red"})
    state, green, others = made.state, made.unit("r1"), made.unit("b1")
    assert active_effects.total_bonus(state, "defence", green, AttackKind.SUPPRESSIVE) == -1
    assert active_effects.total_bonus(state, "defence", green, AttackKind.NORMAL) == 0
    assert active_effects.total_bonus(state, "defence", others, AttackKind.SUPPRESSIVE) == 0


def test_o3_picked_crews() -> None:
    """O3 Picked crews: bonus hit -1 vehicles (one easier)."""
    made = lay_out("picked-crews", r1="sherman")
    assert (
        active_effects.total_bonus(made.state, "hit", made.unit("r1"), AttackKind.NORMAL, "squads")
        == -1
    )
    assert (
        active_effects.total_bonus(made.state, "hit", made.unit("b1"), AttackKind.NORMAL, "squads")
        == 0
    )


def test_o4_deep_mud() -> None:
    """O4 Deep mud: bonus move -2 vehicles."""
    made = lay_out("deep-mud", r1="sherman")
    assert movement_allowance(made.state, made.unit("r1")) == (5 - 2) * THIRDS
    assert movement_allowance(made.state, made.unit("b1")) == 4 * THIRDS


def test_o5_prepared_ground() -> None:
    """O5 Prepared ground: place entrenchment 3 at set-up."""
    here = fight("r1 . . b1").hex(0, 0), fight("r1 . . b1").hex(1, 0)
    made = lay_out("prepared-ground", here[0], here[0], here[1], laid={"side": "red"})
    assert [(work.kind, work.at) for work in made.state.works.values()] == [
        ("entrenchment", here[0]), ("entrenchment", here[0]), ("entrenchment", here[1]),
    ]  # fmt: skip


def test_o6_short_of_shells() -> None:
    """O6 Short of shells: cost guns +1."""
    made = lay_out("short-of-shells", laid={"side": "red"})
    hold(made, "red", shipped("smoke-line"), deck="guns")
    assert card_play.card_cost(made.state, "red", shipped("smoke-line")) == 2
    assert card_play.card_cost(made.state, "blue", shipped("smoke-line")) == 1


def test_o7_veterans() -> None:
    """O7 Veterans: every disrupted squad of the side recovers to normal in ST4."""
    made = lay_out("veterans", laid={"side": "red"}).disrupt("r1", "b1")
    status_phase.recover(made.game)
    assert made.unit("r1").is_steady
    assert made.unit("b1").is_pinned
    assert [each.units for each in made.happened(Recovered)] == [("r1",)]


def test_o8_bold_leader() -> None:
    """O8 Bold leader: one officer's squad may be activated twice a round."""
    made = lay_out("bold-leader", board="r1 r2 r3 b1", r1="1 officer", r2="1 officer")
    made.state.phase = Phase.ACTION
    for unit in ("r1", "r2", "r3"):
        made.alter(unit, mode=ActivationMode.FATIGUED)
    able = [
        u for u in ("r1", "r2", "r3") if operations_cards.may_act_again(made.state, made.unit(u))
    ]
    assert able == ["r1", "r2"]
    operations_cards.reactivate_squad(made.game, "r1")
    assert made.unit("r1").is_fresh
    assert not operations_cards.may_act_again(made.state, made.unit("r2"))
    made.state.round += 1
    assert operations_cards.may_act_again(made.state, made.unit("r2"))


def test_g4_sides_draw_their_opening_cards() -> None:
    """Decks with opening cards."""
    made = pile(fight("r1 . . b1"), "red", "orders", shipped("keep-going"), shipped("once-more"))
    pile(made, "red", "guns", shipped("low-pass"))
    made.state.aims = replace(made.state.aims, openings={"red": {"orders": 1, "guns": 1}})
    made.run(operations_cards.begin_card_play(made.game), [], "2", "1")
    assert [each.card for each in made.happened(CardDrawn)] == ["once-more", "low-pass"]


def test_cards_that_do_nothing_are_not_in_the_decks_of_play(tmp_path: Any) -> None:
    source = RIDGE.read_text(encoding="utf-8").replace("../", f"{SHIPPED}/samples/tide/")
    weather = "{cards: [{id: rain, title: Rain}, {id: a, effect: draw, phase: action}]}"
    path = tmp_path / "x.scenario.yaml"
    changed = source.replace(f"{SHIPPED}/samples/tide/decks/guns.deck.yaml", weather)
    path.write_text(changed, encoding="utf-8")
    assert dict(TIDE.start(load(path)).hq["attack"].decks)["guns"] == ("a",)


# --- what a scenario says of them -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("was", "now", "code"),
    [
        ("morning-mist: {until: 3}", "morning-mits: {until: 3}", "rules-name"),
        ("morning-mist: {until: 3}", "morning-mist: {side: attak}", "rules-name"),
        ("morning-mist: {until: 3}", "smoke-line: {until: 3}", "rules-name"),
        ("morning-mist: {until: 3}", "morning-mist: {rounds: 3}", "invalid-rules"),
        ("crest-1: {each_round: 1}", "crest-9: {each_round: 1}", "rules-name"),
    ],
)
def test_what_the_rules_name_must_be_there(tmp_path: Any, was: str, now: str, code: str) -> None:
    source = RIDGE.read_text(encoding="utf-8").replace("../", f"{SHIPPED}/samples/tide/")
    path = tmp_path / "x.scenario.yaml"
    path.write_text(source.replace(was, now), encoding="utf-8")
    found = {problem.code: problem for problem in check(path)}
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(found) == [code]
    assert now in lines[found[code].mark.line - 1]


def test_the_book_reads_how_they_are_laid_out() -> None:
    laid = load_rulebook({"operations": {"deep-mud": None, "veterans": {"side": "red"}}}).operations
    assert [(name, each.side, each.until) for name, each in laid.items()] == [
        ("deep-mud", "", 0), ("veterans", "red", 0),
    ]  # fmt: skip

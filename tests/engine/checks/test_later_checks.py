"""What `check` says about cargo, weapons, fronts, features, stocks, hands and the newer aims."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine import games
from engine.checks.check import check_source
from engine.files import scenario_reader, scenario_writer
from engine.languages import MADE_IN
from engine.quick_fixes.scenario_fixes import scenario_fixes
from engine.texts import text
from tests.engine.scenario_texts import changed, check_of, folder, found

SOUND = """\
sandtable: scenario/2
title: {en: Drill, zh: 操练}
game: drill
map: lake.map.yaml
sides:
  - {id: red, decks: [{deck: orders, hand: 1}], stocks: {smoke: 3}}
  - {id: blue, colour: "#2b62c8"}
forces:
  red:
    - {id: r1, type: gun, at: "@1,0", facing: NW}
    - {id: r2, type: truck, zone: west}
    - {id: r3, type: squad, aboard: r2, figures: [regular, officer], mode: ready}
    - {id: r4, type: mg, bearer: r3}
  blue:
    - {id: b5, type: squad, at: "@5,1"}
    - {id: b6, type: squad, at: "@5,1"}
features:
  - {id: f1, kind: wire, side: red, at: "@3,2"}
  - {id: f2, kind: bunker, side: blue, at: "@5,1", facing: SW}
  - {id: f3, kind: wire, side: red, zone: west}
decks:
  orders:
    cards:
      - id: fog
        effect: smoke
        parameters: {count: 2, zone: east}
        then: [{effect: draw, parameters: {deck: orders}}]
        phase: fire
victory:
  - {by: exit, side: red, zone: east, count: 1, kinds: [vehicle], group: a, grade: decisive}
  - {by: kill, side: red, points: 9, group: a}
  - {by: clear, side: blue, zone: west}
  - {by: survive, side: blue, units: [b5, b6], count: 1}
  - {by: ratio, side: blue, percent: 200}
"""
F1 = '{id: f1, kind: wire, side: red, at: "@3,2"}'
FAULTS = [
    ("unknown-carrier", [("aboard: r2", "aboard: r9")], "r9, figures"),
    ("unknown-carrier", [("bearer: r3", "bearer: x")], "x}"),
    ("carrier-of-another-side", [("aboard: r2", "aboard: b5")], "b5, figures"),
    ("carrier-circle", [("zone: west}\n    - {id: r3", "aboard: r3}\n    - {id: r3")], "r3}"),
    ("cannot-carry", [("aboard: r2", "aboard: r1")], "r1, figures"),
    ("cannot-bear", [("bearer: r3", "bearer: r1")], "r1}"),
    ("needs-bearer", [("bearer: r3", "zone: west")], "{id: r4"),
    ("no-front", [("type: mg, bearer: r3", "type: mg, bearer: r3, facing: E")], "E}"),
    ("unknown-mode", [("mode: ready", "mode: raedy")], "raedy"),
    ("unknown-figure", [("officer]", "oficer]")], "[regular"),
    ("cannot-consist", [("officer]", "officer, regular, regular, regular]")], "[regular"),
    ("over-stacking", [
        ("  blue:\n", '  blue:\n    - {id: b7, type: squad, at: "@5,1"}\n')], '"@5,1"'),
    ("unknown-feature", [("kind: bunker", "kind: bunkre")], "bunkre"),
    ("feature-without-front", [(F1, F1.replace("}", ", facing: E}"))], "E}"),
    ("cannot-lie", [("@3,2", "@2,1")], '"@2,1"'),
    ("cannot-lie", [("@3,2", "@5,1")], '"@5,1"'),
    ("no-such-side", [("kind: bunker, side: blue", "kind: bunker, side: blu")], "blu, at"),
    ("unknown-zone", [("side: red, zone: west}\ndecks", "side: red, zone: wset}\ndecks")], "wset"),
    ("unknown-hex", [("@3,2", "@9,2")], '"@9,2"'),
    ("unknown-stock", [("smoke: 3", "smok: 3")], "3}"),
    ("too-many-decks",
     [("hand: 1}]", "hand: 1}, {deck: orders}, {deck: orders}]")], "[{deck"),
    ("deck-and-decks", [("decks: [", "deck: orders, decks: [")], "orders, decks"),
    ("unknown-deck", [("deck: orders, hand", "deck: ordres, hand")], "ordres, hand"),
    ("hand-too-large", [("hand: 1", "hand: 2")], "2}"),
    ("victory-without-zone", [("side: red, zone: east, count", "side: red, count")], "{by: exit"),
    ("unknown-zone", [("side: blue, zone: west", "side: blue, zone: wset")], "wset"),
    ("unknown-unit", [("units: [b5, b6]", "units: [b5, r1]")], "r1]"),
    ("victory-units", [("count: 1}", "count: 3}")], "3}"),
    ("victory-percent", [("by: ratio", "by: losses")], "200"),
    ("victory-key", [("by: ratio", "by: clear, zone: west")], "200"),
    ("victory-points", [("points: 9", "points: 99")], "99"),
    ("unknown-counted", [("[vehicle]", "[vehicles]")], "vehicles"),
    ("unknown-grade", [("grade: decisive", "grade: desicive")], "desicive"),
    ("grades-differ", [("9, group: a", "9, group: a, grade: marginal")], "marginal"),
    ("victory-turns-at-once", [("side: blue, zone: west}", "side: blue, zone: west, at_once: true, "
                                "turns: 2}")], "2}"),
    ("victory-at-once-at-end", [("side: blue, zone: west}", "side: blue, zone: west, at_once: true"
                                 ", at_end: true}")], "true}"),
    ("victory-turns", [("side: blue, zone: west}", "side: blue, zone: west, turns: 40}")], "40}"),
]  # fmt: skip
# What the tank game says of each of them: it knows none.
FOREIGN = {
    "unknown-stock", "unknown-feature", "cannot-carry", "cannot-bear", "no-front", "unknown-mode",
    "unknown-figure", "too-many-decks", "unknown-aim", "unknown-counted", "unknown-grade",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _drill() -> Iterator[None]:
    games.install("drill", "tests.engine.checks.drill")
    yield
    games.remove("drill")


def test_what_the_game_knows_is_sound(tmp_path: Path) -> None:
    assert found(folder(tmp_path, SOUND)) == []


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_each_fault_is_told_at_its_place(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    told = found(folder(tmp_path, changed(SOUND, *changes)))
    assert code in [each for each, _ in told]
    assert any(each == code and said.startswith(place) for each, said in told), told


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_each_is_told_in_both_languages(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    file = folder(tmp_path, changed(SOUND, *changes))
    for problem in check_of(file, code) if code != "unknown-hex" else ():
        sentences = {problem.sentence(language) for language in MADE_IN}
        assert len(sentences) == len(MADE_IN)
        assert not any("{" in each for each in sentences)


def test_a_game_without_them_says_so_of_each(tmp_path: Path) -> None:
    foreign = changed(
        SOUND, ("game: drill", "game: tank"), ("decisive", "desicive"),
        ("[{deck: orders, hand: 1}]", "[{deck: orders, hand: 1}, {deck: orders}]"),
    )  # fmt: skip
    told = {code for code, _ in found(folder(tmp_path, foreign))}
    assert told >= FOREIGN - {"no-front"}


def test_a_game_that_judges_each_condition_by_itself_refuses_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = games.scenario_limits_of
    monkeypatch.setattr(
        games, "scenario_limits_of", lambda *of: replace(plain(*of), has_groups=False)
    )
    assert "no-groups" in {code for code, _ in found(folder(tmp_path, SOUND))}


def test_what_a_rule_does_not_allow_is_told_with_its_number(tmp_path: Path) -> None:
    file = folder(tmp_path, changed(SOUND, ("aboard: r2", "aboard: r1")))
    (problem,) = check_of(file, "cannot-carry")
    assert problem.message("en") == (
        text(
            "scenario.cannot-carry",
            "en",
            held="r3",
            unit="r1",
            explained="a truck carries two squads, and nobody else anybody (drill D3)",
        )
    )


# --- fixes ----------------------------------------------------------------------------------------

WITHOUT_FIX = {"unknown-hex", "victory-key", "id-twice", "over-stacking"}


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_what_a_fix_promises_it_does(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    was = scenario_reader.read_leniently(folder(tmp_path, changed(SOUND, *changes)))
    before = [problem for problem in check_source(was.source) if problem.code == code]
    offered = scenario_fixes(was.scenario, before[0])
    assert offered or code in WITHOUT_FIX
    for fix in offered:
        assert all(fix.name(language) for language in MADE_IN)
        left = check_source(scenario_writer.rewrite(fix.scenario, was))
        assert len([each for each in left if each.code == code]) < len(before), fix.name("en")
    gentle = [not fix.is_destructive for fix in offered]
    assert gentle == sorted(gentle, reverse=True)


def test_a_weapon_without_a_bearer_goes_to_one_who_may_bear_it(tmp_path: Path) -> None:
    was = scenario_reader.read_leniently(
        folder(tmp_path, changed(SOUND, ("bearer: r3", 'at: "@5,1"')))
    )
    (problem,) = [each for each in check_source(was.source) if each.code == "needs-bearer"]
    first = scenario_fixes(was.scenario, problem)[0]
    assert first.name("en") == "Give r4 to r3"
    assert scenario_writer.rewrite(first.scenario, was).text == SOUND

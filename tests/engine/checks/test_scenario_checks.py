"""What `check` says about scenarios and decks: each code, and the place it points at."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.checks.check import check
from engine.games import scenario_limits_of
from engine.languages import LANGUAGES, MADE_IN
from engine.movement import standable_hexes
from tests.engine.scenario_texts import DECK, MAP, SCENARIO, changed, folder, found
from tests.generated import generated_map
from tests.test_texts import sentences

R1, R2 = '{id: r1, type: tank, at: "@1,0"}', "{id: r2, type: tank, zone: west}"
B2 = "arrives: {turn: 2, zone: east}"
AT_40 = 'arrives: {turn: 2, zone: "@4,0"}'
MILL = '{id: mill, at: "@2,2", points: 2}'
COUNT, POINTS = "{by: objectives, side: red, count: 2}", "{by: points, side: blue, points: 3}"

FAULTS = [
    ("no-such-map", [("lake.map.yaml", "sea.map.yaml")], "sea.map"),
    ("no-such-deck-file", [("own.deck.yaml", "no.deck.yaml")], "no.deck"),
    ("unknown-game", [("game: tank", "game: tnak")], "tnak"),
    ("unknown-key", [("turns: 6", "trns: 6")], "trns"),
    ("out-of-range", [("turns: 6", "turns: 0")], "0"),
    ("out-of-range", [("turn: 2", "turn: 0")], "0, zone"),
    ("unquoted", [('"0602"', "0602")], "0602"),
    ("wrong-form", [("id: r1", "id: r 1")], "r 1"),
    ("id-twice", [("id: b1", "id: r1")], "r1, type: tank, name"),
    ("id-twice", [("id: blue", "id: red")], "red, name: {en: Blue"),
    ("id-twice", [("id: edge", "id: mill")], "mill, zone"),
    ("no-such-side", [("  blue:", "  bleu:")], "bleu"),
    ("no-such-side", [("holder: blue", "holder: blu")], "blu}"),
    ("no-such-side", [("umpire: {", "empire: {")], "empire"),
    ("no-such-side", [("side: red", "side: rde")], "rde"),
    ("side-umpire", [("id: blue", "id: umpire")], "umpire, name"),
    ("several-begin", [("deck: own", "begins: true"), ("budget: 5", "begins: true")], "- {id: red"),
    ("unit-place", [(R2, '{id: r2, type: tank, zone: west, at: "@0,0"}')], "{id: r2"),
    ("unit-place", [(R2, "{id: r2, type: tank}")], "{id: r2"),
    ("objective-place", [(MILL, "{id: mill}")], "{id: mill"),
    ("unknown-hex", [("@1,0", "@9,0")], '"@9,0"'),
    ("unknown-zone", [("zone: west", "zone: wset")], "wset"),
    ("unknown-zone", [(B2, "arrives: {turn: 2, zone: esat}")], "esat"),
    ("unknown-zone", [("id: edge, zone: east", "id: edge, zone: esat")], "esat"),
    ("unknown-unit-type", [("id: r1, type: tank", "id: r1, type: tnk")], "tnk"),
    ("unknown-mark", [(R1, '{id: r1, type: tank, at: "@1,0", marks: [sad]}')], "[sad"),
    ("forbidden-ground", [("@1,0", "@6,2")], '"@6,2"'),
    ("over-stacking", [("strict: true", "stacking: 1"), (R2, R1.replace("r1", "r2"))], '"@1,0"'),
    ("zone-too-small", [("zone: west", "zone: pond")], "pond"),
    ("zone-too-small", [(B2, "arrives: {turn: 2, zone: pond}")], "pond"),
    ("no-units", [(f"    - {R1}\n    - {R2}\n", "    []\n")], "{id: red"),
    ("side-count", [("  - {id: blue", "  - {id: green}\n  - {id: blue")], "- {id: red"),
    ("unknown-deck", [("deck: own", "deck: won")], "won"),
    ("invalid-rules", [("strict: true", "strikt: true")], "true"),
    ("invalid-rules", [("strict: true", "units: {heavy: {gun: 99mm}}")], "99mm"),
    ("invalid-rules", [("strict: true", "terrain: {cover: {wods: {height: 2}}}")], "{height"),
    ("invalid-rules", [("strict: true", "cards_per_turn: {bleu: 2}")], "2}"),
    ("victory-count", [("count: 2", "count: 3")], "{by: objectives"),
    ("victory-points", [("points: 3", "points: 30")], "30"),
    ("victory-for-nobody", [(POINTS, "{by: losses}")], "{by: losses"),
    ("victory-key", [(POINTS, "{by: losses, side: red, count: 1}")], "1}"),
    ("unknown-objective", [(COUNT, "{by: objectives, side: red, objectives: [mlil]}")], "mlil"),
]  # fmt: skip
DOUBTS = [
    ("enemies-together", [("@1,0", "@5,1")], '"0602"'),
    ("too-many-arrive", [
        ("strict: true", "stacking: 1"),
        (f"{B2}}}", f"{AT_40}}}\n    - {{id: b3, type: tank, {AT_40}}}"),
    ], '"@4,0"'),
    ("arrives-too-late", [("turn: 2", "turn: 7")], "7, zone"),
    ("zones-overlap", [(f", {B2}", ", zone: west")], "west"),
    ("over-budget", [("budget: 5", "budget: 1")], "1}"),
    ("same-number", [("{en: Lion, zh: 狮}", "{en: Lion 2, zh: 狮2}")], "{id: b2"),
    ("like-colours", [("budget: 5", 'colour: "#b01010", budget: 5')], '"#b01010"'),
    ("like-colours", [("#aa0000", "#2b62d8")], "{id: blue"),
    ("unreachable-objective", [("@2,2", "@7,2")], "{id: mill"),
    ("victory-from-the-start", [(COUNT, "{by: objectives, side: blue, count: 1}")], "{by: obj"),
    ("one-language", [("{en: Go, zh: 前进}", "{en: Go}")], "{en: Go}"),
    ("zone-hides-another", [("decks:", 'zones: {west: ["@0,0"]}\ndecks:')], '["@0,0"]'),
    ("unused-waiver", [("decks:", "waived: [{code: one-language, reason: why}]\ndecks:")], "one-l"),
    ("unknown-waiver", [("decks:", "waived: [{code: one-langage, reason: why}]\ndecks:")], "one-l"),
]  # fmt: skip
CARDS = [
    ("unknown-effect", [("extra-mp", "extra-pm")], "extra-pm"),
    ("unknown-parameter", [("mp: 1", "pm: 1")], "pm: 1"),
    ("invalid-card", [("122mm", "120mm")], "120mm"),
    ("invalid-card", [("mp: 1", "mp: one")], "one"),
    ("id-twice", [("id: guns", "id: push")], "push, effect: support"),
    ("no-picture", [("copies: 2", "picture: push.png")], "push.png"),
    ("one-language", [("copies: 2", "title: {zh: 推进}")], "{zh"),
    ("numbers-differ", [("copies: 2", "text: {en: Three movers, zh: 2个}")], "Three movers"),
    ("differs-from-own", [("id: push", "id: rapid-assault")], "rapid-assault"),
    ("missing-key", [("id: guns, ", "")], "{effect"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")


def test_the_scenario_itself_is_clean(tmp_path: Path) -> None:
    assert found(folder(tmp_path)) == []


@pytest.mark.parametrize(("code", "changes", "place"), FAULTS)
def test_a_fault_is_an_error_told_where_it_is(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    file = folder(tmp_path, changed(SCENARIO, *changes))
    told = [problem for problem in check(file) if problem.code == code]
    assert told, found(file)
    assert told[0].severity == "error"
    assert dict(found(file))[code].startswith(place)


@pytest.mark.parametrize(("code", "changes", "place"), DOUBTS)
def test_a_doubt_is_a_warning_and_nothing_else_is_found(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    file = folder(tmp_path, changed(SCENARIO, *changes))
    assert [problem.severity for problem in check(file)] == ["warning"], found(file)
    ((told, where),) = found(file)
    assert told == code
    assert where.startswith(place)


def test_ground_the_game_does_not_know_is_told_once_a_kind(tmp_path: Path) -> None:
    """Tank M4: ground this game does not know counts as open; `check` says so once a kind."""
    map_ = changed(MAP, ("..w...~.", "ccwb..~."), ("w: woods", "w: woods, c: city, b: building"))
    told = check(folder(tmp_path, map_=map_))
    assert [(each.code, each.severity, each.at) for each in told] == [
        ("ground-as-open", "warning", ("@0,1",)),
        ("ground-as-open", "warning", ("@3,1",)),
    ]
    assert "City" in told[0].message("en")
    rules = "rules: {terrain: {mobility: {ground: {city: 3, building: 2}}}, strict: true}"
    assert found(folder(tmp_path, changed(SCENARIO, ("rules: {strict: true}", rules)), map_)) == []


@pytest.mark.parametrize(("code", "changes", "place"), CARDS)
def test_a_card_is_told_in_its_deck_and_in_the_scenario_that_uses_it(
    tmp_path: Path, code: str, changes: list[tuple[str, str]], place: str
) -> None:
    file = folder(tmp_path, deck=changed(DECK, *changes))
    for problems in (found(file.with_name("own.deck.yaml")), found(file)):
        assert dict(problems).get(code, "").startswith(place), problems


@pytest.mark.parametrize("language", MADE_IN)
@pytest.mark.parametrize(("code", "changes", "place"), FAULTS + DOUBTS)
def test_every_problem_is_told_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    language: str,
    code: str,
    changes: list[tuple[str, str]],
    place: str,
) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", language)
    for problem in check(folder(tmp_path, changed(SCENARIO, *changes))):
        names = (each.name for each in LANGUAGES.values())
        said = re.sub("|".join(names), "", problem.message())  # a language is called by its own
        is_chinese = any("一" <= sign <= "鿿" for sign in said)
        assert is_chinese == (language == "zh"), problem.message()


def test_a_misspelt_word_is_answered_with_the_likely_one(tmp_path: Path) -> None:
    text = changed(SCENARIO, ("id: r1, type: tank", "id: r1, type: tnk"), ("west", "wset"))
    hints = [problem.hint("en") for problem in check(folder(tmp_path, text))]
    assert hints == ["did you mean 'tank'?", "did you mean 'west'?"]


@pytest.mark.parametrize(
    "rules", ["terrain: {mobility: {grund: {woods: 3}}}", "cards: {x: {effect: repair, copis: 2}}"]
)
def test_an_unknown_key_in_the_rules_is_told_once(tmp_path: Path, rules: str) -> None:
    file = folder(tmp_path, changed(SCENARIO, ("strict: true", rules)))
    assert [code for code, _ in found(file)] == ["unknown-key"]


def test_an_unknown_key_in_the_rules_hides_no_other_fault_there(tmp_path: Path) -> None:
    rules = "strikt: true, terrain: {mobility: {grund: {woods: 3}}}"
    file = folder(tmp_path, changed(SCENARIO, ("strict: true", rules)))
    assert sorted(code for code, _ in found(file)) == ["invalid-rules", "unknown-key"]


@pytest.mark.parametrize(
    ("rules", "near"),
    [
        ("cards_per_turn: {bleu: 2}", "blue"),
        ("terrain: {mobility: {ground: {wods: 3}}}", "woods"),
        ("strikt: true", "strict"),
    ],
)
def test_a_misspelt_word_in_the_rules_is_answered_with_the_likely_one(
    tmp_path: Path, rules: str, near: str
) -> None:
    (problem,) = check(folder(tmp_path, changed(SCENARIO, ("strict: true", rules))))
    assert problem.hint("en") == f"did you mean '{near}'?"


def test_a_broken_map_is_told_with_its_own_name(tmp_path: Path) -> None:
    file = folder(tmp_path, map_=changed(MAP, ("w: woods", "w: wods")))
    problems = check(file)
    assert {Path(problem.file).name: problem.code for problem in problems} == {
        "lake.map.yaml": "unknown-ground",
        "lake.scenario.yaml": "broken-map",
    }


def test_a_card_with_another_effect_in_another_deck_needs_another_id(tmp_path: Path) -> None:
    second = "decks: {two: {cards: [{id: push, effect: repair}]}, own"
    assert (
        found(folder(tmp_path, changed(SCENARIO, ("decks: {own", second))))[0][0] == "card-differs"
    )


def test_a_deck_of_another_game_is_refused(tmp_path: Path) -> None:
    file = folder(tmp_path, deck=changed(DECK, ("game: tank", "game: chess")))
    assert ("deck-of-another-game", "own.deck.yaml}") in found(file)
    assert ("unknown-game", "chess") in found(file.with_name("own.deck.yaml"))


def test_a_waiver_silences_its_warning_at_its_hexes(tmp_path: Path) -> None:
    waived = 'waived: [{code: enemies-together, at: ["0602"], reason: an ambush}]\ndecks:'
    file = folder(tmp_path, changed(SCENARIO, ("@1,0", "@5,1"), ("decks:", waived)))
    assert found(file) == []


def test_an_error_cannot_be_waived(tmp_path: Path) -> None:
    waived = "waived: [{code: forbidden-ground, reason: it floats}]\ndecks:"
    file = folder(tmp_path, changed(SCENARIO, ("@1,0", "@6,2"), ("decks:", waived)))
    assert {code for code, _ in found(file)} == {"forbidden-ground", "unknown-waiver"}


def test_a_bridge_makes_the_objective_reachable(tmp_path: Path) -> None:
    bridged = changed(MAP, ('"@0,2 @1,2 @2,2"', '"@0,2 @1,2 @2,2", "@5,2 @6,2 @7,2"'))
    file = folder(tmp_path, changed(SCENARIO, ("@2,2", "@7,2")), bridged)
    assert "unreachable-objective" not in dict(found(file))


def test_all_sentences_about_scenarios_have_the_same_gaps_in_both_languages() -> None:
    for key, sentence in sentences("engine/texts/scenario").items():
        parts = [said.split("{")[1:] for said in sentence.values()]
        gaps = [{part.split("}")[0].split(":")[0] for part in said} for said in parts]
        assert list(sentence) == ["en", "zh"], key
        assert gaps[0] == gaps[1], key


@pytest.mark.parametrize("seed", range(4))
def test_large_maps_are_searched_to_the_same_end_as_small_ones(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    map_ = generated_map(40, 30, seed)
    mobility = scenario_limits_of("tank", {}).mobility["tank"]
    starts = [map_.grid.hex(3, 3), map_.grid.hex(20, 8)]
    walked = standable_hexes.hexes_reached(map_, mobility, starts, set(map_.grid))
    monkeypatch.setattr(standable_hexes, "SMALL", 0)
    compiled = standable_hexes.hexes_reached(map_, mobility, starts, set(map_.grid))
    assert compiled == walked, f"seed {seed}"


def test_a_choice_that_is_wrong_hides_no_other_fault(tmp_path: Path) -> None:
    faulty = changed(
        SCENARIO,
        ("{strict: true}", "{strict: 7, stacking: none}"),
        ("type: tank, at", "type: tnak, at"),
    )
    told = [code for code, _ in found(folder(tmp_path, faulty))]
    assert told.count("invalid-rules") == 2
    assert "unknown-unit-type" in told

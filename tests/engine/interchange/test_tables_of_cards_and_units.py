"""Decks and orders of battle to spreadsheets and back: the same again, or faults cell by cell."""

from __future__ import annotations

import csv
import io
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.files import deck_files, scenario_reader
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of
from engine.interchange import csv_tables, deck_csv, order_of_battle_csv
from engine.problems import InvalidFileError, Problem
from engine.scenario.scenario import Arrival, Card, CardEffect, Deck, Scenario
from engine.texts import text
from studio.cli import main
from tests.engine.interchange.hostile import damaged

SAMPLES = SHIPPED / "samples" / "tank"
EFFECTS = card_effects_of("tank")
STANDARD = deck_files.load(SAMPLES / "decks" / "standard.deck.yaml")
ODD = (
    Card("quoted", "repair", {"units": 2}, 3, "the \"same\", in all; languages", "two\nlines"),
    Card("formula", "support", {"battery": "122mm", "rocket": True}, text={"en": "=SUM(A1)"}),
    Card("marked", "support", {"battery": "155mm", "rocket": False}, text={"zh": "'=1", "fr": "-"}),
)  # fmt: skip


@pytest.fixture(scope="module")
def crossroads() -> Scenario:
    scenario = scenario_reader.load(SAMPLES / "scenarios" / "crossroads.scenario.yaml")
    first, second, *others = scenario.units
    zone = next(iter([*scenario.zones, *scenario.map.zones]))
    moved = replace(first, at=None, zone="", arrives=Arrival(3, zone), marks=("suppressed",))
    return replace(scenario, units=(moved, replace(second, name="Same, everywhere"), *others))


def write(path: Path, table: str) -> Path:
    path.write_text(table, encoding="utf-8", newline="")
    return path


def deck_from(tmp_path: Path, table: str, deck: Deck = STANDARD) -> csv_tables.SpreadsheetMerge:
    return deck_csv.read(write(tmp_path / "a.csv", table), deck, EFFECTS)


def faults(tmp_path: Path, table: str, deck: Deck = STANDARD) -> list[str]:
    with pytest.raises(InvalidFileError) as refused:
        deck_from(tmp_path, table, deck)
    return [problem.message("en") for problem in refused.value.problems]


def fault(code: str, cell: str, **values: str) -> str:
    """Return what is said of a cell."""
    return text(f"decks.{code}", "en", cell=cell, **values)


def as_excel(table: str, sign: str) -> str:
    """The same table as a spreadsheet of another country writes it."""
    out = io.StringIO()
    rows = csv.reader(io.StringIO(table.removeprefix("\ufeff"), newline=""))
    csv.writer(out, delimiter=sign, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(rows)
    return "\ufeff" + out.getvalue()


# --- decks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_deck_comes_back_as_it_was(tmp_path: Path, sign: str) -> None:
    deck = replace(STANDARD, cards=(*STANDARD.cards, *ODD))
    merged = deck_from(tmp_path, as_excel(deck_csv.compose(deck, EFFECTS), sign), deck)
    assert merged.value == deck
    assert merged.is_empty
    begun = deck_from(tmp_path, deck_csv.compose(deck, EFFECTS), Deck("standard", (), deck.title))
    assert begun.value == deck


def test_a_table_is_utf_8_with_its_mark_and_no_formulas() -> None:
    table = deck_csv.compose(replace(STANDARD, cards=ODD), EFFECTS)
    assert table.startswith("\ufeffid,effect,copies,title,title_en")
    cells = [cell for row in csv.reader(io.StringIO(table)) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_random_decks_come_back_as_they_were(tmp_path: Path) -> None:
    chance = random.Random(5)
    signs = ["a", "，", "'", '"', "=", "-", "@", ";", ",", "\n", " ", "字", "+", "\t"]

    def word() -> str:
        return "x" + "".join(chance.choices(signs, k=6)) + "x"

    for _ in range(40):
        cards = tuple(
            Card(f"c{n}", name, EFFECTS[name].new_card_parameters(), chance.randint(1, 9),
                 {"en": "'" * chance.randint(0, 2) + chance.choice("=-@+") + word()}, word())
            for n, name in enumerate(chance.choices([*EFFECTS], k=4))
        )  # fmt: skip
        deck = Deck("d", cards)
        assert deck_from(tmp_path, deck_csv.compose(deck, EFFECTS), Deck("d", ())).value == deck


AFTER = (
    CardEffect("support", {"battery": "122mm", "rocket": True}),
    CardEffect("repair", {"units": 1}),
)
TERMS = (
    Card("both", "repair", {"units": 2}, then=AFTER, cost=3, phase="orders", stays=True, set="air"),
    Card("plain", "repair", {"units": 1}),
)


def test_what_a_card_says_beside_its_effect_has_columns_where_a_deck_has_any(
    tmp_path: Path,
) -> None:
    rich = replace(STANDARD, cards=TERMS)
    table = deck_csv.compose(rich, EFFECTS)
    head, first, *_ = table.splitlines()
    assert head.endswith(",cost,phase,set,stays,then")
    assert first.endswith(",3,orders,air,yes,support battery=122mm rocket=yes + repair units=1")
    assert deck_from(tmp_path, table, rich).value == rich
    assert deck_from(tmp_path, table, replace(rich, cards=TERMS[1:])).value.cards == TERMS
    assert "then" not in deck_csv.compose(STANDARD, EFFECTS).splitlines()[0]


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("suport rocket=yes", fault("cell-then", "B2", found="suport rocket=yes")),
        ("repair units", fault("cell-then", "B2", found="repair units")),
        ("repair units=two", fault("cell-number", "B2", found="two")),
        ("repair units=1 +", fault("cell-then", "B2", found="")),
        ('repair ""units=1', fault("cell-then", "B2", found='repair "units=1')),
    ],
)
def test_a_further_effect_that_means_nothing_is_told(tmp_path: Path, then: str, said: str) -> None:
    table = f'id,then\nquoted,"{then}"\n'
    assert faults(tmp_path, table, replace(STANDARD, cards=ODD)) == [said]


def test_what_a_table_changes_is_told_by_id_and_field(tmp_path: Path) -> None:
    table = "id,effect,copies\nfield-repair,repair,4\nnew,repair,1\n"
    merged = deck_from(tmp_path, table)
    assert merged.added == ("new",)
    assert merged.changed == {"field-repair": ("copies",)}
    assert len(merged.removed) == 6
    assert csv_tables.merge_report_lines(merged, "a", "en")[:3] == [
        "a: 1 added, 1 changed, 6 removed", "  + new", "  ~ field-repair: copies",
    ]  # fmt: skip


def test_what_the_table_has_no_column_for_stays(tmp_path: Path) -> None:
    merged = deck_from(tmp_path, "id,title_en\nrapid-assault,Rush\n")
    (card,) = merged.value.cards
    was = STANDARD.cards[0]
    assert card == replace(was, title={**was.title, "en": "Rush"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("id,efect\na,repair\n", [fault("column-unknown", "B1", column="efect")]),
        ("id,effect,effect\na,repair,repair\n", [fault("column-twice", "C1", column="effect")]),
        ("id,effect\na,repare\n", [fault("cell-effect", "B2", found="repare")]),
        ("id,effect\n\na b,repair\n", [fault("cell-id", "A3", found="a b")]),
        ("id,effect\na,repair\na,repair\n", [fault("cell-id-twice", "A3", found="a")]),
        ("id,effect,copies\na,repair,two\nb,repair,0\n",
         [fault("cell-number", "C2", found="two"),
          fault("cell-range", "C3", found="0", least="1", most="99")]),
        ("id,effect,parameter.guns\na,repair,3\n",
         [fault("cell-parameter", "C2", effect="repair")]),
        ("id,effect,parameter.units\na,repair,99\n",
         [fault("cell-range", "C2", found="99", least="1", most="50")]),
        ("id,effect,parameter.battery,parameter.rocket\na,support,120mm,perhaps\n",
         [fault("cell-word", "C2", found="120mm"), "D2: 'perhaps' is neither yes nor no"]),
        ("id,effect,text,text_en\na,repair,x,y\n",
         [fault("cell-two-texts", "C2", name="text")]),
        ('id,effect,text\na,repair,"two\nlines"\nb,x,\n', [fault("cell-effect", "B3", found="x")]),
        ("id,effect\na,repair,,,x\n", [fault("row-too-long", "A2", found="5", wanted="2")]),
        ("id,effect\n", ["A2: the table has no rows"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_cell_by_cell(tmp_path: Path, table: str, said: list[str]) -> None:
    assert faults(tmp_path, table) == said


def test_a_likely_spelling_is_offered(tmp_path: Path) -> None:
    with pytest.raises(InvalidFileError, match="did you mean 'effect'"):
        deck_from(tmp_path, "id,efect\na,repair\n")


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(
        "id,title_fr\na,Contre-attaque à l'aube été\n".encode("latin-1")
    )
    with pytest.raises(InvalidFileError, match="UTF-8"):
        deck_csv.read(tmp_path / "a.csv", STANDARD, EFFECTS)


DIALECTS: dict[str, Callable[[str], bytes]] = {
    "Unicode text": lambda table: as_excel(table, "\t").encode("utf-16-le"),
    "Unicode text, big-endian": lambda table: as_excel(table, "\t").encode("utf-16-be"),
    "a line for the sign": lambda table: f"sep=;\r\n{as_excel(table, ';')[1:]}".encode(),
    "lines of an old Macintosh": lambda table: table.replace("\r\n", "\r").encode(),
    "empty rows above": lambda table: f"\r\n,,,\r\n{table[1:]}".encode(),
    "empty columns beside": lambda table: table.replace("\r\n", ",,,\r\n").encode(),
    "empty rows between": lambda table: table.replace("\r\n", "\r\n,,\r\n\r\n").encode(),
    "decimals": lambda table: table.replace("repair,1,", "repair,1.0,").encode(),
    "decimal commas": lambda table: as_excel(table, ";").replace('"1"', '"1,0"').encode(),
    "GBK, as Chinese spreadsheets write": lambda table: table[1:].encode("gbk"),
    "capital heads": lambda table: table.replace("id,effect", "Id,Effect", 1).encode(),
    "blanks that do not break": lambda table: table.replace("repair,1,", "repair,\xa01,").encode(),
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_spreadsheets_make_of_a_table_is_understood(tmp_path: Path, dialect: str) -> None:
    table = deck_csv.compose(STANDARD, EFFECTS)
    content = DIALECTS[dialect](table)
    assert content != table.encode()
    (tmp_path / "a.csv").write_bytes(content)
    assert deck_csv.read(tmp_path / "a.csv", STANDARD, EFFECTS).is_empty


def test_question_marks_in_place_of_characters_are_refused(tmp_path: Path) -> None:
    was = replace(STANDARD, cards=(Card("a", "repair", {"units": 2}, title={"zh": "抢修!"}),))
    assert faults(tmp_path, "id,effect,title_zh\na,repair,??!\n", was) == [
        fault("cell-signs-lost", "C2", found="??!", was="抢修!")
    ]
    merged = deck_from(tmp_path, "id,effect,title_zh\na,repair,何时?\n", was)
    assert merged.value.cards[0].title == {"zh": "何时?"}


def test_a_whole_table_saved_without_its_characters_is_told_once(tmp_path: Path) -> None:
    table = deck_csv.compose(STANDARD, EFFECTS)
    (tmp_path / "a.csv").write_bytes(table.encode("latin-1", "replace").lstrip(b"?"))
    with pytest.raises(InvalidFileError) as refused:
        deck_csv.read(tmp_path / "a.csv", STANDARD, EFFECTS)
    (problem,) = refused.value.problems
    assert problem.hint("en") == "save it as CSV UTF-8, or as Unicode text"


def test_what_no_file_can_hold_is_left_out_of_a_cell(tmp_path: Path) -> None:
    merged = deck_from(tmp_path, "id,effect,text\na,repair,one\x1b[2Jtwo\n")
    assert merged.value.cards[0].text == "one[2Jtwo"


def test_lines_within_a_cell_end_as_everywhere_else(tmp_path: Path) -> None:
    merged = deck_from(tmp_path, 'id,effect,text\na,repair,"two\r\nlines"\n')
    assert merged.value.cards[0].text == "two\nlines"


def test_a_formula_that_somebody_typed_is_a_text_and_goes_out_as_one(tmp_path: Path) -> None:
    merged = deck_from(tmp_path, "id,effect,title\na,repair,=cmd|' /C calc'!A0\n")
    assert merged.value.cards[0].title == "=cmd|' /C calc'!A0"
    assert "'=cmd|" in deck_csv.compose(merged.value, EFFECTS)


@pytest.mark.parametrize("found", ["1,5", "1.000", "1e1", "0.01"])
def test_no_whole_number_is_made_of_another(tmp_path: Path, found: str) -> None:
    said = faults(tmp_path, f"id;effect;copies\na;repair;{found}\n")
    assert said == [fault("cell-number", "C2", found=found)]


def test_cells_are_told_as_the_spreadsheet_counts_them(tmp_path: Path) -> None:
    assert faults(tmp_path, "sep=;\nid;effect\n\na;oops\n") == [
        fault("cell-effect", "B3", found="oops")
    ]
    assert faults(tmp_path, ",\nid,effect\na,oops\n") == [fault("cell-effect", "B3", found="oops")]
    assert faults(tmp_path, ",\nid,oops\n") == [fault("column-unknown", "B2", column="oops")]


def test_a_quotation_that_never_ends_is_told_by_its_row(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, 'id,effect,text\na,repair,x\nb,repair,"y\nc,repair,z\n')
    assert said.startswith(fault("table-broken", "A3", reason=""))


def test_a_spreadsheet_s_own_file_is_told(tmp_path: Path) -> None:
    for content in (b"PK\x03\x04\x14\x00\xff\xfe", b"PK\x03\x04 and letters"):
        (tmp_path / "a.csv").write_bytes(content)
        with pytest.raises(InvalidFileError, match=r"not CSV.*as CSV UTF-8"):
            deck_csv.read(tmp_path / "a.csv", STANDARD, EFFECTS)


# --- forces ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [",", ";"])
def test_an_order_of_battle_comes_back_as_it_was(
    tmp_path: Path, crossroads: Scenario, sign: str
) -> None:
    file = write(tmp_path / "a.csv", as_excel(order_of_battle_csv.compose(crossroads), sign))
    merged = order_of_battle_csv.read(file, crossroads)
    assert merged.is_empty
    begun = order_of_battle_csv.read(file, replace(crossroads, units=()))
    assert begun.value.units == crossroads.units
    assert len(begun.added) == len(crossroads.units)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("u,green,tank,@1,1,,,", "B2: there is no side 'green'"),
        ('u,red,tnak,"@1,1",,,', "C2: there is no unit type 'tnak'"),
        ('u,red,tank,"@99,1",,,', "D2: "),
        ("u,red,tank,,nowhere,,", "E2: there is no zone 'nowhere'"),
        ("u,red,tank,,,soon,", fault("cell-number", "F2", found="soon")),
        ("u,red,tank,,,2,nowhere", fault("cell-word", "G2", found="nowhere")),
        ("u,red,tank,,,,", "D2: unit u needs exactly one of at, zone, arrives_turn"),
    ],
)
def test_what_is_wrong_with_a_unit_is_told_by_its_cell(
    tmp_path: Path, crossroads: Scenario, row: str, said: str
) -> None:
    heads = "id,side,type,at,zone,arrives_turn,arrives_zone"
    row = row.replace(",@1,1,", ',"@1,1",')
    file = write(tmp_path / "a.csv", f"{heads}\n{row}\n")
    with pytest.raises(InvalidFileError) as refused:
        order_of_battle_csv.read(file, crossroads)
    assert refused.value.problems[0].message("en").startswith(said)


# --- commands -------------------------------------------------------------------------------------


def run(*words: object) -> tuple[int, str]:
    ran = CliRunner().invoke(main, [str(word) for word in words])
    return ran.exit_code, ran.output


@pytest.mark.parametrize("name", ["decks/standard.deck.yaml", "scenarios/crossroads.scenario.yaml"])
def test_commands_take_a_file_out_and_in_again_to_the_byte(tmp_path: Path, name: str) -> None:
    shutil.copytree(SAMPLES, tmp_path / "tank")
    file, table = tmp_path / "tank" / name, tmp_path / "a.csv"
    before = file.read_bytes()
    assert run("export", "csv", file, table)[0] == 0
    assert run("import", "csv", table, file)[0] == 0
    assert file.read_bytes() == before


def test_the_command_tells_what_it_changes_and_can_leave_it_at_that(tmp_path: Path) -> None:
    file = Path(shutil.copy(SAMPLES / "decks/standard.deck.yaml", tmp_path))
    table = write(tmp_path / "a.csv", "id,copies\nfield-repair,2\n")
    code, said = run("import", "csv", table, file, "--keep", "--dry-run", "--json")
    assert (code, json.loads(said)) == (0, {
        "file": str(file), "written": False, "added": [],
        "changed": {"field-repair": ["copies"]}, "removed": [], "encoding": "utf-8",
    })  # fmt: skip
    assert deck_files.load(file) == STANDARD
    assert run("import", "csv", table, file, "--keep")[0] == 0
    assert {card.id: card.copies for card in deck_files.load(file).cards}["field-repair"] == 2
    assert len(deck_files.load(file).cards) == 7


def test_a_faulty_table_leaves_the_file_alone(tmp_path: Path) -> None:
    file = Path(shutil.copy(SAMPLES / "decks/standard.deck.yaml", tmp_path))
    table = write(tmp_path / "a.csv", "id,copies\nfield-repair,many\n")
    code, said = run("import", "csv", table, file)
    assert code == 1
    assert fault("cell-number", "B2", found="many") in said
    assert deck_files.load(file) == STANDARD


# --- whatever a table holds -----------------------------------------------------------------------

few = settings(
    max_examples=80, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
SIGNS = [",", ";", "\t", '"', "\n", "\r", "\0", "=1", "'", "9" * 5000, "-1", "\ufeff", "@0,0",
         "red", "tank", "id", "side", "copies", "effect", "x" * 200_000, "日本"]  # fmt: skip


@few
@given(seed=st.integers(0, 10**6), at=st.floats(0, 1), signs=st.lists(st.sampled_from(SIGNS)))
def test_a_damaged_table_of_cards_is_told_or_understood(
    tmp_path: Path, seed: int, at: float, signs: list[str]
) -> None:
    _survives(deck_csv.compose(STANDARD, EFFECTS), seed, at, "".join(signs), tmp_path / "a.csv",
              lambda path: deck_csv.read(path, STANDARD, EFFECTS))  # fmt: skip


@few
@given(seed=st.integers(0, 10**6), at=st.floats(0, 1), signs=st.lists(st.sampled_from(SIGNS)))
def test_a_damaged_table_of_units_is_told_or_understood(
    crossroads: Scenario, tmp_path: Path, seed: int, at: float, signs: list[str]
) -> None:
    _survives(order_of_battle_csv.compose(crossroads), seed, at, "".join(signs), tmp_path / "a.csv",
              lambda path: order_of_battle_csv.read(path, crossroads))  # fmt: skip


def _survives(
    table: str, seed: int, at: float, signs: str, path: Path, read: Callable[[Path], object]
) -> None:
    content = damaged(table.encode(), seed)
    place = int(at * len(content))
    path.write_bytes(content[:place] + signs.encode() + content[place:])
    refused: list[Problem] = []
    try:
        read(path)
    except InvalidFileError as error:
        refused += error.problems
    assert all(problem.message("zh") and problem.mark.line for problem in refused)

"""`sandtable print` as a user types it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.problems import file_key
from engine.texts import text
from studio.cli import main
from tests.studio.printing.conftest import CROSSROADS
from tests.studio.printing.reading import page_boxes, pages, words

pytestmark = pytest.mark.usefixtures("qapp")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["print", str(CROSSROADS), *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_it_says_what_is_on_which_page(tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    result = run(str(out), "--what", "counters,tables", "--paper", "A3", "--json")
    facts = json.loads(result.stdout)
    assert result.exit_code == 0
    assert facts["pages"] == len(page_boxes(out.read_bytes()))
    assert (facts["paper"]["width"], facts["paper"]["height"]) == (297, 420)
    counters, tables = facts["parts"]
    assert (counters["part"], counters["first"], counters["last"]) == ("counters", 1, 2)
    assert {"r1", "b4", "fired", "impact-155mm"} <= set(counters["pages"][0]["holds"])
    assert counters["pages"][1]["side"] == "back"
    assert tables["first"] == 3
    assert "C" in tables["pages"][0]["holds"]


def test_parts_and_pages_are_told_in_lines(tmp_path: Path) -> None:
    result = run(str(tmp_path / "game.pdf"), "--what", "cards,tables:1")
    assert "Cards" in result.stdout
    assert "pages 1 to 4" in result.stdout
    assert "pages 5 to 6" in result.stdout  # the table, and its blank back


def test_paper_lies_on_its_side_in_letter(tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    run(str(out), "--what", "tables", "--paper", "letter", "--landscape")
    assert page_boxes(out.read_bytes())[0] == pytest.approx((279.4, 215.9), abs=0.001)


def test_it_prints_in_the_language_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    run(str(out), "--what", "counters", "--language", "zh")
    assert "红方1号车" in words(pages(out.read_bytes())[0])


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--what", "countres"), "did you mean 'counters'?"),
        (("--what", "map:0"), "'map:0'"),
        (("--what", "tables:7-9"), "no page 9"),
        (("--what", ","), "map, counters"),
        (("--back-shift", "1"), "at most 10"),
        (("--back-shift", "1,99"), "at most 10"),
        (("--what", "map", "--hex-mm", "200", "--paper", "A5"), "too many"),
    ],
)
def test_what_cannot_be_printed_is_said_clearly(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    out = tmp_path / "game.pdf"
    result = run(str(out), *options)
    assert result.exit_code == 1
    assert said in result.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("out", "options", "said"),
    [
        ("game.png", (), ".pdf"),
        ("game.pdf", ("--hex-mm", "wide"), "or fit"),
        ("game.pdf", ("--counter-mm", "500"), "counter-mm"),
        ("game.pdf", ("--duplex", "both"), "duplex"),
    ],
)
def test_wrong_use_is_told(tmp_path: Path, out: str, options: tuple[str, ...], said: str) -> None:
    result = run(str(tmp_path / out), *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_cards_that_cannot_be_printed_whole_are_told(tmp_path: Path) -> None:
    shutil.copytree(CROSSROADS.parents[1], tmp_path / "tank")
    file = tmp_path / "tank/scenarios/crossroads.scenario.yaml"
    deck = tmp_path / "tank/decks/standard.deck.yaml"
    words = deck.read_text(encoding="utf-8")
    first = "title: {en: Rapid assault, zh: 快速突击"
    assert first in words
    full = f"picture: none.png\n    title: {{en: {'Rapid assault ' * 40}, zh: 快速突击"
    deck.write_text(words.replace(first, full), encoding="utf-8")
    out, again = str(tmp_path / "game.pdf"), str(tmp_path / "deck.pdf")
    values = {"card": "rapid-assault", "languages": "English", "picture": "none.png"}
    faults = {
        code: text(file_key(code), "en", **values) for code in ("card-too-full", "no-picture")
    }
    cards = ("--what", "cards", "--language", "en")
    pictures, module = str(tmp_path / "cards"), str(tmp_path / "game.vmod")
    wrong = []
    for command in [
        ["print", str(file), out, *cards], ["print", str(deck), again, "--language", "en"],
        ["export", "cards", str(deck), pictures, "--dots", "36", "--language", "en"],
        ["export", "vassal", str(file), module, "--hex-px", "24", "--language", "en"],
    ]:  # fmt: skip
        told = CliRunner().invoke(main, [*command, "--json"])
        assert told.exit_code == 0
        listed = {each["code"]: each["message"] for each in json.loads(told.stdout)["problems"]}
        said = [told.stderr.count(fault) for fault in faults.values()]
        if listed != faults or said != [1, 1]:  # once, though both sides have the deck
            wrong.append((words, listed, said))
    assert wrong == []
    silent = CliRunner().invoke(
        main, ["print", str(file), str(tmp_path / "tables.pdf"), "--what", "tables", "--json"]
    )
    assert "rapid-assault" not in silent.stderr
    assert json.loads(silent.stdout)["problems"] == []
    chinese = CliRunner().invoke(
        main, ["print", str(deck), str(tmp_path / "zh.pdf"), "--language", "zh", "--json"]
    )
    (problem,) = json.loads(chinese.stdout)["problems"]
    assert problem["code"] == "no-picture"  # the Chinese title is short


def test_a_folder_that_is_not_there_is_told_before_the_work(tmp_path: Path) -> None:
    result = run(str(tmp_path / "nowhere" / "game.pdf"))
    assert result.exit_code == 1
    assert "nowhere" in result.stderr


MAP = CROSSROADS.parent.parent / "maps" / "crossroads.map.yaml"


def test_a_map_alone_is_printed_as_the_map_of_its_scenario(tmp_path: Path) -> None:
    """As many pages, which say the same; `--hex-mm fit` puts it on one."""
    written = {}
    for file in (CROSSROADS, MAP):
        words = ["print", str(file), str(tmp_path / f"{file.stem}.pdf"), "--what", "map", "--json"]
        written[file] = json.loads(CliRunner().invoke(main, words).stdout)
    pages_of = {file: [each["says"] for each in facts["parts"][0]["pages"]]
                for file, facts in written.items()}  # fmt: skip
    assert len(pages_of[MAP]) == len(pages_of[CROSSROADS]) > 1
    fitted = tmp_path / "fitted.pdf"
    ran = CliRunner().invoke(main, ["print", str(MAP), str(fitted), "--hex-mm", "fit"])
    assert ran.exit_code == 0
    assert len(page_boxes(fitted.read_bytes())) == 1
    assert "4563AA" in words_of_first(fitted)


def words_of_first(file: Path) -> str:
    return words(pages(file.read_bytes())[0])


def test_of_a_map_alone_nothing_of_a_scenario_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "map.pdf"
    ran = CliRunner().invoke(main, ["print", str(MAP), str(out), "--what", "map,counters"])
    assert ran.exit_code == 1
    assert text("printing.map-alone", "en") in ran.stderr
    assert not out.exists()

"""Set-ups of MegaMek of version 1: the same scenarios as of version 2, from lines of KEY=value."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.interchange.import_result import ImportedScenario
from engine.interchange.megamek_setups import read
from engine.problems import InvalidFileError, TextPosition
from engine.scenario.scenario import Arrival
from tests.engine.interchange.test_megamek_setups import BOARD, codes, unit, zone

AMBUSH = """# A meeting in the pass.
MMSVersion=1

Name=The Pass
Description=Grey Lance is late.
BoardWidth=2
Maps=a,rotate:sub/b
MapWidth=4
MapHeight=2
Factions=Grey_Lance, Hunters
Location_Grey_Lance=W
Location_Hunters=R
Team_Hunters=2
Minefields_Hunters=2,0,1
Unit_Grey_Lance_1=Atlas AS7-D,Capt. Sorrel,3,4,S,01,02
Unit_Grey_Lance_2=Locust LCT-1V,Pike,4,5
Unit_Grey_Lance_2_DeploymentRound=3
Unit_Grey_Lance_4=Left Behind,Nobody,4,5
Unit_Hunters_1=Heavy Carrier,regular,4,6,N,00,00
Unit_Hunters_1_Damage=5
GameOptionsFile=pass.xml
"""


def brought(folder: Path, said: str = AMBUSH) -> ImportedScenario:
    (folder / "boards/sub").mkdir(parents=True)
    (folder / "a.board").write_text(BOARD, encoding="utf-8")
    (folder / "boards/sub/b.board").write_text(BOARD, encoding="utf-8")
    (folder / "a.mms").write_text(said, encoding="latin-1")
    return read(folder / "a.mms", "tank")


@pytest.fixture
def pass_(tmp_path: Path) -> ImportedScenario:
    return brought(tmp_path)


def test_boards_are_laid_from_left_to_right_and_turned_where_it_says_so(
    pass_: ImportedScenario,
) -> None:
    map_ = pass_.scenario.map
    assert (map_.grid.columns, map_.grid.rows) == (8, 2)
    assert map_.ground_at(map_.grid.hex(0, 0)) == "woods"
    assert map_.ground_at(map_.grid.hex(7, 1)) == "woods", "the second board is turned round"
    assert map_.ground_at(map_.grid.hex(4, 0)) == "open"


def test_factions_with_underscores_are_sides_with_their_units(pass_: ImportedScenario) -> None:
    scenario = pass_.scenario
    assert scenario.title == "The Pass"
    assert scenario.notes == "Grey Lance is late."
    assert [side.name for side in scenario.sides] == ["Grey_Lance", "Hunters"]
    assert [one.name for one in scenario.units] == [
        "Atlas AS7-D", "Locust LCT-1V", "Heavy Carrier"
    ]  # fmt: skip
    assert unit(scenario, "Atlas AS7-D").at == scenario.map.grid.hex(0, 1), "counted from 1"
    assert unit(scenario, "Locust LCT-1V").arrives == Arrival(3, "deploy-grey-lance")


def test_they_deploy_where_their_location_says(pass_: ImportedScenario) -> None:
    assert zone(pass_.scenario, "deploy-grey-lance") == ["###.....", "###....."]
    assert zone(pass_.scenario, "deploy-hunters") == ["########", "########"], "R is anywhere"


def test_what_is_lost_is_told(pass_: ImportedScenario) -> None:
    told = codes(pass_)
    for what in ("GameOptionsFile", "faction: Minefields", "unit: Damage", "unit: crew"):
        assert ("setup-key", what) in told
    assert ("setup-key", "Unit_Grey_Lance_4") in told, "it stands behind a gap in the numbers"
    assert ("setup-at", "Heavy Carrier") in told, "row 0 is off the map"


def test_a_board_that_is_not_there_or_drawn_by_lot_is_bare_and_of_the_size_said(
    tmp_path: Path,
) -> None:
    said = AMBUSH.replace("Maps=a,rotate:sub/b", "Maps=gone")
    found = brought(tmp_path, said)
    assert found.scenario.map.grid.shape == (2, 8)
    assert ("setup-no-board", "gone.board") in codes(found)
    assert ("setup-no-ground", "RANDOM") in codes(found)


def test_words_of_older_programs_are_read(tmp_path: Path) -> None:
    found = brought(
        tmp_path, AMBUSH.replace("Grey Lance is late", "Verst\u00e4rkung f\u00e4llt aus")
    )
    assert found.scenario.notes == "Verst\u00e4rkung f\u00e4llt aus."


@pytest.mark.parametrize(
    ("was", "is_", "code", "mark"),
    [
        ("Factions=Grey_Lance, Hunters", "Factions=", "setup-factions", TextPosition(1, 1)),
        ("BoardWidth=2", "BoardWidth = two", "setup-value", TextPosition(6, 14)),
        ("BoardWidth=2", "BoardWidth=0", "setup-boards", TextPosition(7, 6)),
        ("MapWidth=4", "MapWidth=9999", "sheet-size", TextPosition(7, 6)),
        ("S,01,02", "S,one,02", "setup-value", TextPosition(15, 19)),
        ("Team_Hunters=2", "Team_Hunters=x", "setup-value", TextPosition(13, 14)),
    ],
)
def test_a_fault_has_its_place(
    tmp_path: Path, was: str, is_: str, code: str, mark: TextPosition
) -> None:
    assert was in AMBUSH
    with pytest.raises(InvalidFileError) as refused:
        brought(tmp_path, AMBUSH.replace(was, is_).replace("Maps=a,rotate:sub/b", "Maps=x,y"))
    (problem,) = refused.value.problems
    assert (problem.code, problem.mark) == (code, mark)

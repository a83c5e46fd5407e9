"""The documentation keeps up with the data it describes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.checks import tabletop_map_checks
from engine.checks.check import check
from engine.checks.map_checks import WARNINGS
from engine.files.schemas import load_schema
from engine.map.terrain import load_catalogue
from engine.tabletop.feature_kinds import feature_kinds
from engine.texts import text
from studio.cli import COMMANDS
from tests.cases import check_each

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def terrain_page() -> str:
    return (ROOT / "docs/terrain.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def map_page() -> str:
    return (ROOT / "docs/map-files.md").read_text(encoding="utf-8")


@check_each("name", [*load_catalogue().kinds, *load_catalogue().ramps])
def test_every_kind_of_terrain_and_ramp_stands_on_the_terrain_page(
    terrain_page: str, name: str
) -> None:
    assert f"`{name}`" in terrain_page


@pytest.mark.parametrize("key", load_schema("map")["properties"])
def test_every_key_of_a_map_stands_on_the_map_page(map_page: str, key: str) -> None:
    assert f"`{key}" in map_page


def test_the_first_example_of_the_map_page_checks_clean(map_page: str, tmp_path: Path) -> None:
    example = tmp_path / "example.map.yaml"
    example.write_text(map_page.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert [problem.sentence() for problem in check(example)] == []


@pytest.mark.parametrize("code", sorted(WARNINGS))
def test_every_warning_about_maps_stands_on_the_map_page(map_page: str, code: str) -> None:
    assert f"`{code}`" in map_page


@pytest.fixture(scope="module")
def table_page() -> str:
    return (ROOT / "docs/table-format.md").read_text(encoding="utf-8")


@check_each(
    "word",
    [
        *load_schema("table")["properties"],
        *load_schema("table")["$defs"]["feature"]["properties"],
        *feature_kinds(),
        *sorted(tabletop_map_checks.WARNINGS),
    ],
)
def test_every_key_kind_and_warning_of_tables_stands_on_their_page(
    table_page: str, word: str
) -> None:
    assert f"`{word}`" in table_page


def test_the_example_of_the_page_of_tables_checks_clean(table_page: str, tmp_path: Path) -> None:
    example = tmp_path / "example.table.yaml"
    example.write_text(table_page.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert [problem.sentence() for problem in check(example)] == []


@check_each("command", COMMANDS)
def test_every_command_has_a_line_of_help_in_both_languages(command: str) -> None:
    assert text(f"commands.{command}", "en") != text(f"commands.{command}", "zh")

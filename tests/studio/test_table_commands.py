"""Tables on the command line: begun, told, drawn, printed, cut."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PySide6.QtGui import QImage

from engine.files import scenario_reader, tabletop_map_reader
from engine.files.source_text import SHIPPED
from engine.tabletop.shapes import FOOT
from engine.tabletop.tabletop_map import TabletopEdge
from studio.cli import main
from tests.studio.printing.reading import drawn, page_boxes, pages, words

SAMPLES = SHIPPED / "samples" / "littlewars" / "tables"
FARMS = SAMPLES / "two-farms.table.yaml"

pytestmark = pytest.mark.usefixtures("qapp")


def run(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(main, [str(each) for each in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_a_new_table_is_bare_and_checks_clean(tmp_path: Path) -> None:
    file = tmp_path / "field.table.yaml"
    result = run("new", file, "--width", "9 ft", "--depth", "60", "--title", "Field")
    assert result.exit_code == 0, result.output
    table = tabletop_map_reader.load(file)
    assert (table.width, table.depth, table.title) == (9 * FOOT, 5 * FOOT, "Field")
    assert set(table.edges) == {TabletopEdge.SOUTH, TabletopEdge.NORTH}
    assert run("check", file).exit_code == 0
    assert run("new", file).exit_code == 1  # it is there already


def test_a_table_that_is_too_large_is_refused(tmp_path: Path) -> None:
    result = run("new", tmp_path / "field.table.yaml", "--width", "40 ft")
    assert result.exit_code == 1
    assert "40 ft" in result.output
    assert not list(tmp_path.iterdir())


def test_a_table_is_told_in_figures() -> None:
    facts = json.loads(run("show", FARMS, "--json").stdout)
    assert (facts["width"], facts["depth"]) == (120, 96)
    assert facts["features"] == {"hill": 1, "wall": 1, "house": 2, "tree": 4}
    assert "10' × 8'" in run("show", FARMS).stdout


@pytest.mark.parametrize("format_", ["png", "svg", "pdf"])
def test_a_table_is_drawn(tmp_path: Path, format_: str) -> None:
    out = tmp_path / f"farms.{format_}"
    result = run("render", FARMS, out, "--inch-px", "5", "--json")
    facts = json.loads(result.stdout)
    assert facts["width"] == 24 + 120 * 5 + 24
    content = out.read_bytes()
    assert content.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[format_])
    if format_ == "png":
        assert QImage(str(out)).width() == facts["width"]


def test_a_picture_of_a_table_may_be_too_large(tmp_path: Path) -> None:
    result = run("render", FARMS, tmp_path / "farms.png", "--inch-px", "384")
    assert result.exit_code == 1
    assert "--inch-px" in result.output


# --- print ----------------------------------------------------------------------------------------


def test_a_table_is_printed_with_its_figures_and_strips(tmp_path: Path) -> None:
    """The country at 1:1 or scaled with a grid of feet; tokens for figures; measuring strips of
    24, 12 and 6 in (E8)."""
    out = tmp_path / "farms.pdf"
    facts = json.loads(run("print", FARMS, out, "--json").stdout)
    parts = {part["part"]: part for part in facts["parts"]}
    assert [page["page"] for page in parts["map"]["pages"]] == [1]
    held = [each for page in parts["strips"]["pages"] for each in page["holds"]]
    assert sorted({each.split(":")[0] for each in held}) == ["12", "24", "6"]
    figures = [each for page in parts["counters"]["pages"] for each in page["holds"]]
    assert len(figures) == len(set(figures)) == 60
    assert len(page_boxes(out.read_bytes())) == facts["pages"]


def test_the_country_in_full_size_needs_as_many_sheets_as_its_size_says(tmp_path: Path) -> None:
    out = tmp_path / "farms.pdf"
    result = run("print", FARMS, out, "--what", "map:1-2", "--inch-mm", "25.4", "--json")
    page = json.loads(result.stdout)["parts"][0]["pages"][0]
    assert "(1 of 168) · 1:1" in page["says"]  # 10 × 8 ft on A4, on its side


def test_too_many_sheets_are_refused_with_advice(tmp_path: Path) -> None:
    table = SAMPLES / "convoy.table.yaml"
    result = run("print", table, tmp_path / "c.pdf", "--what", "map", "--inch-mm", "25.4")
    assert result.exit_code == 1
    assert "--inch-mm" in result.output


def test_an_inch_of_a_strip_is_an_inch(tmp_path: Path) -> None:
    out = tmp_path / "strips.pdf"
    run("print", FARMS, out, "--what", "strips")
    (page,) = pages(out.read_bytes())
    boxes = [each.box for each in drawn(page) if each.is_filled]
    inches = [box for box in boxes if abs(box[2] - box[0] - 25.4) < 0.01]
    assert len(inches) == 2 * (24 + 12 + 6)
    assert "24in" in words(page)


def test_figures_are_printed_as_large_as_they_count_in_play(tmp_path: Path) -> None:
    """Infantry and gunner: disc radius 6 u, height 32 (G3): ¾ in broad, two faces of 2 in."""
    from studio.printing.paper_figure_sheets import paper_figure_size

    broad, high = paper_figure_size("foot", 1.0)
    assert broad == pytest.approx(0.75 * 25.4)
    assert high == pytest.approx(2 * (2 + 0.375) * 25.4)
    assert paper_figure_size("gun", 0.5) == pytest.approx((2 * 25.4, (24 + 20) / 16 * 25.4))


@pytest.mark.long
@pytest.mark.parametrize(
    "scenario", sorted((SAMPLES.parent / "scenarios").glob("*.yaml")), ids=lambda path: path.name
)
def test_every_sample_on_a_table_is_printed_whole(scenario: Path, tmp_path: Path) -> None:
    """Country, figures, tables, a hand-out for each side and the umpire, strips (E8)."""
    result = run("print", scenario, tmp_path / "game.pdf", "--json")
    parts = {part["part"]: part for part in json.loads(result.stdout)["parts"]}
    assert all(part["pages"] for part in parts.values())
    figures = [each for page in parts["counters"]["pages"] for each in page["holds"]]
    strength = sum(body.strength for body in scenario_reader.load(scenario).bodies)
    assert len(figures) == len(set(figures)) == strength


# --- cutting --------------------------------------------------------------------------------------


def test_a_plan_for_cutters_is_in_millimetres_with_a_layer_for_each_contour(tmp_path: Path) -> None:
    out = tmp_path / "plan.svg"
    assert run("export", "cutting", SAMPLES / "convoy.table.yaml", out).exit_code == 0
    svg = out.read_text(encoding="utf-8")
    assert 'width="6096mm" height="4876.8mm"' in svg  # 20 × 16 ft
    assert {"hill-1", "hill-2", "river", "tree"} <= set(re.findall(r'<g id="([\w-]+)"', svg))


def test_pieces_keep_within_their_sheets_and_none_is_lost(tmp_path: Path) -> None:
    from engine.interchange import laser_cutting

    table = tabletop_map_reader.load(SAMPLES / "convoy.table.yaml")
    wanted = laser_cutting.pieces_to_cut(table, 6.0, (600, 400))
    sheets = laser_cutting.lay_pieces(wanted, (600, 400))
    found = [piece.says for sheet in sheets for piece in sheet.pieces]
    assert sorted(found) == sorted(piece.says for piece in wanted)
    for sheet in sheets:
        for piece in sheet.pieces:
            left, top, right, bottom = piece.area.bounds
            assert left >= 0
            assert top >= 0
            assert right <= 600
            assert bottom <= 400
        areas = [piece.area for piece in sheet.pieces]
        assert not any(
            one.intersects(other) for at, one in enumerate(areas) for other in areas[at + 1 :]
        )


def test_a_hill_that_carries_another_has_its_outline_engraved_and_holes_for_trees() -> None:
    from engine.interchange import laser_cutting

    table = tabletop_map_reader.load(SAMPLES / "convoy.table.yaml")
    named = {piece.says: piece for piece in laser_cutting.pieces_to_cut(table, 1.0)}
    assert named["low-hill"].engraved.length > 0
    assert named["high-hill"].engraved.is_empty
    assert len(named["wood-floor"].holes.geoms) == 6


def test_pieces_larger_than_a_sheet_are_cut_in_parts_that_make_it_whole() -> None:
    from engine.interchange import laser_cutting

    table = tabletop_map_reader.load(SAMPLES / "convoy.table.yaml")
    whole = {piece.says: piece.area.area for piece in laser_cutting.pieces_to_cut(table, 1.0)}
    parts = [p for p in laser_cutting.pieces_to_cut(table, 10.0) if p.says.startswith("low-hill")]
    assert len(parts) > 1
    assert sum(part.area.area for part in parts) == pytest.approx(100 * whole["low-hill"])


def test_files_are_named_by_their_sheets_and_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "p.svg"
    words_: list[str | Path] = [
        "export",
        "cutting",
        SAMPLES / "redoubt.table.yaml",
        out,
        "--pieces",
    ]
    assert run(*words_).exit_code == 0
    files = sorted(path.name for path in tmp_path.iterdir())
    assert len(files) > 1
    assert files[0] == "p-1.svg"
    assert run(*words_).exit_code == 1

"""Tables in commands: create, describe, draw, and export for laser cutters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from engine.files import source_text, tabletop_map_writer
from engine.files.schemas import file_kind_and_version
from engine.files.tabletop_map_reader import MINIMUM, load
from engine.problems import SandtableError
from engine.tabletop.feature_kinds import FigureScale, feature_kinds
from engine.tabletop.lengths import IN_FEET, read_length, write_length
from engine.tabletop.shapes import FOOT, INCH
from engine.tabletop.tabletop_map import LARGEST, TabletopEdge, TabletopMap
from engine.texts import localised, preferred_language, text, text_languages
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    format_columns,
    json_option,
    language_option,
    print_json,
    report_errors_of_command,
)
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    refuse_existing,
    report_written,
)
from studio.rendering.file_formats import PictureFormat
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions


def is_tabletop_file(path: Path) -> bool:
    """Return whether a file is a table, or a scenario on one."""
    source = source_text.read(path)
    kind, _ = file_kind_and_version(source)
    values = source.root.value
    return kind == "table" or (kind == "scenario" and "table" in values)


# --- new ------------------------------------------------------------------------------------------


def create_tabletop_map(
    file: Path, title: str, sides: tuple[str, str], scale: str, as_json: bool
) -> None:
    """Write a bare table with its back lines along the longer sides."""
    width, depth = (_side(side) for side in sides)
    far = (
        (TabletopEdge.SOUTH, TabletopEdge.NORTH)
        if width >= depth
        else (TabletopEdge.WEST, TabletopEdge.EAST)
    )
    edges = {edge: default_edge_names(edge) for edge in far}
    tabletop_map_writer.save(TabletopMap(width, depth, title, FigureScale(scale), edges), file)
    said = {"width": write_length(width, IN_FEET), "depth": write_length(depth, IN_FEET)}
    if as_json:
        print_json({"file": str(file), "width": width / INCH, "depth": depth / INCH})
    else:
        click.echo(text("commands.new-table-written", None, file=file, **said))


def default_edge_names(edge: TabletopEdge) -> Mapping[str, str]:
    """Return the default names of an edge, in every language."""
    return {language: text(f"drawing.edge-{edge.value}", language) for language in text_languages()}


def _side(words: str) -> int:
    """A table's side; more than a foot or two, less than 31 ft."""
    length = read_length(words)
    if not MINIMUM <= length <= LARGEST:
        values = {"found": words, "most": LARGEST // FOOT}
        raise SandtableError(text("commands.new-table-size", None, **values))
    return length


# --- show -----------------------------------------------------------------------------------------


def describe_tabletop_map(table: TabletopMap) -> dict[str, Any]:
    """A table in figures: lengths are inches."""
    counts = Counter(feature.kind for feature in table.features)
    return {
        "kind": "table/1",
        "title": table.title,
        "width": table.width / INCH,
        "depth": table.depth / INCH,
        "scale": table.scale.value,
        "edges": {edge.value: name for edge, name in table.edges.items()},
        "features": {kind: counts[kind] for kind in feature_kinds() if kind in counts},
        "levels": max((each.level for each in table.features_of_kind("hill")), default=0),
        "zones": {name: localised(zone.name) for name, zone in table.zones.items()},
        "places": [
            {"at": f"{place.at.x / INCH:g},{place.at.y / INCH:g}", "name": place.name}
            for place in table.places
        ],
        "credits": table.credits,
        "fingerprint": table.fingerprint(),
    }


def print_tabletop_map(facts: dict[str, Any]) -> None:
    """The same in lines."""
    kinds = feature_kinds()
    sides = {key: write_length(round(facts[key] * INCH), IN_FEET) for key in ("width", "depth")}
    lines = {
        "title": localised(facts["title"]),
        "size": text("commands.show-table-size-is", None, **sides),
        "scale": text(f"commands.show-scale-{facts['scale']}"),
        "edges": ", ".join(
            f"{edge} ({localised(name)})" if name else edge for edge, name in facts["edges"].items()
        ),
        "features": ", ".join(
            f"{localised(kinds[kind].name)} {count}" for kind, count in facts["features"].items()
        ),
        "zones": ", ".join(name or id_ for id_, name in facts["zones"].items()),
        "places": ", ".join(f"{localised(each['name'])} {each['at']}" for each in facts["places"]),
        "credits": facts["credits"],
    }
    keys = {"features": "country"}
    told = [
        [text(f"commands.show-{keys.get(name, name)}"), line]
        for name, line in lines.items()
        if line
    ]
    click.echo(format_columns(told, numbers=False))


# --- render ---------------------------------------------------------------------------------------


def render_tabletop_map(
    file: Path, out: Path, format_: PictureFormat, look: TabletopRenderOptions,
    inch: float | None, *, has_legend: bool, has_bodies: bool,
) -> dict[str, Any]:  # fmt: skip
    """Write a table, or a scenario on one as it begins, as a picture; what was written."""
    from studio.rendering import qt_environment

    table, title, scenario = load_with_scenario(file)
    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.rendering.tabletop.figure_tokens import tokens_at_start
    from studio.rendering.tabletop.tabletop_sheet import (
        TabletopSheet,
        default_inch_px,
        render_tabletop,
    )

    tokens = tokens_at_start(scenario) if scenario and has_bodies else []
    sheet = TabletopSheet(
        table,
        look,
        inch or default_inch_px(table),
        tokens,
        localised(title, look.language),
        has_legend,
    )
    drawn = render_tabletop(sheet, format_)
    source_text.write(out, drawn.content)
    del application
    return {"file": str(out), "width": drawn.width, "height": drawn.height}


def load_with_scenario(path: Path) -> Any:
    """A file's table, what it is called, and its scenario if it is one."""
    kind, _ = file_kind_and_version(source_text.read(path))
    if kind == "table":
        table = load(path)
        return table, table.title, None
    from engine.files import scenario_reader

    scenario = scenario_reader.load(path)
    return scenario.table, scenario.title or scenario.table.title, scenario


SIDE = LimitedNumber(50, 5000)


@click.command("cutting")
@click.argument("file", metavar="TABLE|SCENARIO", type=FILE)
@click.argument("out", metavar="OUT.svg", type=OUT)
@click.option("--pieces", is_flag=True, help=text("interchange.option-pieces"))
@click.option("--sheet", "size", type=(SIDE, SIDE), default=(600.0, 400.0), show_default=True,
              help=text("interchange.option-cut-sheet"))  # fmt: skip
@click.option("--inch-mm", type=LimitedNumber(0.5, 25.4), default=25.4, show_default=True,
              help=text("interchange.option-cut-inch"))  # fmt: skip
@language_option(text("drawing.option-language"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path, out: Path, pieces: bool, size: tuple[float, float], inch_mm: float,
    language: str | None, overwrite: bool, as_json: bool,
) -> None:  # fmt: skip
    from engine.interchange import laser_cutting

    table, *_ = load_with_scenario(file)
    spoken = language or preferred_language()
    check_folder_exists(out)
    count = 1
    if pieces:
        count = len(
            laser_cutting.lay_pieces(laser_cutting.pieces_to_cut(table, inch_mm, size), size)
        )
    refuse_existing(laser_cutting.sheet_files(out, count), overwrite=overwrite)
    if pieces:
        files = laser_cutting.write_pieces(table, out, inch_mm, size)
    else:
        files = laser_cutting.write_plan(table, out, inch_mm, spoken)
    report_written(files, [], [], as_json=as_json)

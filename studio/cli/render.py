"""`sandtable render FILE OUT`: a map, a table, or a scenario as it begins, as a picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.files import map_style_files, source_text
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from engine.sight.line_trace import TraceRule
from engine.tabletop.shapes import FOOT
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    OUT,
    LimitedNumber,
    game_option,
    json_option,
    language_option,
    picture_format,
    print_json,
    report_errors_of_command,
    unit_option,
    warn_about_compiling,
)
from studio.cli.map_rules import MapRules, load_map_or_scenario, print_rules, rules_for
from studio.cli.output_files import (
    check_folder_exists,
    overwrite_option,
    print_progress,
    refuse_existing,
)
from studio.cli.reach import find_unit_type, reachable_hex_costs
from studio.cli.tabletop_files import is_tabletop_file, render_tabletop_map
from studio.rendering.file_formats import PictureFormat, hex_width_px
from studio.rendering.map.render_options import RenderOptions, with_layer_spec
from studio.rendering.tabletop.tabletop_options import TabletopRenderOptions

if TYPE_CHECKING:
    from engine.games.handbook import Handbook
    from engine.interchange.import_result import Report
    from engine.scenario.scenario import Scenario
    from studio.rendering.map.map_pictures import RenderedFile
    from studio.rendering.map.preview_tints import Overlay


@click.command("render")
@click.argument("file", metavar="MAP|TABLE|SCENARIO", type=FILE)
@click.argument("out", type=OUT)
@click.option("--hex-px", type=LimitedNumber(1, 4096), help=text("drawing.option-hex-px"))
@click.option("--hex-mm", type=LimitedNumber(0.2, 1000), help=text("drawing.option-hex-mm"))
@click.option("--inch-px", type=LimitedNumber(1, 384), help=text("drawing.option-inch-px"))
@click.option("--inch-mm", type=LimitedNumber(0.5, 25.4), help=text("drawing.option-inch-mm"))
@click.option("--grid/--no-grid", default=None, help=text("drawing.option-grid"))
@click.option("--labels/--no-labels", default=True, help=text("drawing.option-labels"))
@click.option("--legend/--no-legend", default=True, help=text("drawing.option-legend"))
@language_option(text("drawing.option-language"))
@click.option(
    "--ramp",
    type=click.Choice(list(load_catalogue().ramps)),
    default=RenderOptions.ramp,
    show_default=True,
    help=text("drawing.option-ramp"),
)
@click.option("--zones/--no-zones", default=False, help=text("drawing.option-zones"))
@click.option("--hillshade/--no-hillshade", default=True, help=text("drawing.option-hillshade"))
@click.option("--style", "style_named", metavar="STYLE", help=text("drawing.option-style"))
@click.option("--layers", "layers_said", metavar="LAYERS", help=text("drawing.option-layers"))
@click.option("--paper/--no-paper", default=False, help=text("drawing.option-paper"))
@click.option("--units/--no-units", default=True, help=text("counters.option-units"))
@click.option("--sight", "seen_from", metavar="HEX", help=text("drawing.option-sight"))
@click.option("--reach", "reach_from", metavar="HEX", help=text("drawing.option-reach"))
@game_option
@unit_option
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path,
    out: Path,
    hex_px: float | None,
    hex_mm: float | None,
    inch_px: float | None,
    inch_mm: float | None,
    grid: bool | None,
    labels: bool,
    legend: bool,
    language: str | None,
    ramp: str,
    zones: bool,
    hillshade: bool,
    style_named: str | None,
    layers_said: str | None,
    paper: bool,
    units: bool,
    seen_from: str | None,
    reach_from: str | None,
    game: str | None,
    unit: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    if (hex_px and hex_mm) or (inch_px and inch_mm):
        raise click.UsageError(text("drawing.px-and-mm"))
    format_ = picture_format(out)
    if seen_from and reach_from:
        raise click.UsageError(text("drawing.sight-and-reach"))
    check_folder_exists(out)
    refuse_existing([out], overwrite=overwrite)
    if is_tabletop_file(file):
        inch = inch_px or (hex_width_px(inch_mm) if inch_mm else None)
        drawn = TabletopRenderOptions(
            language or preferred_language(), labels, zones, grid=FOOT if grid else 0
        )
        size = render_tabletop_map(
            file, out, format_, drawn, inch, has_legend=legend, has_bodies=units
        )
        _tell(size, format_, as_json)
        return
    width = hex_px or (hex_width_px(hex_mm) if hex_mm else RenderOptions.hex_px)
    spoken = language or preferred_language()
    look = RenderOptions(width, grid is not False, labels, legend, spoken, ramp, zones, hillshade)
    look = apply_look_options(look, file, style_named, layers_said, paper)
    overlay, rules = None, None
    if seen_from or reach_from:
        rules = rules_for(file, game)
        map_, scenario = rules.map, rules.scenario
        if seen_from:
            overlay = _sight(map_, seen_from, rules.book, unit)
        else:
            overlay = _reach(map_, reach_from or "", rules.book, unit)
    else:
        map_, scenario = load_map_or_scenario(file)
    on_it = scenario if units else None
    picture = _draw(map_, look, format_, overlay, on_it, print_progress(out))
    source_text.write(out, picture.content)
    size = {"file": str(out), "width": picture.width, "height": picture.height}
    _tell(size, picture.format, as_json, rules)


def _tell(
    size: dict[str, Any], format_: PictureFormat, as_json: bool, rules: MapRules | None = None
) -> None:
    """Print the file written, its size, and the rules that tint hexes."""
    if as_json:
        print_json({**size, "format": format_.value, **(rules.as_json() if rules else {})})
    else:
        if rules:
            print_rules(rules)
        click.echo(text("drawing.picture", None, **size))


def _sight(map_: Map, start: str, book: Handbook, unit: str | None) -> Overlay:
    from studio.rendering.map.preview_tints import ViewshedOverlay

    warn_about_compiling()
    origin = map_.labels.find(start)
    seen = book.sight(map_, TraceRule.CROSSED).viewshed(
        origin, book.vision_range(find_unit_type(book, unit))
    )
    return ViewshedOverlay(origin, seen)


def _reach(map_: Map, start: str, book: Handbook, unit: str | None) -> Overlay:
    from studio.rendering.map.preview_tints import ReachOverlay

    origin = map_.labels.find(start)
    _, costs = reachable_hex_costs(book, map_, origin, unit, None, False)
    return ReachOverlay(origin, costs)


def _draw(
    map_: Map,
    look: RenderOptions,
    format_: PictureFormat,
    overlay: Overlay | None,
    scenario: Scenario | None,
    report: Report,
) -> RenderedFile:
    from studio.rendering import qt_environment

    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.rendering.map.deployment import build_deployment
    from studio.rendering.map.map_pictures import render_map

    for notice in qt_environment.rendering_warnings(map_, look.language):
        click.echo(notice, err=True)
    deployment = build_deployment(scenario) if scenario else None
    picture = render_map(map_, look, format_, overlay, deployment, report)
    del application
    return picture


def apply_look_options(
    look: RenderOptions, file: Path, style: str | None, layers: str | None, has_texture: bool
) -> RenderOptions:
    """A look in a style, with layers, on paper with a grain."""
    look = replace(look, texture=has_texture)
    if style:
        look = replace(
            look, style=map_style_files.find(style, [file.parent, Path(), user_styles_folder()])
        )
    return with_layer_spec(look, layers) if layers else look


def user_styles_folder() -> Path:
    """The folder of this user's own styles."""
    from platformdirs import user_config_path

    return user_config_path("sandtable") / map_style_files.BESIDE

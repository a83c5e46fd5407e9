"""`sandtable sight MAP FROM [TO]`: who sees whom, and why not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np

from engine.files import source_text
from engine.games.handbook import Handbook
from engine.hexes.hex import Hex, distance
from engine.hexes.labels import Labels
from engine.narration.number_format import format_decimal
from engine.sight.hindrance_profile import HindranceProfile
from engine.sight.hindrance_rules import PassedFeature
from engine.sight.line_trace import TraceRule
from engine.sight.map_sight import Sight
from engine.sight.sight_profile import Profile, ProfilePoint
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    format_columns,
    game_option,
    json_option,
    picture_format,
    print_json,
    report_errors_of_command,
    unit_option,
    warn_about_compiling,
)
from studio.cli.map_rules import MapRules, print_rules, rules_for
from studio.cli.output_files import check_folder_exists, overwrite_option, refuse_existing
from studio.cli.reach import find_unit_type
from studio.rendering.file_formats import PictureFormat


@click.command("sight")
@click.argument("map_file", metavar="MAP|SCENARIO", type=FILE)
@click.argument("start", metavar="FROM")
@click.argument("end", metavar="[TO]", required=False)
@game_option
@unit_option
@click.option("--range", "radius", type=click.IntRange(0), help=text("commands.sight-range"))
@click.option(
    "--trace",
    type=click.Choice([trace.value for trace in TraceRule]),
    default=TraceRule.CROSSED.value,
    show_default=True,
    help=text("commands.sight-trace"),
)
@click.option("--chart", type=FILE, help=text("commands.sight-chart"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    map_file: Path,
    start: str,
    end: str | None,
    game: str | None,
    unit: str | None,
    radius: int | None,
    trace: str,
    chart: Path | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    if chart and not end:
        raise click.UsageError(text("commands.sight-chart-needs-to"))
    format_ = picture_format(chart) if chart else PictureFormat.PNG
    if chart:
        check_folder_exists(chart)
        refuse_existing([chart], overwrite=overwrite)
    rules = rules_for(map_file, game)
    book, map_ = rules.book, rules.map
    labels, origin = map_.labels, map_.labels.find(start)
    sight = book.sight(map_, TraceRule(trace))
    radius = _radius(book, unit, radius)
    if end is None:
        _tell_viewshed(sight, rules, origin, radius, as_json)
        return
    profile = sight.profile(origin, labels.find(end))
    if chart:
        _write_chart(profile, labels, chart, format_)
    visible = profile.is_clear and (radius is None or profile.distance <= radius)
    if as_json:
        print_json(profile.as_json(map_.grid) | {"visible": visible} | rules.as_json())
    else:
        print_rules(rules)
        _tell_line(profile, labels, visible)
    if not visible:
        raise SystemExit(1)


def _radius(book: Handbook, unit: str | None, asked: int | None) -> int | None:
    """Return the range of sight: as asked, but within the rules' limit for the unit."""
    limits = (asked, book.vision_range(find_unit_type(book, unit)))
    return min((limit for limit in limits if limit is not None), default=None)


def _tell_viewshed(
    sight: Sight, rules: MapRules, origin: Hex, radius: int | None, as_json: bool
) -> None:
    warn_about_compiling()
    seen = sight.viewshed(origin, radius)
    grid, labels = sight.grid, rules.map.labels
    hexes = [grid.hex(column, row) for row, column in np.argwhere(seen).tolist()]
    near = sum(1 for hex_ in grid if distance(hex_, origin) <= radius) if radius else len(grid)
    near = 1 if radius == 0 else near
    if as_json:
        names = [grid.name(hex_) for hex_ in hexes]
        told = {"from": grid.name(origin), "visible": names, "hidden": near - len(hexes)}
        print_json(told | rules.as_json())
        return
    print_rules(rules)
    values = {"hex": labels.label(origin), "seen": len(hexes), "hidden": near - len(hexes)}
    click.echo(text("commands.sight-sees", None, **values))
    click.echo(" ".join(labels.label(hex_) for hex_ in hexes))


def _tell_line(profile: Profile, labels: Labels, visible: bool) -> None:
    if isinstance(profile, HindranceProfile):
        _tell_fold(profile, labels, visible)
        return
    heads = [text(f"commands.sight-{head}") for head in ("hex", "distance", "level", "cover")]
    heads += [text(f"commands.sight-{head}") for head in ("height", "line", "blocks")]
    click.echo(format_columns([heads, *(_row(point, labels) for point in profile.points)]))
    start, end = labels.label(profile.start), labels.label(profile.end)
    values = {"start": start, "end": end, "distance": profile.distance}
    if profile.blocking and profile.blocking.hex == profile.end:
        click.echo(text("commands.sight-concealed", None, **values))
    elif profile.blocking:
        blocking = labels.label(profile.blocking.hex)
        excess = format_decimal(f"{float(profile.blocking.excess):.2g}")
        click.echo(text("commands.sight-blocked", None, **values, hex=blocking, excess=excess))
    else:
        click.echo(text(f"commands.sight-{'clear' if visible else 'too-far'}", None, **values))


def _tell_fold(profile: HindranceProfile, labels: Labels, visible: bool) -> None:
    """A line that adds up what it passes, step by step."""
    heads = [text(f"commands.sight-{head}") for head in ("distance", "hex", "does", "rule")]
    click.echo(format_columns([heads, *(_pass_row(each, labels) for each in profile.passed)]))
    start, end = labels.label(profile.start), labels.label(profile.end)
    values: dict[str, Any] = {"start": start, "end": end, "distance": profile.distance}
    key = "clear" if visible else "too-far"
    hidden = profile.hidden_end_values(labels)
    if hidden:
        key, values = "hidden", {**values, **hidden}
    elif profile.blocking:
        key, values["hex"] = "closed", labels.label(profile.blocking.hex)
    elif visible and profile.modifier:
        key, values["by"] = "hindered", profile.modifier
    click.echo(text(f"commands.sight-{key}", None, **values))


def _pass_row(each: PassedFeature, labels: Labels) -> list[str]:
    hexes = "|".join(labels.label(hex_) for hex_ in each.hexes)
    where = text("commands.sight-side", None, hexes=hexes) if each.side else hexes
    does = text(f"commands.sight-does-{each.does}", None, by=each.adds)
    return [str(each.distance), where, does, each.rule]


def _row(point: ProfilePoint, labels: Labels) -> list[str]:
    beside = f"|{labels.label(point.beside)}" if point.beside else ""
    figures: list[Any] = [point.distance, point.level, point.cover, point.height]
    limit = format_decimal(f"{float(point.limit):.2f}")
    mark = text("commands.sight-yes") if point.blocks else ""
    return [labels.label(point.hex) + beside, *map(str, figures), limit, mark]


def _write_chart(profile: Profile, labels: Labels, chart: Path, format_: PictureFormat) -> None:
    """The sighting chart (tank S5) as a picture."""
    from studio.rendering import qt_environment

    application = qt_environment.ensure_application()
    from studio.rendering.charts.sight_profile_chart import render_sight_profile

    picture = render_sight_profile(profile, labels, preferred_language(), format_)
    source_text.write(chart, picture.content)
    del application

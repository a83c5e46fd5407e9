"""`sandtable tour [OUT]`: the samples checked and drawn, with a page to look at."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

import click

from engine.checks.check import check
from engine.files import source_text
from engine.files.map_reader import load
from engine.files.source_text import SHIPPED
from engine.games import default_game, rule_system_of
from engine.hexes.hex import Hex, disc, distance
from engine.map.map import Map
from engine.sight.line_trace import TraceRule
from engine.texts import localised, preferred_language, text
from studio.app import has_display
from studio.cli.common_options import (
    OUT,
    json_option,
    print_json,
    report_errors_of_command,
    warn_about_compiling,
)
from studio.cli.show import describe_map
from studio.rendering.file_formats import PictureFormat

MAPS = ("samples/tank/maps/crossroads.map.yaml", "samples/primer/maps/primer.map.yaml")
HEX_PX = 56
PAGE = "index.html"


@dataclass(frozen=True)
class _Stop:
    """One thing shown: a sentence, and the picture that goes with it."""

    sentence: str
    picture: str = ""


@click.command("tour")
@click.argument("out", type=OUT, default="out", required=False)
@json_option
@report_errors_of_command
def command(out: Path, as_json: bool) -> None:
    if not has_display():
        click.echo(text("commands.tour-no-display"), err=True)
    out.mkdir(parents=True, exist_ok=True)
    stops = []
    for name in MAPS:
        for stop in _visit(SHIPPED / name, out):
            stops.append(stop)
            click.echo(stop.sentence, err=as_json)
    source_text.write(out / PAGE, _page(stops))
    if as_json:
        pictures = [str(out / stop.picture) for stop in stops if stop.picture]
        print_json({"folder": str(out), "page": str(out / PAGE), "pictures": pictures})
    else:
        click.echo(text("commands.tour-wrote", None, folder=out, page=out / PAGE))


def _visit(path: Path, out: Path) -> list[_Stop]:
    """Check, describe and draw one map."""
    from studio.rendering import qt_environment

    map_, name = load(path), path.name.removesuffix(".map.yaml")
    title = localised(map_.title)
    found = len(check(path))
    verdict = text("commands.tour-clean" if not found else "commands.tour-found", None, count=found)
    grid = describe_map(map_)["grid"]
    values = {"title": title, "columns": grid["columns"], "rows": grid["rows"]}
    stops = [_Stop(text("commands.tour-map", None, **values) + " " + verdict)]
    application = qt_environment.ensure_application()
    for notice in qt_environment.rendering_warnings(map_, preferred_language()):
        click.echo(notice, err=True)
    stops += _draw(map_, name, title, out)
    if name == "crossroads":
        stops += _look_around(map_, name, out)
    del application
    return stops


def _draw(map_: Map, name: str, title: str, out: Path) -> list[_Stop]:
    from studio.rendering.map.map_pictures import render_map
    from studio.rendering.map.render_options import RenderOptions

    stops = []
    for form in (PictureFormat.PNG, PictureFormat.PDF):
        picture = render_map(map_, RenderOptions(HEX_PX, language=preferred_language()), form)
        file = f"{name}.{form.value}"
        source_text.write(out / file, picture.content)
        stops.append(_Stop(text("commands.tour-drawn", None, title=title, file=out / file), file))
    return stops


def _look_around(map_: Map, name: str, out: Path) -> list[_Stop]:
    """Show the view of the highest hex, and the reason for a hidden one."""
    from studio.rendering.charts.sight_profile_chart import render_sight_profile
    from studio.rendering.map.map_pictures import render_map
    from studio.rendering.map.preview_tints import ViewshedOverlay
    from studio.rendering.map.render_options import RenderOptions

    warn_about_compiling()
    labels, sight = (
        map_.labels,
        rule_system_of(default_game()).handbook({}).sight(map_, TraceRule.CROSSED),
    )
    top = max(map_.grid, key=lambda hex_: int(map_.level[map_.grid.index(hex_)]))
    seen = sight.viewshed(top)
    look = RenderOptions(HEX_PX, language=preferred_language())
    picture = render_map(map_, look, PictureFormat.PNG, ViewshedOverlay(top, seen))
    file = f"{name}-sight.png"
    source_text.write(out / file, picture.content)
    values = {"hex": labels.label(top), "count": int(seen.sum()), "file": out / file}
    stops = [_Stop(text("commands.tour-sight", None, **values), file)]
    hidden = _hidden(map_, top, seen)
    if hidden is not None:
        profile, file = sight.profile(top, hidden), f"{name}-chart.png"
        chart = render_sight_profile(profile, labels, look.language, PictureFormat.PNG)
        source_text.write(out / file, chart.content)
        values = {"hex": labels.label(top), "other": labels.label(hidden), "file": out / file}
        stops.append(_Stop(text("commands.tour-chart", None, **values), file))
    return stops


def _hidden(map_: Map, origin: Hex, seen: object) -> Hex | None:
    """A hex the origin does not see, some way off."""
    from numpy import asarray

    plane = asarray(seen)
    far = [hex_ for hex_ in disc(origin, 12) if hex_ in map_.grid and distance(hex_, origin) >= 6]
    return next((hex_ for hex_ in far if not plane[map_.grid.index(hex_)]), None)


def _page(stops: list[_Stop]) -> str:
    """The pictures with their sentences, as a page for a browser."""
    parts = [
        "<!doctype html><meta charset='utf-8'><title>Sandtable</title>",
        "<style>body{font:16px/1.5 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}",
        "img{max-width:100%;border:1px solid #ccc}</style><h1>Sandtable</h1>",
    ]
    for stop in stops:
        parts.append(f"<p>{html.escape(stop.sentence)}</p>")
        file = html.escape(stop.picture)
        if file.endswith(".png"):
            parts.append(f"<p><a href='{file}'><img src='{file}' alt=''></a></p>")
        elif file:
            parts.append(f"<p><a href='{file}'>{file}</a></p>")
    return "\n".join(parts) + "\n"

"""`sandtable render MAP OUT`: a map as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from engine import files
from engine.mapfile import load
from engine.terrain import catalogue
from engine.texts import LANGUAGES, preferred_language, text
from studio.commands.speaking import FILE, answer, json_option, says_what_failed
from studio.drawing.look import Look

FORMATS = ("png", "svg", "pdf")
MM_AN_INCH, PX_AN_INCH = 25.4, 96


@click.command("render")
@click.argument("map_file", metavar="MAP", type=FILE)
@click.argument("out", type=FILE)
@click.option("--hex-px", type=click.FloatRange(1, 4096), help=text("drawing.option-hex-px"))
@click.option("--hex-mm", type=click.FloatRange(0.2, 1000), help=text("drawing.option-hex-mm"))
@click.option("--grid/--no-grid", default=True, help=text("drawing.option-grid"))
@click.option("--labels/--no-labels", default=True, help=text("drawing.option-labels"))
@click.option("--legend/--no-legend", default=True, help=text("drawing.option-legend"))
@click.option("--language", type=click.Choice(LANGUAGES), help=text("drawing.option-language"))
@click.option(
    "--ramp",
    type=click.Choice(list(catalogue().ramps)),
    default=Look.ramp,
    show_default=True,
    help=text("drawing.option-ramp"),
)
@json_option
@says_what_failed
def command(
    map_file: Path,
    out: Path,
    hex_px: float | None,
    hex_mm: float | None,
    grid: bool,
    labels: bool,
    legend: bool,
    language: str | None,
    ramp: str,
    as_json: bool,
) -> None:
    if hex_px and hex_mm:
        raise click.UsageError(text("drawing.px-and-mm"))
    if suffix_of(out) not in FORMATS:
        raise click.UsageError(text("drawing.unknown-format", file=out))
    width = hex_px or (hex_mm / MM_AN_INCH * PX_AN_INCH if hex_mm else Look.hex_px)
    look = Look(width, grid, labels, legend, language or preferred_language(), ramp)
    _render(map_file, out, look, as_json)


def suffix_of(out: Path) -> str:
    """The kind of picture a file's name asks for."""
    return out.suffix.lower().removeprefix(".")


def _render(map_file: Path, out: Path, look: Look, as_json: bool) -> None:
    map_ = load(map_file)
    from studio.drawing import system

    application = system.application()  # kept while drawing: fonts belong to it
    from studio.drawing.pictures import PictureFormat, render_map

    for notice in system.notices(map_, look.language):
        click.echo(notice, err=True)
    picture = render_map(map_, look, PictureFormat(suffix_of(out)))
    files.write(out, picture.content)
    del application
    size = {"width": picture.width, "height": picture.height}
    if as_json:
        answer({"file": str(out), **size, "format": picture.format.value})
    else:
        click.echo(text("drawing.picture", file=out, **size))

"""`sandtable import picture|uvtt|foundry SOURCE… OUT`: pictures with hexes as maps to trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from engine.hexes.grid import Orientation
from engine.texts import text
from studio.commands.import_maps import import_map, sources_option
from studio.commands.overwriting import overwrite_option
from studio.commands.speaking import Amount, json_option, reports_errors

PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp")
UNIVERSAL = (".uvtt", ".dd2vtt", ".df2vtt")


def _with_hints(command: Callable[..., None]) -> Callable[..., None]:
    """The options by which a user corrects the grid."""

    @click.option("--hex-px", type=Amount(4, 10_000), help=text("interchange.option-picture-hex"))
    @click.option("--middle", metavar="X,Y", help=text("interchange.option-picture-middle"))
    @click.option("--orientation", type=click.Choice([each.value for each in Orientation]),
                  help=text("interchange.option-picture-orientation"))  # fmt: skip
    @click.option("--tilt", type=Amount(-45, 45), help=text("interchange.option-picture-tilt"))
    @wraps(command)
    def hinted(
        hex_px: float | None,
        middle: str | None,
        orientation: str | None,
        tilt: float | None,
        **others: Any,
    ) -> None:
        from engine.interchange.gridded_pictures import GridHint

        lies = Orientation(orientation) if orientation else None
        command(hint=GridHint(hex_px, _point(middle), lies, tilt), **others)

    return hinted


def _point(word: str | None) -> tuple[float, float] | None:
    if word is None:
        return None
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise click.UsageError(text("interchange.not-a-point", None, word=word)) from None
    return x, y


@click.command("picture")
@sources_option
@_with_hints
@overwrite_option
@json_option
@reports_errors
def picture(sources: tuple[Path, ...], hint: Any, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.gridded_pictures import read

    import_map(
        sources, lambda path: read(path, hint), PICTURES, overwrite=overwrite, as_json=as_json
    )


@click.command("uvtt")
@sources_option
@_with_hints
@overwrite_option
@json_option
@reports_errors
def uvtt(sources: tuple[Path, ...], hint: Any, overwrite: bool, as_json: bool) -> None:
    from engine.interchange.gridded_pictures import read_universal

    import_map(
        sources,
        lambda path: read_universal(path, hint),
        UNIVERSAL,
        overwrite=overwrite,
        as_json=as_json,
    )


@click.command("foundry")
@sources_option
@overwrite_option
@json_option
@reports_errors
def foundry(sources: tuple[Path, ...], overwrite: bool, as_json: bool) -> None:
    from engine.interchange.gridded_pictures import read_scene

    import_map(sources, read_scene, (".json",), overwrite=overwrite, as_json=as_json)

"""The formats of other programs that Sandtable reads and writes without a plug-in.

They are described as plug-ins describe theirs. The module that reads or writes a format is
imported when a file is read or written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.interchange.plugin_formats import Exporter, FormatOption, Importer, ImportTarget
from engine.interchange.tiled_layer_data import FORMS
from engine.interchange.virtual_tabletops import VirtualTabletop, scene_picture
from engine.texts import KeyedText, text

if TYPE_CHECKING:
    from engine.interchange.import_result import ImportedScenario, ImportResult, Loss, Report
    from engine.map.map import Map


def _function(module: str, name: str) -> Callable[..., Any]:
    """Return a function of a module of this package that is imported when it is called."""

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(f"engine.interchange.{module}"), name)(*arguments, **named)

    return call


# --- read -----------------------------------------------------------------------------------------


def _scenario_reader(module: str) -> Callable[..., ImportedScenario]:
    def read(path: Path, **options: Any) -> ImportedScenario:
        from engine.games import default_game

        found: ImportedScenario = _function(module, "read")(path, default_game(), **options)
        return found

    return read


def _picture_reader(module: str) -> Callable[..., ImportResult]:
    def read(
        path: Path,
        *,
        hex_px: float | None,
        middle: tuple[float, float] | None,
        orientation: str | None,
        tilt: float | None,
        ground: Any,
    ) -> ImportResult:
        from engine.hexes.grid import Orientation
        from engine.interchange.picture_import import GridHint

        lies = Orientation(orientation) if orientation else None
        hint = GridHint(hex_px, middle, lies, tilt, ground=ground)
        found: ImportResult = _function(module, "read")(path, hint)
        return found

    return read


def _parse_point(word: str) -> tuple[float, float]:
    try:
        x, y = map(float, word.split(","))
    except ValueError:
        raise ValueError(text("interchange.not-a-point", None, word=word)) from None
    return x, y


GRID_OPTIONS = (
    FormatOption(
        "hex-px", KeyedText("interchange.option-picture-hex"), float, limits=(4, 10_000)
    ),
    FormatOption(
        "middle", KeyedText("interchange.option-picture-middle"), metavar="X,Y", parse=_parse_point
    ),
    FormatOption(
        "orientation", KeyedText("interchange.option-picture-orientation"),
        choices=("pointy", "flat"),
    ),
    FormatOption("tilt", KeyedText("interchange.option-picture-tilt"), float, limits=(-45, 45)),
    FormatOption(
        "ground", KeyedText("interchange.option-picture-ground"), metavar="auto|'X,Y=KIND …'",
        parse=_function("picture_ground", "parse_samples"),
    ),
)  # fmt: skip
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")

IMPORTERS: Mapping[str, Importer] = {
    "board": Importer(
        KeyedText("interchange.import-board"), (".board", ".board2"), _function("megamek", "read")
    ),
    "tiled": Importer(
        KeyedText("interchange.import-tiled"), (".tmx", ".tmj"), _function("tiled", "read"),
        folder_endings=(".json",),
        options=(FormatOption(
            "legend", KeyedText("interchange.option-legend"), Path,
            parse=_function("tiled", "read_legend"),
        ), FormatOption("tilesets", KeyedText("interchange.option-tilesets"), Path)),
    ),
    "wesnoth": Importer(
        KeyedText("interchange.import-wesnoth"), (".map",), _function("wesnoth", "read")
    ),
    "mms": Importer(
        KeyedText("interchange.import-mms"), (".mms",), _scenario_reader("megamek_setups"),
        target=ImportTarget.SCENARIO,
        options=(FormatOption("board", KeyedText("interchange.option-board"), Path),),
    ),
    "vassal": Importer(
        KeyedText("interchange.import-vassal"), (".vmod",), _scenario_reader("vassal_reader"),
        target=ImportTarget.SCENARIO,
        options=(FormatOption("board", KeyedText("interchange.option-vassal-board"), default=""),),
    ),
    "wxx": Importer(
        KeyedText("interchange.import-wxx"), (".wxx",), _function("worldographer", "read")
    ),
    "vasl": Importer(
        KeyedText("interchange.import-vasl"), ("",), _function("vasl_boards", "read"),
        target=ImportTarget.TRACED_MAP, file_pattern="bd*",
    ),
    "picture": Importer(
        KeyedText("interchange.import-picture"), PICTURES, _picture_reader("picture_import"),
        target=ImportTarget.TRACED_MAP, options=GRID_OPTIONS, folder_endings=(".bmp",),
    ),
    "uvtt": Importer(
        KeyedText("interchange.import-uvtt"), (".uvtt", ".dd2vtt", ".df2vtt"),
        _picture_reader("universal_vtt"),
        target=ImportTarget.TRACED_MAP, options=GRID_OPTIONS,
    ),
    "foundry": Importer(
        KeyedText("interchange.import-foundry"), (".json",),
        _function("picture_import", "read_scene"), target=ImportTarget.TRACED_MAP,
    ),
}  # fmt: skip


# --- written --------------------------------------------------------------------------------------


def _write_drawn(*_: Any, **__: Any) -> NoReturn:
    """Stand for a function of the studio, which `format_registry` puts in this place."""
    raise AssertionError("a format with drawn maps is written by what draws them")


def _scene(scene: VirtualTabletop, ending: str, **more: Any) -> Exporter:
    return Exporter(
        KeyedText(f"interchange.export-{scene}"), ending, _write_drawn,
        has_progress=True, hex_px=100, note=KeyedText(f"interchange.scene-{scene}-note"), **more,
    )  # fmt: skip


def _scene_picture(out: Path) -> list[Path]:
    return [scene_picture(out)]


def _tile_picture(out: Path) -> list[Path]:
    from engine.interchange.tiled_writer import picture_file

    return [picture_file(out)]


def _write_tiled(map_: Map, path: Path, *, report: Report, encoding: str | None) -> list[Loss]:
    from engine.interchange.tiled import write

    return write(map_, path, report, form=encoding or "")


def _write_geojson(map_: Map, path: Path, *, report: Report, wgs84: bool) -> list[Loss]:
    from engine.interchange.geojson import write, write_degrees

    return (write_degrees if wgs84 else write)(map_, path, report)


EXPORTERS: Mapping[str, Exporter] = {
    "board": Exporter(
        KeyedText("interchange.export-board"), ".board", _function("megamek", "write"),
        more_endings=(".board2",), has_progress=True,
    ),
    "tiled": Exporter(
        KeyedText("interchange.export-tiled"), ".tmx", _write_tiled,
        more_endings=(".tmj",), has_progress=True, files_beside=_tile_picture,
        options=(FormatOption(
            "encoding", KeyedText("interchange.option-encoding"), choices=FORMS
        ),),
    ),
    "wesnoth": Exporter(
        KeyedText("interchange.export-wesnoth"), ".map", _function("wesnoth", "write"),
        has_progress=True,
    ),
    "vassal": Exporter(
        KeyedText("interchange.export-vassal"), ".vmod", _write_drawn,
        has_progress=True, has_scenario=True, hex_px=80.0,
        note=KeyedText("interchange.vassal-note"),
    ),
    "foundry": _scene(
        VirtualTabletop.FOUNDRY, ".foundry.json", files_beside=_scene_picture
    ),
    "roll20": _scene(VirtualTabletop.ROLL20, ".roll20.json", files_beside=_scene_picture),
    "tts": _scene(
        VirtualTabletop.TABLETOP_SIMULATOR, ".tts.json", files_beside=_scene_picture
    ),
    "uvtt": _scene(VirtualTabletop.UNIVERSAL, ".uvtt", more_endings=(".dd2vtt",)),
    "geojson": Exporter(
        KeyedText("interchange.export-geojson"), ".geojson", _write_geojson,
        has_progress=True,
        options=(FormatOption("wgs84", KeyedText("interchange.option-wgs84"), bool),),
    ),
    "csv": Exporter(
        KeyedText("interchange.export-csv"), ".csv", _function("map_csv", "write"),
        has_progress=True,
    ),
}  # fmt: skip

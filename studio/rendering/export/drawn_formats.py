"""The built-in formats with drawn maps: what writes them. Qt is loaded when one is written."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.interchange import format_registry
from engine.interchange.format_registry import Drawing
from engine.interchange.plugin_formats import Exporter
from engine.interchange.virtual_tabletops import VirtualTabletop

if TYPE_CHECKING:
    from engine.interchange.import_result import Loss, Report
    from engine.map.map import Map
    from engine.scenario.scenario import Scenario


def exporters() -> Mapping[str, Exporter]:
    """Return every format that can be written, by kind."""
    return format_registry.exporters(DRAWING)


def built_in_exporters() -> Mapping[str, Exporter]:
    """Return every built-in format that can be written, by kind; looks for no plug-ins."""
    return format_registry.built_in_exporters(DRAWING)


def _write_scene(
    scene: VirtualTabletop, map_: Map, path: Path, *, hex_px: float, language: str, report: Report
) -> list[Loss]:
    from studio.rendering.export.vtt_scenes import write_vtt_scene

    return write_vtt_scene(map_, scene, path, round(hex_px), language, report)


def _write_module(
    map_: Map,
    path: Path,
    *,
    scenario: Scenario | None,
    folder: Path,
    hex_px: float,
    language: str,
    report: Report,
) -> list[Loss]:
    from studio.rendering.export.vassal_module import write_vassal_module

    return write_vassal_module(map_, scenario, folder, path, hex_px, language, report)


DRAWING: Drawing = {
    "vassal": _write_module,
    **{scene.value: partial(_write_scene, scene) for scene in VirtualTabletop},
}

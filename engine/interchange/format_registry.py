"""All formats by their kinds: the built-in ones, then those of plug-ins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine import plugins
from engine.interchange.built_in_formats import EXPORTERS, IMPORTERS
from engine.interchange.import_result import Loss
from engine.interchange.plugin_formats import Exporter, Importer
from engine.plugins import guard_plugin_call

Drawing = Mapping[str, Callable[..., list[Loss]]]
"""The functions that write the built-in formats with drawn maps, by kind."""


def importers() -> Mapping[str, Importer]:
    """Return every format that can be read, by kind; a built-in one before a plug-in's."""
    found = dict(IMPORTERS)
    for name, kind, one in _offered("IMPORTERS"):
        found.setdefault(kind, replace(one, plugin=name, read=guard_plugin_call(name, one.read)))
    return found


def exporters(drawing: Drawing) -> Mapping[str, Exporter]:
    """Return every format that can be written, by kind; a built-in one before a plug-in's."""
    found = built_in_exporters(drawing)
    for name, kind, one in _offered("EXPORTERS"):
        write, beside = (guard_plugin_call(name, do) for do in (one.write, one.files_beside))
        found.setdefault(kind, replace(one, plugin=name, write=write, files_beside=beside))
    return found


def built_in_exporters(drawing: Drawing) -> dict[str, Exporter]:
    """Return the built-in formats that can be written, those with drawn maps by `drawing`."""
    return {
        kind: replace(one, write=drawing.get(kind, one.write))
        for kind, one in EXPORTERS.items()
        if one.hex_px is None or kind in drawing
    }


def _offered(hook: str) -> list[tuple[str, str, Any]]:
    """Return what plug-ins add: the plug-in's name, the kind and the format."""
    return [
        (plugin.name, kind, one)
        for plugin, kinds in plugins.plugins_offering(hook)
        for kind, one in kinds.items()
    ]

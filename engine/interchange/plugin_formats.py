"""The formats that plug-ins add (docs/plugins.md): what is asked of them, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine import plugins
from engine.interchange.import_result import ImportResult, Loss
from engine.map.map import Map
from engine.play.plugin_guard import guard_plugin_call
from engine.texts import LocalText


@dataclass(frozen=True)
class Importer:
    """A format that is read: a sentence about it, endings of its files, and what reads one."""

    sentence: LocalText
    endings: tuple[str, ...]
    read: Callable[[Path], ImportResult]


@dataclass(frozen=True)
class Exporter:
    """A format that is written: a sentence about it, the ending of a file, and what writes one."""

    sentence: LocalText
    ending: str
    write: Callable[[Map, Path], list[Loss]]


def importers() -> Mapping[str, Importer]:
    """What plug-ins can read, by kind."""
    found = _offered("IMPORTERS")
    return {
        kind: Importer(one.sentence, one.endings, guard_plugin_call(name, one.read))
        for kind, (name, one) in found.items()
    }


def exporters() -> Mapping[str, Exporter]:
    """What plug-ins can write, by kind."""
    found = _offered("EXPORTERS")
    return {
        kind: Exporter(one.sentence, one.ending, guard_plugin_call(name, one.write))
        for kind, (name, one) in found.items()
    }


def _offered(hook: str) -> dict[str, tuple[str, Any]]:
    """Each kind with the plug-in that adds it; the first of a kind counts."""
    found: dict[str, tuple[str, Any]] = {}
    for plugin, kinds in plugins.plugins_offering(hook):
        for kind, one in kinds.items():
            found.setdefault(kind, (plugin.name, one))
    return found

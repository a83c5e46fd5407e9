"""The formats that plug-ins add (docs/plugins.md): what is asked of them, and which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from engine import plugins
from engine.interchange.brought import Brought, Loss
from engine.map.map import Map
from engine.problems import SandtableError
from engine.texts import LocalText, text

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Importer:
    """A format that is read: a sentence about it, endings of its files, and what reads one."""

    sentence: LocalText
    endings: tuple[str, ...]
    read: Callable[[Path], Brought]


@dataclass(frozen=True)
class Exporter:
    """A format that is written: a sentence about it, the ending of a file, and what writes one."""

    sentence: LocalText
    ending: str
    write: Callable[[Map, Path], list[Loss]]


class PluginFailed(SandtableError):
    """What a plug-in did came to nothing, in a way that it does not explain itself."""


def importers() -> Mapping[str, Importer]:
    """What plug-ins can read, by kind."""
    found = _offered("IMPORTERS")
    return {
        kind: Importer(one.sentence, one.endings, _guarded(name, one.read))
        for kind, (name, one) in found.items()
    }


def exporters() -> Mapping[str, Exporter]:
    """What plug-ins can write, by kind."""
    found = _offered("EXPORTERS")
    return {
        kind: Exporter(one.sentence, one.ending, _guarded(name, one.write))
        for kind, (name, one) in found.items()
    }


def _offered(hook: str) -> dict[str, tuple[str, Any]]:
    """Each kind with the plug-in that adds it; the first of a kind counts."""
    found: dict[str, tuple[str, Any]] = {}
    for plugin, kinds in plugins.offering(hook):
        for kind, one in kinds.items():
            found.setdefault(kind, (plugin.name, one))
    return found


def _guarded(plugin: str, do: Callable[P, T]) -> Callable[P, T]:
    """A stranger's function that fails only as the program's own do, the plug-in named."""

    def guarded(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return do(*arguments, **named)
        except SandtableError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            values = {"plugin": plugin, "reason": reason}
            raise PluginFailed(text("interchange.plugin-failed", None, **values)) from error

    return guarded

"""What goes wrong between the world and the map, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from engine import installing
from engine.problems import SandtableError
from engine.texts import text


class TerrainImportError(SandtableError):
    """A source that cannot be used or an area that cannot be mapped; says what would help."""


def import_error(code: str, /, **values: object) -> TerrainImportError:
    """A fault by the name of its sentence in the texts about ground."""
    return TerrainImportError(text(f"ground.{code}", None, **values))


def library(name: str) -> ModuleType:
    """A library of the extra `terrain`, loaded when first used; says how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        values = {
            "library": name.partition(".")[0],
            "command": installing.extra_install_command("terrain"),
        }
        raise import_error("no-library", **values) from error


@contextmanager
def readable(file: object) -> Iterator[None]:
    """Whatever a library says about a broken file, told as ours, with the file's name."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise import_error("unreadable", file=file, reason=said[:300]) from error

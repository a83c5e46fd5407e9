"""What others add to the program: games, players, map styles, counter layouts, formats.

A plug-in is a module. It is found as an entry point of the group `sandtable.plugins` in a package
that is installed, or as a file or package in a folder of plug-ins. What it adds stands in it under
the names of `HOOKS` (docs/plugins.md). One that fails is named, with the reason, and left out.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDERS = "SANDTABLE_PLUGINS"
"""The variable that names folders to look in instead of the user's own; empty for none at all."""
GROUP = "sandtable.plugins"
HOOKS: Mapping[str, type] = {
    "GAMES": tuple,  # packages, each with a `SYSTEM` or `SYSTEMS` (engine/games/system.py)
    "PLAYERS": dict,  # by name, what makes a player of a seed (engine/play/players.py)
    "STYLES": Path,  # a folder of map styles, `NAME.style.yaml`
    "LAYOUTS": Path,  # a folder of layouts of counters and cards, `NAME.counters.yaml`, …
    "IMPORTERS": dict,  # by the kind on the command line, what reads a file as a map
    "EXPORTERS": dict,  # by the kind on the command line, what writes a map to a file
}
"""The names a plug-in may have, and what stands under each."""


@dataclass(frozen=True)
class Plugin:
    """A plug-in by its name, and where it was found."""

    name: str
    place: str
    module: ModuleType = field(compare=False, repr=False)

    def offers(self, hook: str) -> Any:
        """What it adds under a name; None for nothing."""
        return getattr(self.module, hook, None)


@dataclass(frozen=True)
class FailedPlugin:
    """One that was left out, and why."""

    name: str
    place: str
    error: BaseException = field(compare=False, repr=False)

    @property
    def reason(self) -> str:
        """What went wrong, in one line."""
        return f"{type(self.error).__name__}: {self.error}"


_failed: dict[tuple[str, str], FailedPlugin] = {}


def failed_plugins() -> tuple[FailedPlugin, ...]:
    """Those that were left out so far."""
    find_plugins()
    return tuple(_failed.values())


@cache
def find_plugins() -> tuple[Plugin, ...]:
    """The plug-ins there are, looked for once; each is told of its faults in what it offers."""
    plugins: dict[str, Plugin] = {}
    for name, place, load in (*_installed(), *_in_folders()):
        with isolate_failures(name, place):
            made, before = Plugin(name, place, load()), plugins.get(name)
            if before is not None and before.module is made.module:
                continue  # installed from a folder of plug-ins, and found in both ways
            if before is not None:
                raise DuplicatePluginError(f"{name}: {before.place}")
            _check_hooks(made)
            plugins[name] = made
    return tuple(plugins.values())


class DuplicatePluginError(Exception):
    """Another plug-in has the name already."""


class InvalidHookError(Exception):
    """A plug-in offers something else than the name stands for."""


def plugins_offering(hook: str) -> Iterator[tuple[Plugin, Any]]:
    """The plug-ins that add something under a name, with what it is; not those that failed."""
    for plugin in find_plugins():
        offered = plugin.offers(hook)
        if offered is not None and (plugin.name, plugin.place) not in _failed:
            yield plugin, offered


def are_looked_for() -> bool:
    """Whether somebody has asked for them yet; until then they cost nobody time."""
    return find_plugins.cache_info().currsize > 0


def sound_files(hook: str, ending: str, load: Callable[[Path], object]) -> list[str]:
    """What files of this ending are called in the folders that plug-ins add.

    A plug-in with one that cannot be loaded is named and left out.
    """
    names: list[str] = []
    for plugin, folder in plugins_offering(hook):
        for path in sorted(folder.glob(f"*{ending}")):
            with isolate_failures(plugin.name, plugin.place):
                load(path)
                names.append(path.name.removesuffix(ending))
    return names


def file_of(hook: str, file: str) -> Path | None:
    """A file of this name in the folders that plug-ins add; None where none has it."""
    places = (folder / file for _, folder in plugins_offering(hook))
    return next(filter(Path.is_file, places), None)


@contextmanager
def isolate_failures(name: str, place: str) -> Iterator[None]:
    """Whatever a stranger's code raises meanwhile leaves it out, named, and harms nobody."""
    try:
        yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 # it may raise anything: that is told
        _failed[name, place] = FailedPlugin(name, place, error)


def reset_plugins() -> None:
    """Look for plug-ins again when somebody asks next."""
    find_plugins.cache_clear()
    _failed.clear()


def plugin_folders() -> list[Path]:
    """Where plug-ins lie that are files."""
    named = os.environ.get(FOLDERS)
    if named is not None:
        return [Path(each) for each in named.split(os.pathsep) if each]
    from platformdirs import user_config_path

    return [user_config_path("sandtable") / "plugins"]


def _installed() -> Iterator[tuple[str, str, Any]]:
    if os.environ.get(FOLDERS) == "":
        return
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        yield entry.name, entry.value, entry.load


def _in_folders() -> Iterator[tuple[str, str, Any]]:
    for folder in plugin_folders():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            file = path / "__init__.py" if path.is_dir() else path
            if file.suffix == ".py" and file.is_file() and path.stem.isidentifier():
                yield path.stem, str(path), lambda file=file, name=path.stem: _load(name, file)


def _load(name: str, file: Path) -> ModuleType:
    """A module by its file, under its own name, with the modules of its folder beside it."""
    known = sys.modules.get(name)
    if known is not None and known.__file__ and Path(known.__file__).samefile(file):
        return known
    inside = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=inside)
    if known is not None or spec is None or spec.loader is None:
        raise DuplicatePluginError(f"{name}: {known}")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:  # whatever ended it, a module half loaded must not be found again
        del sys.modules[name]
        raise
    return module


def _check_hooks(plugin: Plugin) -> None:
    for hook, kind in HOOKS.items():
        offered = plugin.offers(hook)
        if offered is not None and not isinstance(offered, kind):
            raise InvalidHookError(f"{hook}: {kind.__name__}, not {type(offered).__name__}")

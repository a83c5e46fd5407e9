"""Plug-ins: games, players, map styles, counter layouts, formats of others.

A plug-in is a module. It is found as an entry point of the group `sandtable.plugins` in a package
that is installed, or as a file or package in a folder of plug-ins. It adds the things under the
names of `HOOKS` (docs/plugins.md). One that fails is reported, with the reason, and left out. So is
one that was written for another plug-in API than this program has (`SANDTABLE_API`).
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from engine.legacy_imports import accept_legacy_imports, refuse_legacy_imports
from engine.problems import SandtableError
from engine.texts import text

FOLDERS = "SANDTABLE_PLUGINS"
"""The variable that names folders to look in instead of the user's own; empty for none at all."""
GROUP = "sandtable.plugins"
HOOKS: Mapping[str, type] = {
    "GAMES": tuple,  # packages, each with a `SYSTEM` or `SYSTEMS` (engine/games/rule_system.py)
    "PLAYERS": dict,  # by name, what makes a player of a seed (engine/play/players.py)
    "STYLES": Path,  # a folder of map styles, `NAME.style.yaml`
    "LAYOUTS": Path,  # a folder of layouts of counters and cards, `NAME.counters.yaml`, …
    "IMPORTERS": dict,  # by the kind on the command line, what reads a file as a map
    "EXPORTERS": dict,  # by the kind on the command line, what writes a map to a file
}
"""The names a plug-in may have, and what stands under each."""
API = 2
"""The version of what plug-ins import and offer; it rises when something of it gets another name
or goes. 1 is that of Sandtable 0.2."""
OLDEST_API = 1
"""The oldest version that plug-ins may still be written for (`engine.legacy_imports`)."""
DECLARED = "SANDTABLE_API"
"""The name under which a plug-in says the version it was written for; it need not."""


@dataclass(frozen=True)
class Plugin:
    """A plug-in by its name, and where it was found."""

    name: str
    place: str
    module: ModuleType = field(compare=False, repr=False)

    def offers(self, hook: str) -> Any:
        """Return the value it adds under a name; None if there is none."""
        return getattr(self.module, hook, None)


@dataclass(frozen=True)
class FailedPlugin:
    """One that was left out, and why."""

    name: str
    place: str
    error: BaseException = field(compare=False, repr=False)

    @property
    def reason(self) -> str:
        """Return the reason of the failure, in one line."""
        if isinstance(self.error, PluginApiError):
            return str(self.error)
        return f"{type(self.error).__name__}: {self.error}"


_failed: dict[tuple[str, str], FailedPlugin] = {}


class PluginApiError(SandtableError):
    """A plug-in was written for a version of the API that this program does not have."""

    def __init__(self, name: str, declared: int) -> None:
        self.name, self.declared = name, declared
        super().__init__(name, declared)

    def sentence(self, language: str | None = None) -> str:
        """Say which versions do not go together, and what helps."""
        key = "plugin-api-newer" if self.declared > API else "plugin-api-older"
        values = {"plugin": self.name, "theirs": self.declared, "ours": API, "oldest": OLDEST_API}
        return text(f"game.{key}", language, **values)

    def __str__(self) -> str:
        return self.sentence()


def refused_plugins() -> list[PluginApiError]:
    """Return why plug-ins found so far do not go together with this program; looks for none."""
    return [one.error for one in _failed.values() if isinstance(one.error, PluginApiError)]


def failed_plugins() -> tuple[FailedPlugin, ...]:
    """Those that were left out so far."""
    find_plugins()
    return tuple(_failed.values())


@cache
def find_plugins() -> tuple[Plugin, ...]:
    """The plug-ins there are, looked for once; faults in their offers are reported."""
    plugins: dict[str, Plugin] = {}
    for name, place, file, load in (*_installed(), *_in_folders()):
        with isolate_failures(name, place):
            _check_api(name, _declared_in(file()))
            made, before = Plugin(name, place, load()), plugins.get(name)
            if before is not None and before.module is made.module:
                continue  # installed from a folder of plug-ins, and found in both ways
            if before is not None:
                raise DuplicatePluginError(f"{name}: {before.place}")
            _check_api(name, made.offers(DECLARED))
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
    """Return True if plug-ins have been searched for; until then they take no time."""
    return find_plugins.cache_info().currsize > 0


def sound_files(hook: str, ending: str, load: Callable[[Path], object]) -> list[str]:
    """Return the names of files with this ending in the folders that plug-ins add.

    A plug-in with one that cannot be loaded is reported and left out.
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
    """Report and leave out a plug-in whose code raises meanwhile.

    It may import by the names of 0.2.
    """
    try:
        with accept_legacy_imports():
            yield
    except (Exception, SystemExit) as error:  # noqa: BLE001 # it may raise anything
        _failed[name, place] = FailedPlugin(name, place, error)


def reset_plugins() -> None:
    """Look for plug-ins again at the next request."""
    find_plugins.cache_clear()
    _failed.clear()
    refuse_legacy_imports()


def plugin_folders() -> list[Path]:
    """Return the folders of plug-ins that are files."""
    named = os.environ.get(FOLDERS)
    if named is not None:
        return [Path(each) for each in named.split(os.pathsep) if each]
    from platformdirs import user_config_path

    return [user_config_path("sandtable") / "plugins"]


_Found = tuple[str, str, Callable[[], Path | None], Callable[[], Any]]
"""A name, a place, what tells the file if there is one, and what loads it."""


def _installed() -> Iterator[_Found]:
    if os.environ.get(FOLDERS) == "":
        return
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP):
        yield entry.name, entry.value, partial(_file_of_module, entry.module), entry.load


def _file_of_module(name: str) -> Path | None:
    spec = importlib.util.find_spec(name)
    return Path(spec.origin) if spec and spec.has_location and spec.origin else None


def _in_folders() -> Iterator[_Found]:
    for folder in plugin_folders():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            file = path / "__init__.py" if path.is_dir() else path
            if file.suffix == ".py" and file.is_file() and path.stem.isidentifier():
                yield path.stem, str(path), partial(Path, file), partial(_load, path.stem, file)


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


def _declared_in(file: Path | None) -> object:
    """Return the version a module declares, read before it runs: it may import what is not here."""
    if file is None or file.suffix != ".py":
        return None
    for line in ast.parse(file.read_bytes()).body:
        match line:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=version))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=version))
            ) if name == DECLARED:
                return version
    return None


def _check_api(name: str, declared: object) -> None:
    """Refuse a version that is too new or too old; none declared counts as this program's."""
    if declared is None:
        return
    if type(declared) is not int:
        raise InvalidHookError(f"{DECLARED}: int, not {type(declared).__name__}")
    if not OLDEST_API <= declared <= API:
        raise PluginApiError(name, declared)


def _check_hooks(plugin: Plugin) -> None:
    for hook, kind in HOOKS.items():
        offered = plugin.offers(hook)
        if offered is not None and not isinstance(offered, kind):
            raise InvalidHookError(f"{hook}: {kind.__name__}, not {type(offered).__name__}")


P = ParamSpec("P")
T = TypeVar("T")


class PluginError(SandtableError):
    """A failure of a plug-in that it does not explain itself."""


def guard_plugin_call(plugin: str, do: Callable[P, T]) -> Callable[P, T]:
    """A stranger's function that fails only as the program's own do, the plug-in named."""

    def call(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return do(*arguments, **named)
        except SandtableError:
            raise
        except (Exception, SystemExit) as error:
            reason = f"{type(error).__name__}: {error}"
            values = {"plugin": plugin, "reason": reason}
            raise PluginError(text("interchange.plugin-failed", None, **values)) from error

    return call

"""The names of 0.2, for plug-ins that still import by them; all of this goes with 0.4.

A finder on `sys.meta_path` answers for modules that were moved, with a stand-in that passes on to
the new one, and lets modules that stayed answer for what was renamed in them. Each use warns with
`DeprecationWarning`. The table beside this file has the names.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.parsed_file_cache import parse_cached

if TYPE_CHECKING:
    from importlib.abc import Loader
else:  # which takes longer to load than all that this needs
    Loader = object

TABLE = Path(__file__).with_suffix(".yaml")
GETTER = "__getattr__"
"""A module's answer for a name that it lacks (PEP 562)."""


class Renames(NamedTuple):
    """New names of modules by their old ones, and what was renamed in each, by its old name."""

    modules: Mapping[str, str]
    names: Mapping[str, Mapping[str, str]]


@cache
def load_renames() -> Renames:
    """Return the table."""
    return Renames(**parse_cached(TABLE, _parse))


def _parse(source: str) -> Any:
    import yaml  # late: a start without it is reported

    return yaml.load(source, Loader=yaml.CSafeLoader)


@contextmanager
def accept_legacy_imports() -> Iterator[None]:
    """Let the old names be imported meanwhile.

    They stay once one has been used: such a plug-in imports parts of itself later as well.
    """
    if _FINDER in sys.meta_path:
        yield
        return
    _FINDER.install()
    try:
        yield
    finally:
        if not _FINDER.is_used:
            _FINDER.remove()


def refuse_legacy_imports() -> None:
    """Let the old names be unknown again."""
    if _FINDER in sys.meta_path:
        _FINDER.remove()


class _LegacyFinder(Loader):
    """Finds modules by the names they had."""

    def __init__(self) -> None:
        self.is_used = False

    def install(self) -> None:
        """Answer first, as modules that stayed are to know old names from their first moment."""
        self.is_used = False
        sys.meta_path.insert(0, self)
        for module in self._aliased():
            self._add_aliases(module)

    def remove(self) -> None:
        """Leave the modules as they were."""
        sys.meta_path.remove(self)
        for module in self._aliased():
            vars(module).pop(GETTER, None)
        for stand_in in load_renames().modules:
            sys.modules.pop(stand_in, None)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """A stand-in for a module that was moved; one that stayed, which will know old names."""
        table = load_renames()
        if fullname in table.modules:
            is_package = hasattr(import_module(table.modules[fullname]), "__path__")
            return spec_from_loader(fullname, self, is_package=is_package)
        found = PathFinder.find_spec(fullname, path, target) if fullname in table.names else None
        if found is not None and found.loader is not None:
            found.loader = _AliasLoader(found.loader, self)
        return found

    def create_module(self, spec: ModuleSpec) -> None:
        """A module as any other."""

    def exec_module(self, module: ModuleType) -> None:
        """Fill a stand-in."""
        new = load_renames().modules[module.__name__]
        self._warn(module.__name__, new)
        self._add_aliases(module, import_module(new))

    def _aliased(self) -> list[ModuleType]:
        """The modules that stayed, and are imported."""
        names = load_renames().names.keys() - load_renames().modules.keys()
        return [sys.modules[name] for name in names if name in sys.modules]

    def _add_aliases(self, module: ModuleType, new: ModuleType | None = None) -> None:
        setattr(module, GETTER, partial(self._old_name, module.__name__, new))

    def _old_name(self, old: str, new: ModuleType | None, name: str) -> Any:
        """Return what had this name in a module, or has it in the one that took its place."""
        renamed = load_renames().names.get(old, {}).get(name)
        if renamed is None:
            if new is None:
                raise AttributeError(f"module {old!r} has no attribute {name!r}")
            return getattr(new, name)
        place, _, word = renamed.rpartition(".")
        place = place or (new.__name__ if new else old)
        self._warn(f"{old}.{name}", f"{place}.{word}")
        return getattr(import_module(place), word)

    def _warn(self, old: str, new: str) -> None:
        self.is_used = True
        words = f"{old} is {new} since Sandtable 0.3; the old name goes with 0.4"
        warnings.warn(words, DeprecationWarning, stacklevel=3)


class _AliasLoader(Loader):
    """Loads a module as its own loader does, and lets it answer for what was renamed in it."""

    def __init__(self, loader: Any, finder: _LegacyFinder) -> None:
        self._loader, self._finder = loader, finder

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Create the module as its own loader does."""
        module: ModuleType | None = self._loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Run it, and leave its own loader behind."""
        self._loader.exec_module(module)
        if spec := module.__spec__:
            spec.loader = module.__loader__ = self._loader
        self._finder._add_aliases(module)


_FINDER = _LegacyFinder()

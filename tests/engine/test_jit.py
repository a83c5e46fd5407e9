"""Machine code of kernels is used again only as long as nothing has changed that went into it."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from engine.jit import SEAL, for_types_of

pytest.importorskip("numba", reason="nothing is compiled without numba")

NUMBERS = "MAXIMUM = {most}\n"
INNER = """from engine.jit import compiled
from {package}.numbers import MAXIMUM

@compiled
def inner(of):
    return {said}
"""
OUTER = """from engine.jit import compiled
from {package} import inner as beside
from {package}.inner import inner

@compiled
def outer(of):
    return last(of) + 1

@compiled
def last(of):
    return inner(of) * 10

@compiled
def by_module(of):
    return beside.inner(of) * 100
"""
Load = Callable[..., ModuleType]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    """Writes a package of kernels of two modules, and loads it as another run of Python would."""
    package, time = "kernels_of_a_test", 1_700_000_000
    folder = tmp_path / package
    folder.mkdir()
    monkeypatch.syspath_prepend(tmp_path)

    def write(name: str, words: str) -> None:
        """Only what differs is written, so that other files stay as they were."""
        nonlocal time
        file = folder / f"{name}.py"
        if not file.exists() or file.read_text() != words:
            time += 10
            file.write_text(words)
            os.utime(file, (time, time))

    def forget() -> None:
        for name in [name for name in sys.modules if name.startswith(package)]:
            del sys.modules[name]
        importlib.invalidate_caches()

    def loaded(said: str = "of", most: int = 1) -> ModuleType:
        write("numbers", NUMBERS.format(most=most))
        write("inner", INNER.format(package=package, said=said))
        write("outer", OUTER.format(package=package))
        forget()
        return importlib.import_module(f"{package}.outer")

    yield loaded
    forget()


def used_again(kernel: object) -> bool:
    """Whether the machine code of a kernel that was called came from the disk."""
    return bool(kernel.stats.cache_hits)  # type: ignore[attr-defined]  # numba's


def test_a_kernel_is_compiled_anew_when_one_it_calls_in_another_file_has_changed(
    load: Load,
) -> None:
    assert load().outer(1) == 11
    again = load()
    assert again.outer(1) == 11
    assert used_again(again.outer), "what has not changed is not compiled again"
    changed = load(said="of + 1")
    assert changed.outer(1) == 21
    assert not used_again(changed.outer)
    assert load(said="of + 1").by_module(1) == 200


def test_a_kernel_is_compiled_anew_when_a_number_from_another_file_has_changed(load: Load) -> None:
    assert load(said="of + MAXIMUM", most=1).outer(1) == 21
    assert load(said="of + MAXIMUM", most=2).outer(1) == 31


def test_every_module_with_kernels_is_sealed() -> None:
    kernels = importlib.import_module("engine.sight.hindrance_kernels")
    rays = importlib.import_module("engine.sight.ray_kernels")
    assert len({vars(kernels)[SEAL], vars(rays)[SEAL]}) == 2


def test_the_machine_code_for_types_answers_as_the_kernel_does(load: Load) -> None:
    kernel = load(said="of + 1").outer
    made = for_types_of(kernel, 1)
    assert made(4) == kernel(4) == kernel.py_func(4) == 51
    assert not hasattr(made, "py_func"), "it looks at no types"
    assert for_types_of(kernel.py_func, 1) is kernel.py_func, "as it is without numba"

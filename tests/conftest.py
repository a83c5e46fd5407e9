"""Pictures and windows in the tests need no display, and sentences are English on every machine."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from engine import texts
from engine.ai import rollout_workers
from engine.languages import MADE_IN
from studio.garbage_collection import collect_garbage
from tests import reference, selection

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

OFFSCREEN, SCREENS = "offscreen", Path(__file__).with_name("screens.json")

if os.environ.get("QT_QPA_PLATFORM", OFFSCREEN) == OFFSCREEN:  # beside its own screen, two others
    os.environ["QT_QPA_PLATFORM"] = f"{OFFSCREEN}:configfile={SCREENS}"
os.environ["SANDTABLE_LANGUAGE"] = "en"
os.environ["SANDTABLE_PLUGINS"] = ""  # the program alone, whatever else is installed here


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the quick part of the suite, a random order, and what everyday runs leave out."""
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out what opens windows or a browser, and the tests marked long",
    )
    parser.addoption(
        "--both-validators",
        action="store_true",
        help="also judge every file a test opens by the reference validator of JSON Schema",
    )
    words = "run the files, and the tests in each, in random order; SEED repeats an order"
    parser.addoption("--shuffle", nargs="?", const="", metavar="SEED", help=words)


# How long an example takes says how busy the machine is, and no more.
ANY_PACE: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("suite", max_examples=40, **ANY_PACE)
settings.register_profile("thorough", max_examples=1000, **ANY_PACE)  # of make fuzz
settings.load_profile("suite")


def pytest_report_header(config: pytest.Config) -> str:
    """Tell by which seed the tests are shuffled."""
    return f"shuffled: --shuffle {config.option.shuffle}" if config.option.shuffle else ""


def pytest_configure(config: pytest.Config) -> None:
    """Choose the order, and compile the kernels, once for all workers."""
    config.addinivalue_line("markers", "long: more than a second of work; left out by --quick")
    if config.getoption("--both-validators"):
        reference.watch()
    if config.option.shuffle == "":
        config.option.shuffle = str(SystemRandom().randrange(10**6))
    if getattr(config.option, "numprocesses", None) and not hasattr(config, "workerinput"):
        from engine import kernel_warmup as engine_kernel_warmup
        from engine.terrain_import import kernel_warmup as terrain_import_kernel_warmup
        from studio.canvas import hex_picture_kernels

        if not engine_kernel_warmup.is_warm():
            engine_kernel_warmup.warm_up_kernels()
        hex_picture_kernels.compile_canvas_kernels()
        terrain_import_kernel_warmup.warm()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even load what a quick run leaves out."""
    if not config.getoption("--quick") or collection_path.suffix not in ("", ".py"):
        return None
    return None if selection.is_quick(collection_path) else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what a quick run does without; shuffle the rest where that is asked for."""
    if config.getoption("--quick"):
        config.stash[selection.LOADED] = selection.loaded_slow_modules()
        left_out = [item for item in items if selection.is_long(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not selection.is_long(item)]
    if config.option.shuffle is not None:
        items[:] = shuffle(items, config.option.shuffle)


def shuffle(items: list[pytest.Item], seed: str) -> list[pytest.Item]:
    """Return the tests in an order of their own: the files, and the tests in each."""
    rng = Random(seed)
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    rng.shuffle(files)
    for tests in files:
        rng.shuffle(tests)
    return [test for tests in files for test in tests]


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some always wait, for a program or a browser they started."""
    return (os.cpu_count() or 1) + 1


def pytest_collection() -> None:
    """Finding the tests makes many things and no garbage: nothing is swept meanwhile."""
    gc.disable()


@pytest.fixture(autouse=True, scope="module")
def _only_new_garbage() -> None:
    """The tests of a file sweep what they made, not again all that earlier files keep."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _swept_here() -> Iterator[None]:
    """Garbage is swept between the tests, in this thread: that of windows may not go in another."""
    gc.disable()
    yield
    collect_garbage()


@pytest.fixture(autouse=True, scope="session")
def _one_application(qapp: QApplication) -> None:
    """A window's application, before a command called in this process makes a lesser one."""


@pytest.fixture(autouse=True, scope="session")
def _one_core_for_a_thought() -> Iterator[None]:
    """Players think in the process of their test, as if there were but one core."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(rollout_workers, "count_cores", lambda: 1)
        yield


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two cores for a thought, of which nobody is left at the end."""
    rollout_workers.rollout_pool.cache_clear()
    monkeypatch.setattr(rollout_workers, "count_cores", lambda: 2)
    yield
    rollout_workers.rollout_pool().shut_down()
    rollout_workers.rollout_pool.cache_clear()


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Switching the language in a test changes no other test."""
    was = os.environ["SANDTABLE_LANGUAGE"]
    yield
    texts.set_text_languages(*MADE_IN)
    os.environ["SANDTABLE_LANGUAGE"] = was

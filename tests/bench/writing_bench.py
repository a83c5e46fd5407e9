"""What an edit of a scenario with 500 units, or of a deck of 200 cards, costs in its window.

python -m tests.bench writing
"""

from __future__ import annotations

import gc
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from statistics import median

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from engine.editing import scenario_edits as edits
from engine.editing.deck_edits import make_card, make_deck
from engine.files.source_text import SHIPPED
from engine.games import card_effects_of
from engine.scenario.scenario import Scenario
from studio.canvas import kernel_loading
from studio.documents.deck_document import DeckDocument
from studio.documents.document import Document
from studio.documents.scenario_document import ScenarioDocument
from studio.garbage_collection import GarbageCollector
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.workspaces.scenario.decks.deck_tab import DeckTab
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.bench.rows import MS, Row, format_time, time_row
from tests.bench.sizes import sized

WIDE, HIGH = 1600, 1000
UNITS, CARDS = 500, 200
WARMED, TIMES = sized((2, 15), (1, 3))
LIMIT = 50 * MS
OPENED, PAUSE = sized((2.0, 0.4), (1.0, 0.2))  # seconds: looking for problems has begun and ended


def rows() -> Iterator[Row]:
    """Yield each edit with the repaint that follows it, in the window's thread."""
    application = QApplication.instance() or QApplication(["sandtable"])
    assert isinstance(application, QApplication)
    kernel_loading.load_kernels().result()
    gc.freeze()  # as the program does once it is loaded
    GarbageCollector(application)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(SHIPPED / "samples" / "tank", folder / "tank")
        yield from _scenario(application, folder)
        yield from _deck(application, folder)


def _window(application: QApplication, work: Document, folder: Path) -> MainWindow:
    window = MainWindow(Preferences(None), journals=folder / "journals")
    window.resize(WIDE, HIGH)
    window.show()
    window.open_tab(work)
    _settle(application, OPENED)
    return window


def _scenario(application: QApplication, folder: Path) -> Iterator[Row]:
    file = folder / "tank" / "scenarios" / "crossroads.scenario.yaml"
    document = ScenarioDocument.open(file, folder / "journals")
    document.apply(_crowded(document), "Fill")
    window = _window(application, document, folder)
    tab, dice, number = window.required_active_tab, Random(2), count(1)
    assert isinstance(tab, ScenarioTab)
    forces = tab.forces
    placed = [unit for unit in forces.scenario.units if unit.at is not None]
    waiting = [unit.id for unit in forces.scenario.units if unit.at is None]
    free = [at for at in forces.scenario.map.grid if not forces.rejection_reason(placed[0], at)]
    yield from _timed(application, f"{UNITS} units", {
        "choose one": lambda: forces.choose([placed[next(number) % len(placed)].id]),
        "move one": lambda: forces.place({dice.choice(placed).id: dice.choice(free)}),
        "move 20": lambda: forces.place({u.id: dice.choice(free) for u in placed[:20]}),
        "rename one": lambda: forces.rename(lambda _: f"{next(number)}", "", [placed[0].id]),
        "into a zone": lambda: forces.set_up_in_zone(
            ("westerby", "ridge-farm")[next(number) % 2], waiting[:1]
        ),
        "onto the turn track": lambda: forces.set_arrival_turn(1 + next(number) % 5, waiting[1:2]),
        "add one": lambda: forces.add_units("red", "tank", 1),
        "undo": tab.undo,
    })  # fmt: skip
    _close(application, window)


def _crowded(document: ScenarioDocument) -> Scenario:
    """The sample with many more tanks, four of five of them on the map."""
    dice, scenario = Random(1), document.scenario
    for side in ("red", "blue"):
        for platoon in range(10):
            scenario, _ = edits.with_units(
                scenario,
                side,
                "tank",
                UNITS // 20,
                f"{side} {platoon}",
                {"en": "Tank", "zh": "坦克"},
            )
    hexes = list(scenario.map.grid)
    places = {unit.id: dice.choice(hexes) for unit in scenario.units if dice.random() < 0.8}
    return edits.with_units_at_each(scenario, places)


def _deck(application: QApplication, folder: Path) -> Iterator[Row]:
    effects = list(card_effects_of("tank").values())
    deck, taken = make_deck("large", effects[0]), set[str]()
    cards = []
    for number in range(CARDS):
        cards.append(make_card(effects[number % len(effects)], taken))
        taken.add(cards[-1].id)
    document = DeckDocument.new(replace(deck, cards=tuple(cards)), "tank", folder / "journals")
    window = _window(application, document, folder)
    tab, numbers = window.required_active_tab, count(1)
    assert isinstance(tab, DeckTab)
    form, listed = tab.panel.form, tab.panel.cards
    title = form.title.lines["en"]

    def write() -> None:
        title.setText(f"Card {next(numbers)}")
        title.textEdited.emit(title.text())

    yield from _timed(application, f"{CARDS} cards", {
        "look at another": lambda: listed.choose([cards[next(numbers) % CARDS].id]),
        "type a letter": write,
        "one copy more": lambda: form.copies.setValue(1 + next(numbers) % 9),
        "move one": lambda: listed.moved.emit(next(numbers) % CARDS),
        "undo": tab.undo,
    })  # fmt: skip
    _close(application, window)


def _timed(
    application: QApplication, name: str, deeds: dict[str, Callable[[], object]]
) -> Iterator[Row]:
    for words, deed in deeds.items():
        times = []
        for _ in range(WARMED + TIMES):
            begun = time.thread_time()
            deed()
            application.processEvents()
            times.append(time.thread_time() - begun)
            _settle(application, PAUSE)
        times = times[WARMED:]
        beside = f"worst {format_time(max(times))}"
        yield time_row(f"{name}: {words}", median(times), LIMIT, beside)


def _settle(application: QApplication, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        application.processEvents()
        time.sleep(0.005)


def _close(application: QApplication, window: MainWindow) -> None:
    for tab in window.works:
        tab.dispose()
        tab.document.close()
    window.hide()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    application.processEvents()

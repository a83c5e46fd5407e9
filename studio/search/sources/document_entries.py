"""Entries of the file in front: places of its map, its units and its cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from engine.hexes.hex import Hex
from engine.hexes.label_completion import complete
from engine.narration.goto_search import GotoTarget, GotoTargetKind
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Deck, Scenario, ScenarioUnit
from engine.texts import LocalText
from studio.documents.deck_document import DeckDocument
from studio.framework.document_tab import DocumentTab, MapDocumentTab
from studio.search.search_entry import SearchEntry, SearchKind
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.problem_places import ProblemPlace
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase

if TYPE_CHECKING:
    from studio.workspaces.scenario.decks.deck_tab import DeckTab
    from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
    from studio.workspaces.scenario.tabletop.figure_group_problems import CheckedGroupsTab

MAX_HEXES = 6


def document_entries(tab: DocumentTab | None) -> Iterator[SearchEntry]:
    """Yield what the work in front has; of a game that is played only the places."""
    if isinstance(tab, MapDocumentTab):
        yield from place_entries(tab)
    if isinstance(tab, ScenarioTabBase) and tab.guest is None:
        yield from _scenario_entries(tab)
    elif tab is not None and isinstance(tab.document, DeckDocument):
        yield from _deck_entries(cast("DeckTab", tab))


def _scenario_entries(tab: ScenarioTabBase) -> Iterator[SearchEntry]:
    if tab.document.scenario.is_on_table:
        yield from _group_entries(cast("CheckedGroupsTab", tab))
    else:
        yield from _unit_entries(cast("ScenarioTab", tab))
    yield from _scenario_cards(tab.document.scenario, tab.sought.emit, tab.localize)


def _deck_entries(tab: DeckTab) -> Iterator[SearchEntry]:
    for card, title, names in _cards(tab.document.deck, tab.localize):
        visit = partial(tab.panel.visit, card)
        yield SearchEntry(f"card:{card}", SearchKind.CARD, title, visit, names)


def place_entries(tab: MapDocumentTab) -> Iterator[SearchEntry]:
    """Yield the named places and the zones of a map."""
    localize = tab.localize
    for names, target in tab.goto_targets():
        if target.kind is GotoTargetKind.UNIT:
            continue
        at = tab.map.labels.label(target.at) if target.at is not None else ""
        yield SearchEntry(
            f"place:{target.zone or at}:{target.name}",
            SearchKind.PLACE,
            target.name,
            partial(show_target, tab, target),
            names,
            at or localize("goal-zone"),
        )


def hex_entries(tab: MapDocumentTab, words: str) -> Iterator[SearchEntry]:
    """Yield the hexes whose labels begin with some words."""
    labels = tab.map.labels
    for hex_ in complete(labels, words, MAX_HEXES):
        label = labels.label(hex_)
        target = GotoTarget(GotoTargetKind.HEX, label, hex_)
        show = partial(show_target, tab, target)
        detail = tab.localize("goal-hex")
        yield SearchEntry(f"hex:{label}", SearchKind.PLACE, label, show, detail=detail)


def show_target(tab: MapDocumentTab, target: GotoTarget) -> None:
    """Mark a place and bring it to the middle of the map."""
    tab.go_to(target)
    marked = tab.canvas.keyboard_hex
    if marked is not None:
        tab.canvas.centre_on(marked)


def _unit_entries(tab: ScenarioTab) -> Iterator[SearchEntry]:
    scenario, localize = tab.document.scenario, tab.localize
    said = ScenarioNames(scenario, localize.language)
    for unit in scenario.units:
        at = scenario.outermost(unit).at
        place = scenario.map.labels.label(at) if at is not None else ""
        yield _unit_entry(
            unit.id, unit.name, " · ".join(filter(None, (said.side(unit.side), place))),
            partial(_show_unit, tab, unit, at), localize,
        )  # fmt: skip


def _show_unit(tab: ScenarioTab, unit: ScenarioUnit, at: Hex | None) -> None:
    """Select a unit, in its hex or else in the panel of units."""
    tab.forces.choose([unit.id])
    if at is not None:
        show_target(tab, GotoTarget(GotoTargetKind.UNIT, unit.id, at))
    else:
        tab.sought.emit(ProblemPlace("forces", unit=unit.id))


def _group_entries(tab: CheckedGroupsTab) -> Iterator[SearchEntry]:
    scenario, localize = tab.document.scenario, tab.localize
    said = ScenarioNames(scenario, localize.language)
    for group in scenario.bodies:
        show = partial(tab.show_group, group.id)
        yield _unit_entry(group.id, group.name, said.side(group.side), show, localize)


def _unit_entry(
    id_: str, name: LocalText, detail: str, choose: Callable[[], object], localize: Localizer
) -> SearchEntry:
    title = localize.localize_text(name) or id_
    return SearchEntry(
        f"unit:{id_}", SearchKind.UNIT, title, choose, (id_, *_names_in(name)), detail
    )


def _scenario_cards(
    scenario: Scenario, seek: Callable[[ProblemPlace], object], localize: Localizer
) -> Iterator[SearchEntry]:
    for deck_id, deck in scenario.decks.items():
        shown = localize.localize_text(deck.title) or deck_id
        place = ProblemPlace("decks", deck_id)
        yield SearchEntry(
            f"deck:{deck_id}", SearchKind.CARD, shown, partial(seek, place),
            (deck_id, *_names_in(deck.title)),
        )  # fmt: skip
        for number, (card, title, names) in enumerate(_cards(deck, localize)):
            there = place._replace(inner=f"cards[{number}]")
            yield SearchEntry(
                f"card:{deck_id}:{card}", SearchKind.CARD, title, partial(seek, there), names,
                shown,
            )  # fmt: skip


def _cards(deck: Deck, localize: Localizer) -> Iterable[tuple[str, str, tuple[str, ...]]]:
    """Return the id of each card of a deck, its title and its other names."""
    return (
        (card.id, localize.localize_text(card.title) or card.id, (card.id, *_names_in(card.title)))
        for card in deck.cards
    )


def _names_in(words: LocalText) -> tuple[str, ...]:
    return tuple(words.values()) if isinstance(words, dict) else (str(words),)

"""Scenarios in the window: their tabs, and the panels about the one in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from studio.document.scenario_document import ScenarioDocument
from studio.lookout.lookout import PreviewSettings
from studio.lookout.shown import PreviewResult
from studio.parts.speech import Localizer
from studio.parts.tab import DocumentTab, MapDocumentTab
from studio.parts.workplace import DockGroup, EditorProvider
from studio.scenario.docks import ScenarioDocks
from studio.scenario.staged import ScenarioTabBase


class PlayDocks(DockGroup, Protocol):
    """The games that are played in the tabs of scenarios, with panels of their own."""

    def may_close(self, tab: DocumentTab) -> bool:
        """Whether a tab can be closed: a game under way may be kept, and is asked about."""
        ...


def scenario_provider(
    docks: ScenarioDocks,
    games: PlayDocks,
    lookout: PreviewSettings,
    say: Localizer,
    show_line: Callable[[MapDocumentTab, PreviewResult], None],
    rename: Callable[[], None],
    on_table: Callable[[ScenarioDocument], ScenarioTabBase],
) -> EditorProvider:
    """What the window needs to know of scenarios; `rename` names the tabs anew.

    `on_table` makes the tab of one that is played on a table.
    """

    def tab_of(document: ScenarioDocument) -> ScenarioTabBase:
        document.changed.connect(lambda _: _name_unfiled(document, rename))
        if document.scenario.is_on_table:
            return on_table(document)
        from studio.scenario.tab import ScenarioTab  # loaded with the first scenario

        tab = ScenarioTab(document, say, lookout)
        tab.looked.connect(partial(show_line, tab))
        return tab

    return EditorProvider(ScenarioDocument, tab_of, (docks, games), games.may_close)


def _name_unfiled(document: ScenarioDocument, rename: Callable[[], None]) -> None:
    """What has no file yet goes by its title."""
    if document.path is None:
        rename()

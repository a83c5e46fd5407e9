"""Scenarios in the window: their tabs, and the panels about the one in front."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from studio.documents.scenario_document import ScenarioDocument
from studio.framework.document_tab import DocumentTab, MapDocumentTab
from studio.framework.editor_provider import DockGroup, EditorProvider
from studio.previews.preview_result import PreviewResult
from studio.previews.preview_settings import PreviewSettings
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from studio.workspaces.scenario.scenario_docks import ScenarioDocks


class PlayDocks(DockGroup, Protocol):
    """The games that are played in the tabs of scenarios, with panels of their own."""

    def may_close(self, tab: DocumentTab) -> bool:
        """Return True if a tab can be closed; asks if a game under way is to be saved."""
        ...


def scenario_provider(
    docks: ScenarioDocks,
    games: PlayDocks,
    lookout: PreviewSettings,
    localize: Localizer,
    show_line: Callable[[MapDocumentTab, PreviewResult], None],
    rename: Callable[[], None],
    on_table: Callable[[ScenarioDocument], ScenarioTabBase],
) -> EditorProvider:
    """Return the provider of scenario editors; `rename` updates the tabs' names.

    `on_table` makes the tab of one that is played on a table.
    """

    def tab_of(document: ScenarioDocument) -> ScenarioTabBase:
        document.changed.connect(lambda _: _name_unfiled(document, rename))
        if document.scenario.is_on_table:
            return on_table(document)
        from studio.workspaces.scenario.editor.scenario_tab import (
            ScenarioTab,  # loaded with the first scenario
        )

        tab = ScenarioTab(document, localize, lookout)
        tab.looked.connect(partial(show_line, tab))
        return tab

    return EditorProvider(ScenarioDocument, tab_of, (docks, games), games.may_close)


def _name_unfiled(document: ScenarioDocument, rename: Callable[[], None]) -> None:
    """Name the tab of an unsaved scenario by its title."""
    if document.path is None:
        rename()

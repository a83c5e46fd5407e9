"""Ask what to make of the present position: a new scenario, or a change of the one played."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from engine.scenario.scenario import Scenario
from engine.session.scenario_from_position import ScenarioSnapshot, scenario_from_position
from engine.session.session import Session
from studio.documents.scenario_document import ScenarioDocument
from studio.framework.prompts import PromptAnswer, Prompts
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase


class PositionUse(StrEnum):
    """The uses of the position."""

    NEW = "new"
    EDIT = "edit"
    NOTHING = "nothing"


def scenario_from_session(session: Session, localize: Localizer) -> ScenarioSnapshot:
    """The position of a game as a scenario."""
    return scenario_from_position(session.game, localize.language)


def ask_position_use(found: ScenarioSnapshot, prompts: Prompts, localize: Localizer) -> PositionUse:
    """Say what changes and what is left out, and ask what the position is to become."""
    answer = prompts.question(
        describe_losses(found, localize), localize("from-here-new"), localize("from-here-edit")
    )
    return {PromptAnswer.YES: PositionUse.NEW, PromptAnswer.NO: PositionUse.EDIT}.get(
        answer, PositionUse.NOTHING
    )


def describe_losses(found: ScenarioSnapshot, localize: Localizer) -> str:
    """A scenario from a position in sentences."""
    paragraphs = [
        localize(
            "from-here-title",
            title=localize.localize_text(found.scenario.title) or localize("unnamed"),
        )
    ]
    for key, sentences in (("changed", found.changed), ("left-out", found.left_out)):
        if sentences:
            lines = [localize("from-here-line", line=sentence) for sentence in sentences]
            paragraphs.append("\n".join([localize(f"from-here-{key}"), *lines]))
    return "\n\n".join(paragraphs)


def new_scenario_from_position(
    found: ScenarioSnapshot, tab: ScenarioTabBase, journals: Path | None
) -> ScenarioDocument:
    """The scenario as a work of its own, not saved yet."""
    folder = tab.document.path.parent if tab.document.path else Path()
    document = ScenarioDocument.new(with_absolute_paths(found.scenario, folder), journals)
    document.mark_unsaved()
    return document


def replace_scenario_by_position(
    found: ScenarioSnapshot, tab: ScenarioTabBase, localize: Localizer
) -> None:
    """The scenario in the place of the one that is played, as one step."""
    tab.document.apply(found.scenario, localize("from-here-step"))


def with_absolute_paths(scenario: Scenario, folder: Path) -> Scenario:
    """A scenario that lies in a folder, with the paths it needs written whole."""

    def found(path: str) -> str:
        return str((folder / path).absolute()) if path else ""

    decks = {name: found(path) for name, path in scenario.deck_paths.items()}
    return replace(scenario, ground_path=found(scenario.ground_path), deck_paths=decks)

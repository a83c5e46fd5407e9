"""The Scenario menu: the forces of a scenario, and its own zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from studio.actions.action import Action, Menu, StudioWindow, with_reason
from studio.documents.scenario_document import ScenarioDocument
from studio.workspaces.scenario.order_of_battle.command_ids import (
    KEYS,
    FormationCommand,
    UnitCommand,
)

if TYPE_CHECKING:
    from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab

PANELS = {
    "forces": "Alt+1", "unit": "Alt+2", "turn-track": "Alt+3", "own-zones": "Alt+4",
    "story": "Alt+5", "aims": "Alt+6", "rules": "Alt+7", "data": "Alt+8",
    "decks": "Alt+9",
}  # fmt: skip


@with_reason("needs-edited-scenario")
def is_editing_scenario(studio: StudioWindow) -> bool:
    """While a scenario on a map is in front and not in play."""
    return _is_scenario(studio) and _tab(studio).guest is None


@with_reason("needs-units")
def has_selected_units(studio: StudioWindow) -> bool:
    """While units of it are chosen."""
    return is_editing_scenario(studio) and bool(_tab(studio).forces.chosen)


@with_reason("needs-scenario-zone")
def has_scenario_zone(studio: StudioWindow) -> bool:
    """While it has zones of its own."""
    return is_editing_scenario(studio) and bool(_tab(studio).document.scenario.zones)


def is_painting_scenario_zone(studio: StudioWindow) -> bool:
    """While one of them is painted."""
    return is_editing_scenario(studio) and bool(_tab(studio).arranging.brush.zone)


def _is_scenario(studio: StudioWindow) -> bool:
    document = studio.active_tab.document if studio.active_tab is not None else None
    return isinstance(document, ScenarioDocument) and not document.scenario.is_on_table


def _tab(studio: StudioWindow) -> ScenarioTab:
    assert _is_scenario(studio)
    return cast("ScenarioTab", studio.active_tab)


def _muster(studio: StudioWindow) -> None:
    from studio.workspaces.scenario.panels.order_of_battle_panel import ForcesPanel

    panel = studio.scenario_docks.show_panel("forces")
    assert isinstance(panel, ForcesPanel)
    panel.seen.wake()
    panel.open_form()


def _paint(studio: StudioWindow) -> None:
    """Start painting the zone chosen in the list of zones, or stop."""
    from studio.workspaces.scenario.panels.scenario_zones_panel import ScenarioZonesPanel

    panel = studio.scenario_docks.show_panel("own-zones")
    assert isinstance(panel, ScenarioZonesPanel)
    panel.seen.wake()
    panel.do("paint")


def _deed(deed: UnitCommand) -> Action:
    def run(studio: StudioWindow) -> None:
        from studio.workspaces.scenario.order_of_battle.unit_commands import run_unit_command

        run_unit_command(deed, _tab(studio).forces, studio.filing.prompts)

    return Action(
        f"units-{deed}", Menu.SCENARIO, run, (KEYS[deed],), has_selected_units, section="units"
    )


def _with_formations(deed: FormationCommand) -> Action:
    def run(studio: StudioWindow) -> None:
        from studio.workspaces.scenario.order_of_battle.formation_commands import (
            run_formation_command,
        )

        run_formation_command(
            deed, _tab(studio).forces, studio.filing.prompts, studio.scenario_docks.library
        )

    needs_none = deed in (FormationCommand.LIBRARY, FormationCommand.FOUND)
    return Action(f"formations-{deed}", Menu.SCENARIO, run, (),
                  is_editing_scenario if needs_none else has_selected_units,
                  section="units")  # fmt: skip


def _panel(name: str, key: str) -> Action:
    return Action(
        f"panel-{name}",
        Menu.SCENARIO,
        lambda studio: studio.scenario_docks.show_panel(name).setFocus(),
        (key,),
        is_editing_scenario,
        section="panels",
    )


SCENARIO: tuple[Action, ...] = (
    Action(
        "units-add", Menu.SCENARIO, _muster, ("Ctrl+Shift+J",), is_editing_scenario, section="units"
    ),
    Action(
        "units-all",
        Menu.SCENARIO,
        lambda s: _tab(s).forces.select_all_units(),
        ("Ctrl+Shift+E",),
        is_editing_scenario,
        section="units",
    ),
    *map(_deed, UnitCommand),
    *map(
        _with_formations, (FormationCommand.FOUND, FormationCommand.LIBRARY, FormationCommand.KEEP)
    ),
    Action(
        "own-zone-paint",
        Menu.SCENARIO,
        _paint,
        ("Ctrl+Shift+G",),
        has_scenario_zone,
        is_painting_scenario_zone,
        "zones",
    ),
    *(_panel(name, key) for name, key in PANELS.items()),
)

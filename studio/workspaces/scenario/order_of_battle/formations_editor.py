"""Formations of one scenario in its author's hands: a tree, patterns, what is copied and pasted."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.editing import formation_edits
from engine.editing import scenario_edits as edits
from engine.editing.deployment_patterns import DeploymentPattern, deploy_in_pattern, toward_enemy
from engine.editing.formation_edits import extract_force, paste_force
from engine.games import title_of
from engine.scenario.formations import Force, formations_by_id
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor

if TYPE_CHECKING:
    from engine.interchange.csv_tables import SpreadsheetMerge

Units = Collection[str]


class FormationsEditor:
    """The editor of formations, whose changes are steps of the scenario's document."""

    def __init__(self, forces: ForcesEditor) -> None:
        self.forces, self.localize = forces, forces.localize

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.forces.scenario

    def _apply(self, scenario: Scenario, name: str, typed: str = "") -> None:
        self.forces.document.apply(scenario, name, typed)

    def create_formation(self, side: str, name: LocalText, inside: str = "") -> str:
        """A new formation within another; those chosen of its side join it. Its id."""
        changed, id_ = formation_edits.with_new_formation(self.scenario, side, name, inside)
        own = [unit.id for unit in self.forces.units() if unit.side == side]
        changed = edits.changed_units(changed, own, formation=id_)
        self._apply(
            changed, self.localize("step-formation-new", name=self.localize.localize_text(name))
        )
        return id_

    def declare(self, side: str, word: str) -> str:
        """A formation that is but a word becomes one of the tree; its id."""
        found, id_ = formation_edits.with_declared_formation(self.scenario, side, word)
        if found != self.scenario:
            self._apply(found, self.localize("step-formation-new", name=word))
        return id_

    def edit_formation(self, id_: str, typed: str = "", **fields: Any) -> None:
        """A formation with another name, size, headquarters or colour."""
        self._form(
            formation_edits.with_formation_changes(self.scenario, id_, **fields),
            "changed",
            id_,
            typed,
        )

    def dissolve(self, id_: str) -> None:
        """A formation is gone; what it held stands where it stood."""
        self._form(formation_edits.without_formation(self.scenario, id_), "dissolved", id_)

    def move(
        self, branches: Iterable[tuple[str, ...]], units: Units, side: str, inside: str
    ) -> None:
        """Whole formations stand within another, and loose units with them."""
        found, wanted = self.scenario, list(units)
        known = formations_by_id(found.formations)
        if inside and inside not in known:
            found, inside = formation_edits.with_declared_formation(found, side, inside)
        for _, of, word in branches:
            found, id_ = formation_edits.with_declared_formation(found, of, word)
            try:
                found = formation_edits.with_formation_moved(found, id_, side, inside)
            except ValueError:
                self.forces.told.emit(self.localize("formation-in-itself", name=self.name_of(id_)))
                return
        found = edits.regroup_units(found, wanted, side, inside) if wanted else found
        if found != self.scenario:
            self._apply(found, self.localize("step-formation-moved"))

    def _form(self, scenario: Scenario, step: str, id_: str, typed: str = "") -> None:
        if scenario != self.scenario:
            name = self.name_of(id_)
            self._apply(scenario, self.localize(f"step-formation-{step}", name=name), typed)

    def name_of(self, id_: str) -> str:
        """Return the name of a formation."""
        found = formations_by_id(self.scenario.formations).get(id_)
        return (self.localize.localize_text(found.name) or id_) if found else id_

    def apply_pattern(self, pattern: DeploymentPattern) -> None:
        """Those chosen stand by a pattern, from where the first of them begins, to the enemy."""
        units = [unit for unit in self.forces.units() if not unit.aboard and not unit.bearer]
        first = next((unit.at for unit in units if unit.at is not None), None)
        if first is None:
            self.forces.told.emit(self.localize("spread-nowhere"))
            return
        facing = toward_enemy(self.scenario, units[0].side, first)
        places = deploy_in_pattern(self.scenario, units, first, pattern, facing,
                        lambda unit, at: not self.forces.rejection_reason(unit, at))  # fmt: skip
        self.forces.replace_scenario(
            edits.with_units_at_each(self.scenario, places), "spread", [u.id for u in units]
        )
        if len(places) < len(units):
            self.forces.told.emit(self.localize("spread-no-room", count=len(units) - len(places)))

    # --- copied and pasted ------------------------------------------------------------------------

    def copied(self) -> Force:
        """Those chosen with their formations, as they can be pasted anywhere."""
        force = extract_force(self.scenario, self.forces.chosen)
        names = [each.name or each.id for each in force.formations[:1]]
        return replace(force, title=names[0] if names else "")

    def paste(self, force: Force) -> None:
        """A force joins the side of those chosen, else the first; it is chosen then."""
        scenario = self.scenario
        if force.game != scenario.game:
            told = {"game": self.localize.localize_text(title_of(force.game))}
            self.forces.told.emit(self.localize("paste-other-game", **told))
            return
        units = self.forces.units()
        side = units[0].side if units else scenario.sides[0].id
        found, made = paste_force(scenario, force, side)
        self._apply(found, self.localize("step-units-pasted", count=len(made)))
        self.forces.choose(made)

    def import_rows(self, merged: SpreadsheetMerge) -> None:
        """Apply a spreadsheet's rows to the forces, and select their units."""
        units = [*merged.added, *merged.changed]
        if units:
            self._apply(merged.value, self.localize("step-units-pasted", count=len(units)))
            self.forces.choose(units)

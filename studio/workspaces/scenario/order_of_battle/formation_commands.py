"""The functions behind formations' commands, and units' by clipboard or pattern."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu

from engine.editing.deployment_patterns import DeploymentPattern
from engine.files import force_files, source_text
from engine.problems import InvalidFileError, SandtableError
from engine.scenario.formations import Force, formations_by_id
from studio.framework.prompts import Prompts
from studio.workspaces.scenario.order_of_battle.command_ids import CLIPBOARD, FormationCommand
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.formations_editor import FormationsEditor

FORBIDDEN = re.compile(r'[\s/\\:*?"<>|.]+')  # in the names of files, on one system or another


def run_formation_command(
    deed: FormationCommand, forces: ForcesEditor, prompts: Prompts, folder: Path | None
) -> None:
    """Do it, having asked what has to be asked. `folder` is the user's library, if there is one."""
    match deed:
        case FormationCommand.COPY:
            copy_units_and_formations(forces)
        case FormationCommand.PASTE:
            paste_units_and_formations(forces)
        case FormationCommand.FOUND:
            _found(forces, prompts)
        case FormationCommand.DISSOLVE:
            _dissolve(forces)
        case FormationCommand.KEEP:
            _keep(forces, prompts, folder)
        case FormationCommand.LIBRARY:
            _from_library(forces, prompts, folder)


def copy_units_and_formations(forces: ForcesEditor) -> None:
    """Put those chosen on the clipboard, as a text that any scenario and any editor takes."""
    if forces.chosen:
        words = force_files.as_text(FormationsEditor(forces).copied())
        QGuiApplication.clipboard().setText(words)
        forces.told.emit(forces.localize("copied-units", count=len(forces.chosen)))


def paste_units_and_formations(forces: ForcesEditor) -> None:
    """Let what is on the clipboard join; why not, in words, where it is nothing of that kind."""
    words = QGuiApplication.clipboard().text()
    try:
        force = force_files.read_text(words)
    except InvalidFileError:
        _paste_rows(forces, words)
        return
    FormationsEditor(forces).paste(force)


def _paste_rows(forces: ForcesEditor, words: str) -> None:
    """Let rows of a spreadsheet, copied with their heads, join or change the units of their ids."""
    from engine.interchange import order_of_battle_csv  # with the first rows
    from engine.interchange.csv_tables import merge_report_lines

    localize, named = forces.localize, forces.localize("clipboard")
    try:
        merged = order_of_battle_csv.read_copied_rows(words, named, forces.scenario)
    except InvalidFileError as error:
        forces.told.emit(error.problems[0].message(localize.language))
        return
    if merged is None:
        forces.told.emit(localize("paste-nothing"))
        return
    FormationsEditor(forces).import_rows(merged)
    forces.told.emit(merge_report_lines(merged, named, localize.language)[0])


def _found(forces: ForcesEditor, prompts: Prompts) -> None:
    localize, scenario = forces.localize, forces.scenario
    name = prompts.line(localize("formations-found"), localize("formations-found-which"), "")
    if not name or not name.strip():
        return
    units = forces.units()
    side = units[0].side if units else scenario.sides[0].id
    above = {unit.formation for unit in units}
    known = formations_by_id(scenario.formations)
    inside = above.pop() if len(above) == 1 else ""
    FormationsEditor(forces).create_formation(side, name.strip(), inside if inside in known else "")


def _dissolve(forces: ForcesEditor) -> None:
    known = formations_by_id(forces.scenario.formations)
    for id_ in dict.fromkeys(unit.formation for unit in forces.units()):
        if id_ in known:
            FormationsEditor(forces).dissolve(id_)


def _keep(forces: ForcesEditor, prompts: Prompts, folder: Path | None) -> None:
    localize = forces.localize
    if not forces.chosen:
        return
    if folder is None:
        forces.told.emit(localize("library-none"))
        return
    force = FormationsEditor(forces).copied()
    usual = localize.localize_text(force.title)
    name = (
        prompts.line(localize("formations-keep"), localize("formations-keep-which"), usual) or ""
    ).strip()
    if not name:
        return
    title = force.title if name == usual else name
    path = _free_path(folder, FORBIDDEN.sub("-", name).strip("-") or "force")
    try:
        source_text.make_folder(folder)
        force_files.save(replace(force, title=title), path)
    except SandtableError as error:
        prompts.show_message(str(error))
        return
    forces.told.emit(localize("library-kept", name=name))


def _free_path(folder: Path, stem: str) -> Path:
    """A file that is not there yet: nothing that was kept is written over."""
    found, number = folder / f"{stem}{force_files.ENDING}", 1
    while source_text.path_exists(found):
        number += 1
        found = folder / f"{stem}-{number}{force_files.ENDING}"
    return found


def _from_library(forces: ForcesEditor, prompts: Prompts, folder: Path | None) -> None:
    localize, scenario = forces.localize, forces.scenario
    kept = force_files.list_forces(folder, scenario.game)
    if not kept:
        forces.told.emit(localize("library-empty"))
        return
    words = [_words(force, forces) for force in kept]
    number = prompts.choose_index(
        localize("formations-library"), localize("formations-library-which"), words
    )
    if number is not None:
        FormationsEditor(forces).paste(kept[number])


def _words(force: Force, forces: ForcesEditor) -> str:
    """A force in one line: its title, and how many units it has."""
    title = forces.localize.localize_text(force.title) or (force.path.name if force.path else "")
    return forces.localize("library-entry", title=title, count=len(force.units))


def add_to_menu(menu: QMenu, forces: ForcesEditor, prompts: Prompts, folder: Path | None) -> None:
    """Offer all of it in a menu of the units chosen."""
    localize = forces.localize
    menu.addSeparator()
    inner = menu.addMenu(localize("formations-spread"))
    for pattern in DeploymentPattern:
        entry = inner.addAction(localize(f"pattern-{pattern}"))
        entry.triggered.connect(
            lambda _=False, how=pattern: FormationsEditor(forces).apply_pattern(how)
        )
    for deed in FormationCommand:
        entry = menu.addAction(localize(f"formations-{deed}"))
        if deed in CLIPBOARD:
            entry.setShortcut(QKeySequence(CLIPBOARD[deed]))
        entry.triggered.connect(
            lambda _=False, what=deed: run_formation_command(what, forces, prompts, folder)
        )

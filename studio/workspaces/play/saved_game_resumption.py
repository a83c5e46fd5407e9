"""Saved games: opened with their scenario, and saved with a picture of the map."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.checks.scenario_checks import load_playable
from engine.editing.dependent_scenarios import SCENARIOS
from engine.files import source_text, strict_json
from engine.files.file_writer import remove_file
from engine.hexes.hex import Hex
from engine.problems import InvalidFileError, SandtableError
from engine.scenario.scenario import Scenario
from engine.session.saved_games import saved_picture_path
from engine.session.scenario_handout import scenario_handout
from engine.session.seats import FogOfWar
from engine.session.session import Session
from engine.texts import text
from studio.framework.background_jobs import BackgroundJobs, JobCancelled, Outcome
from studio.framework.prompts import Prompts
from studio.rendering.counters.counter_painter import Counter
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import render_map
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.painting import encode_png
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.map_game_view import CounterArranger

WIDE, HIGH = 432, 270
NARROWEST_HEX = 4.0  # pixels


def save_thumbnail(canvas: QWidget, session: Session, game: Path, language: str) -> None:
    """Keep a picture of a game beside it, if anybody may see one; else remove it.

    Where sides hide things from each other it shows what the one side sees that a person plays, or
    played before a computer player took over, whatever the canvas shows now. Raises
    FileRemovalError or SaveError.
    """
    file = saved_picture_path(game)
    if not game.exists():
        return
    sides = session.human_sides
    if session.fog is FogOfWar.OPEN or sides == {session.viewer}:
        picture = None if canvas.size().isEmpty() else canvas.grab().toImage()
    elif len(sides) == 1 and not session.scenario.is_on_table:
        picture = _seen_by(next(iter(sides)), session, language)
    else:
        picture = None
    if picture is None:
        remove_file(file)
    else:
        source_text.write(file, encode_png(_fitted(picture)))


def _fitted(picture: QImage) -> QImage:
    """Return the middle of a picture in the size of all."""
    shape = Qt.AspectRatioMode.KeepAspectRatioByExpanding
    whole = picture.scaled(WIDE, HIGH, shape, Qt.TransformationMode.SmoothTransformation)
    room = whole.rect()
    room.setSize(QSize(WIDE, HIGH))
    room.moveCenter(whole.rect().center())
    return whole.copy(room)


def _seen_by(side: str, session: Session, language: str) -> QImage:
    """Return the map as a side sees it, whatever the canvas shows."""
    known, standing = (
        scenario_handout(session.scenario, side),
        session.visible_position(side, language),
    )
    staging, placed = CounterArranger(known), defaultdict[Hex, list[Counter]](list)
    for counter, at in (
        (each.counter, each.at) for each in staging.resting_position(standing).counters
    ):
        placed[at].append(counter)
    aims = staging.is_held(standing, language).deployment
    begun = replace(aims, placed={at: tuple(each) for at, each in placed.items()}, musters=())
    across = known.map.grid.size(1.0)[0]
    look = RenderOptions(max(WIDE / across, NARROWEST_HEX), legend=False, language=language)
    drawn = render_map(known.map, look, PictureFormat.PNG, deployment=begun)
    return QImage.fromData(drawn.content)


NEIGHBOURS = (".", "..", "../scenarios")  # where scenarios are kept, seen from a game's folder
MAX_LOOKED_AT = 60  # files
LONGEST_HEAD = 65_536  # characters


class ScenarioNotFound(SandtableError):
    """The scenario of a saved game is neither where its file says, nor near it or shipped."""


@dataclass(frozen=True)
class ResumedGame:
    """A game taken up, and the file of the scenario it is played on."""

    scenario: Path
    session: Session


def resume_file(file: Path, scenario: Path | None = None) -> ResumedGame:
    """The game in a file, in any thread; without a scenario's file, on the one that is found.

    ScenarioNotFound where none is; InvalidFileError, InvalidSessionError, InvalidReplayError and
    ReplayMismatchError say what cannot be taken up, and why.
    """
    path = scenario or scenario_of_saved_game(file)
    session = Session.resume(file, load_playable(path))
    session.path = path
    return ResumedGame(path, session)


def resume_in_background(
    file: Path,
    jobs: BackgroundJobs,
    prompts: Prompts,
    localize: Localizer,
    then: Callable[[ResumedGame], None],
) -> None:
    """Resume the game in a file in the background; ask for its scenario if it is not found.

    If it cannot be resumed, say why; else `then` receives it.
    """
    _start(file, None, jobs, prompts, localize, then)


def _start(
    file: Path,
    scenario: Path | None,
    jobs: BackgroundJobs,
    prompts: Prompts,
    localize: Localizer,
    then: Callable[[ResumedGame], None],
) -> None:
    def end(outcome: Outcome[ResumedGame]) -> None:
        try:
            found = outcome()
        except JobCancelled:
            return
        except ScenarioNotFound as error:
            named = prompts.scenario_file(str(error))
            if named is not None:
                _start(file, named, jobs, prompts, localize, then)
        except SandtableError as error:
            prompts.show_message(str(error))
        else:
            then(found)

    jobs.start(localize("job-opening", name=file.name), lambda _: resume_file(file, scenario), end)


# --- the scenario --------------------------------------------------------------------------------


def scenario_of_saved_game(file: Path) -> Path:
    """The file of the scenario a game was played on: as it was then, wherever it lies now.

    First where the game says, then near it, then among the samples. One that has changed since is
    only taken where the game names it. ScenarioNotFound if none is found.
    """
    head = _head(file)
    named, wanted = str(head.get("scenario") or ""), str(head.get("scenario_hash") or "")
    is_path = bool(named) and source_text.can_name(named)
    place = Path(os.path.normpath(file.parent / named)) if is_path else None
    if place is not None and source_text.is_file(place) and _is(place, wanted):
        return place
    found = next((each for each in _near(file, named) if _is(each, wanted)), None)
    if found is not None:
        return found
    if place is not None and source_text.is_file(place):
        return place
    raise ScenarioNotFound(
        text("playtest.no-scenario-found", None, file=file, scenario=named or "–")
    )


def _near(file: Path, named: str) -> Iterator[Path]:
    """Scenarios near a game and those that are shipped, those of the same name first."""
    folders = [file.parent / folder for folder in NEIGHBOURS]
    near = [path for folder in folders for path in sorted(folder.glob(SCENARIOS))]
    shipped = sorted(source_text.SAMPLES.glob(f"*/scenarios/{SCENARIOS}"))
    name = Path(named).name
    found = sorted([*near, *shipped], key=lambda path: path.name != name)
    unique = dict.fromkeys(Path(os.path.normpath(path)) for path in found)
    yield from islice(unique, MAX_LOOKED_AT)


def _is(path: Path, wanted: str) -> bool:
    """Return True if a file has the scenario of this fingerprint."""
    scenario = _scenario(path)
    return scenario is not None and scenario.fingerprint() == wanted


def _scenario(path: Path) -> Scenario | None:
    try:
        return load_playable(path)
    except InvalidFileError:
        return None  # its faults are reported where it is opened


def _head(file: Path) -> Mapping[str, Any]:
    """Return the head of a replay; of a session, with that of its first branch."""
    try:
        with file.open(encoding="utf-8") as lines:
            head = _mapping(lines.readline(LONGEST_HEAD))
            branch = {} if "scenario_hash" in head else _mapping(lines.readline())
    except (OSError, UnicodeDecodeError):
        return {}  # no game; its faults are reported where it is opened
    first, _, _ = str(branch.get("replay", "")).partition("\n")
    return {**_mapping(first), **head}


def _mapping(line: str) -> Mapping[str, Any]:
    try:
        found = strict_json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}

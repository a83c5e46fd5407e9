"""The files written from a room: its record, each side's map, the debrief."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from engine.files import source_text
from engine.narration.scenario_names import ScenarioNames
from engine.narration.turn_text import turn_title
from engine.texts import localised, text
from engine.umpire.sightings import TurnBelief
from engine.umpire.umpired_game import UmpiredGame
from studio.framework.background_jobs import JobProgress
from studio.framework.file_operations import FileOperations, file_name
from studio.framework.report_viewer import ReportOpener
from studio.rendering.file_formats import PictureFormat
from studio.rendering.map.map_pictures import RenderedFile
from studio.rendering.map.render_options import RenderOptions
from studio.reports.report_pages import (
    Block,
    Heading,
    ListedSentences,
    Paragraph,
    ReportFigure,
    ReportPage,
    SharedFigureBackground,
)
from studio.workspaces.umpire.belief_differences import (
    BeliefDifference,
    DifferenceMarks,
    compare_beliefs,
)
from studio.workspaces.umpire.snapshots import (
    NO_MARKS,
    BeliefAndTruthFigure,
    SnapshotFigure,
    TabletopSnapshotFigure,
    current_snapshot,
    current_tabletop_snapshot,
    render_snapshot,
    render_tabletop_snapshot,
    turn_snapshot,
)
from studio.workspaces.umpire.umpire_texts import format_time

TEXTS = (".txt", ".md")
PICTURES = (".png",)
HEX_PX = 56.0  # of pictures: a counter can still be read on a phone
FORMATS = (PictureFormat.PNG, PictureFormat.PDF)


class UmpireReportExporter:
    """Writes files that the user names, in the background, and says when it is done."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing, self._localize = filing, filing.localize
        self.reading = ReportOpener(filing)
        self.ramp = RenderOptions.ramp

    # --- the record -------------------------------------------------------------------------------

    def open_record(self, room: UmpiredGame) -> None:
        """Open the record of everything done, to be read, and saved as HTML, PDF or text."""
        language = self._localize.language
        written = room.export(language)
        page = build_record_report(room, language)
        texts = dict.fromkeys(TEXTS, lambda: written)
        self.reading.open(lambda: page, self._name(room, "room-file-record"), texts)

    # --- the debrief ------------------------------------------------------------------------------

    def open_debrief(self, room: UmpiredGame) -> None:
        """Turn by turn, each side's belief beside the truth, to be read and saved."""
        language = self._localize.language
        with room.locked_session():
            page = build_debrief_report(room.debrief(), room.sides, language)
        self.reading.open(lambda: page, self._name(room, "room-file-debrief"))

    # --- maps -------------------------------------------------------------------------------------

    def write_pictures(self, room: UmpiredGame) -> None:
        """The map as each side sees it, and as it is: a picture and a PDF of each, in one step."""
        path = self._asked(room, "room-file-maps", PICTURES)
        if path is None:
            return
        language = self._localize.language
        pictures = self._pictures(room, language)
        made = [
            (path.with_name(f"{path.stem}-{name}.{format_.value}"), make, format_)
            for name, make in pictures.items()
            for format_ in FORMATS
        ]

        def draw(progress: JobProgress) -> None:
            for number, (file, make, format_) in enumerate(made, 1):
                source_text.write(file, make(format_).content)
                progress.report(number / len(made))

        done = self._localize("room-maps-written", count=len(made), folder=path.parent)
        self._filing.start_job(self._localize("room-job-maps"), draw, done)

    def _pictures(
        self, room: UmpiredGame, language: str
    ) -> dict[str, Callable[[PictureFormat], RenderedFile]]:
        """Functions that draw the ground as each viewer sees it now, by the viewer's name."""
        scenario = room.session.scenario
        if scenario.is_on_table:
            seen = {
                name: current_tabletop_snapshot(room, viewer, language)
                for name, viewer in _viewers(room)
            }
            return {
                name: partial(render_tabletop_snapshot, scenario, one, language)
                for name, one in seen.items()
            }
        look = RenderOptions(HEX_PX, language=language, ramp=self.ramp)
        looked = {name: current_snapshot(room, viewer, language) for name, viewer in _viewers(room)}
        return {name: partial(render_snapshot, scenario, one, look) for name, one in looked.items()}

    # --- files ------------------------------------------------------------------------------------

    def _asked(self, room: UmpiredGame, key: str, endings: tuple[str, ...]) -> Path | None:
        """Ask for a file, named after the room and its content."""
        return self._filing.prompts.page_file(self._name(room, key) + endings[0], endings)

    def _name(self, room: UmpiredGame, key: str) -> str:
        """The default name of a room's file, in the folder of its record."""
        session = room.session
        turn = session.game.rules.turn(session.game.state)
        title = file_name(ScenarioNames(session.scenario, self._localize.language).title)
        name = str(self._localize(key, title=title, turn=turn))  # a path takes plain words only
        return str(room.record_path.with_name(name))


def _viewers(room: UmpiredGame) -> list[tuple[str, str | None]]:
    """Return the viewers whose maps are drawn, by the names of their files."""
    return [("umpire", None), *((side, side) for side in room.sides)]


# --- pages ---------------------------------------------------------------------------------------


def build_record_report(room: UmpiredGame, language: str) -> ReportPage:
    """The record with times, with a heading for each turn."""
    names = ScenarioNames(room.session.scenario, language)
    title = text("console.room-record-title", language, title=names.title)
    people = [f"{names.side(seat.side)}: {seat.name or seat.id}" for seat in room.seats.values()]
    blocks: list[Block] = [ListedSentences(people)]
    lines: list[str] = []
    turn: int | None = None
    for entry in room.log:
        if entry.turn != turn:
            blocks += [ListedSentences(lines)] if lines else []
            turn, lines = entry.turn, []
            blocks.append(Heading(turn_title(names.scenario.game, turn, language)))
        said = localised(entry.words, language)
        lines += [f"{format_time(entry.time)} {said}"] if said else []
        lines += [localised(words, language) for words in entry.events if words]
    return ReportPage(title, language, [*blocks, *([ListedSentences(lines)] if lines else [])])


def build_debrief_report(
    beliefs: list[TurnBelief], sides: tuple[str, ...], language: str
) -> ReportPage:
    """Every turn with the truth, each side's belief, and the differences in words."""
    scenario = beliefs[-1].game.scenario
    names = ScenarioNames(scenario, language)
    title = text("console.room-debrief-title", language, title=names.title)
    blocks: list[Block] = [Paragraph(text("console.room-debrief-key", language), "note")]
    ground: SharedFigureBackground | None = None
    for belief in beliefs:
        begins = bool(ground)
        heading = turn_title(names.scenario.game, belief.turn, language)
        blocks.append(Heading(heading, begins_sheet=begins))
        for side in sides:
            found = compare_beliefs(belief, side)
            pair = _pair(belief, side, DifferenceMarks(found), language)
            ground = ground or SharedFigureBackground(
                "ground", pair.paint_ground, pair.width, pair.height
            )
            named = names.side(side)
            blocks.append(Heading(text("console.room-debrief-side", language, side=named), 3))
            caption = text("console.room-debrief-caption", language, side=named)
            blocks.append(ReportFigure(pair.paint_seen, pair.width, pair.height, caption, ground))
            blocks.append(ListedSentences(difference_sentences(found, names, language)))
    return ReportPage(title, language, blocks)


def _pair(
    belief: TurnBelief, side: str, marks: DifferenceMarks, language: str
) -> BeliefAndTruthFigure:
    """A side's belief, and at its right the truth with the differences marked."""
    scenario = belief.game.scenario
    if scenario.is_on_table:
        held = TabletopSnapshotFigure(
            scenario, belief.visible_position(side, language), NO_MARKS, language
        )
        return BeliefAndTruthFigure(
            held,
            TabletopSnapshotFigure(
                scenario, belief.visible_position(None, language), marks, language
            ),
        )
    known = SnapshotFigure(scenario, turn_snapshot(belief, side, language), NO_MARKS, language)
    return BeliefAndTruthFigure(
        known, SnapshotFigure(scenario, turn_snapshot(belief, None, language), marks, language)
    )


def difference_sentences(
    found: Sequence[BeliefDifference], names: ScenarioNames, language: str
) -> list[str]:
    """Differences in words; units that stood together share a sentence."""
    together: dict[tuple[object, ...], list[BeliefDifference]] = {}
    for each in found:
        key = each.wrong, each.believed, each.true, each.age
        together.setdefault(key, []).append(each)
    said = [_sentence(group, names, language) for group in together.values()]
    return said or [text("console.room-debrief-all-known", language)]


def _sentence(found: Sequence[BeliefDifference], names: ScenarioNames, language: str) -> str:
    first = found[0]
    values = {
        "units": names.listed(localised(each.name, language) for each in found),
        "believed": names.spot(first.believed),
        "true": names.spot(first.true),
        "age": first.age,
    }
    return text(f"console.room-wrong-{first.wrong.value}", language, **values)

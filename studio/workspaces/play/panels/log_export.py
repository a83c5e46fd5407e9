"""Exports of a game: its log, and the after-action report."""

from __future__ import annotations

from engine.files import source_text
from engine.narration.scenario_names import ScenarioNames
from engine.session.player_spans import player_text
from engine.session.session import Session
from engine.session.timeline import LogLine
from studio.framework.file_operations import FileOperations
from studio.framework.report_viewer import ReportOpener
from studio.reports.game_report import build_game_report
from studio.workspaces.play.panels.log_view import as_markdown

LOGS = (".md",)


class GameReportExporter:
    """Writes a log into a file that the user names; opens reports, which are saved from there."""

    def __init__(self, filing: FileOperations) -> None:
        self._filing, self.reading = filing, ReportOpener(filing)

    def write_log(self, session: Session, lines: list[LogLine]) -> None:
        """Lines of a log as Markdown."""
        filing, title = self._filing, self._title(session)
        path = filing.prompts.page_file(f"{filing.fit_name(title)}{LOGS[0]}", LOGS)
        if path is None:
            return
        content, name = as_markdown(title, lines), path.name
        done = filing.localize("log-written", file=path)
        filing.start_job(
            filing.localize("job-saving", name=name),
            lambda _: source_text.write(path, content),
            done,
        )

    def open_report(self, session: Session) -> None:
        """The umpire's report of a game as far as it has come, to be read and saved."""
        game = session.game.fork(session.seed)  # the game itself goes on meanwhile
        language, name = self._filing.localize.language, self._filing.fit_name(self._title(session))
        players = {side: player_text(session, side, language) for side in session.seats}
        self.reading.open(lambda: build_game_report(game, players, language), name)

    def _title(self, session: Session) -> str:
        return ScenarioNames(session.scenario, self._filing.localize.language).title

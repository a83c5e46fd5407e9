"""What is written about a game: its log, and the report after the action."""

from __future__ import annotations

from pathlib import Path

from engine.files import source_text
from engine.session.moments import LogLine
from engine.session.session import Session
from engine.telling.names import Names
from studio.drawing.formats import page_format_of
from studio.parts.filing import Filing
from studio.parts.jobs import Progress
from studio.playtest.panels.log_lines import as_markdown
from studio.reports.pages import compose
from studio.reports.report import game_page

LOGS, REPORTS = (".md",), (".html", ".pdf")


class Publishing:
    """Writes about games into files that the user names; says when it is done, or why it is not."""

    def __init__(self, filing: Filing) -> None:
        self._filing = filing

    def write_log(self, session: Session, lines: list[LogLine]) -> None:
        """Lines of a log as Markdown."""
        filing, title = self._filing, self._title(session)
        path = filing.asking.page_file(f"{filing.fit_name(title)}{LOGS[0]}", LOGS)
        if path is None:
            return
        content, name = as_markdown(title, lines), path.name
        done = filing.say("log-written", file=path)
        filing.begin(
            filing.say("job-saving", name=name), lambda _: source_text.write(path, content), done
        )

    def write_report(self, session: Session) -> None:
        """The umpire's report of a game as far as it has come, as HTML or PDF."""
        filing, title = self._filing, self._title(session)
        path = filing.asking.page_file(f"{filing.fit_name(title)}{REPORTS[0]}", REPORTS)
        if path is not None:
            self._write_report(session, path)

    def _write_report(self, session: Session, path: Path) -> None:
        filing, format_ = self._filing, page_format_of(path)
        if format_ is None:
            filing.asking.tell(filing.say("report-kinds", file=path))
            return
        game = session.game.fork(session.seed)  # the one that is played goes on meanwhile
        players = {side: seat.value for side, seat in session.seats.items()}
        language = filing.say.language

        def write(progress: Progress) -> None:
            content = compose(game_page(game, players, language), format_)
            progress.commit()
            source_text.write(path, content)

        words, done = filing.say("job-report"), filing.say("report-written", file=path)
        filing.begin(words, write, done)

    def _title(self, session: Session) -> str:
        return Names(session.scenario, self._filing.say.language).title


def may_report(session: Session) -> bool:
    """Whether a report may be seen: it tells what all sides know, so not amid a game with fog."""
    return session.viewer is None or session.result is not None

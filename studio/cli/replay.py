"""`sandtable replay REPLAY`: a recorded game by the rules, to its end or to any answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.checks.scenario_checks import load_playable
from engine.files import source_text
from engine.narration.game_report import position_lines
from engine.play.dice import ManualDice
from engine.play.game import SHOWN_OPTIONS, Game
from engine.play.position import as_json, spot_formatter_for
from engine.problems import SandtableError
from engine.session.replay import InvalidReplayError, Replay, ReplayMismatchError, read, resume
from engine.texts import preferred_language, text
from studio.cli.common_options import (
    FILE,
    json_option,
    language_option,
    print_json,
    report_errors_of_command,
)
from studio.cli.output_files import overwrite_option, refuse_existing, report_format, write_report

if TYPE_CHECKING:
    from studio.rendering.file_formats import PageFormat


@click.command("replay")
@click.argument("file", metavar="REPLAY", type=FILE)
@click.option("--verify", is_flag=True, help=text("commands.replay-verify"))
@click.option("--to", "number", type=click.IntRange(0), help=text("commands.replay-to"))
@click.option("--scenario", type=FILE, help=text("commands.replay-scenario"))
@click.option("--report", type=FILE, help=text("balance.option-replay-report"))
@language_option(text("balance.option-language"))
@overwrite_option
@json_option
@report_errors_of_command
def command(
    file: Path,
    verify: bool,
    number: int | None,
    scenario: Path | None,
    report: Path | None,
    language: str | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    format_ = report_format(report) if report else None
    refuse_existing(filter(None, [report]), overwrite=overwrite)
    record = read(file)
    path = scenario or _scenario_of(record, file)
    try:
        game = resume(record, load_playable(path))
    except ReplayMismatchError as error:
        if not (as_json and verify):
            raise
        click.echo(str(error), err=True)
        print_json({"replay": str(file), "verified": False, "message": str(error)})
        raise SystemExit(1) from error
    answers, events = len(game.answers), len(game.events)
    if number is not None:
        _go_to(game, number)
    if report and format_:
        _write_report(game, record, report, format_, language or preferred_language())
    if as_json:
        print_json(
            {"replay": str(file), "scenario": str(path), "verified": True, **_facts(game, record)}
        )
        return
    if verify:
        click.echo(text("scenario.verified", None, answers=answers, events=events))
    if report:
        click.echo(text("scenario.saved", language, file=report))
    elif number is not None or not verify:
        for line in position_lines(game, answers, language):
            click.echo(line)


def _write_report(
    game: Game[Any], record: Replay, report: Path, format_: PageFormat, language: str
) -> None:
    from studio.rendering import qt_environment

    application = qt_environment.ensure_application()  # kept while drawing: fonts belong to it
    from studio.reports.game_report import build_game_report

    write_report(build_game_report(game, record.players, language), report, format_)
    del application


def _scenario_of(record: Replay, file: Path) -> Path:
    """The scenario a replay names, from the replay's own folder."""
    path = file.parent / record.scenario
    if not record.scenario or not source_text.is_file(path):
        values = {"file": file, "scenario": record.scenario or "–"}
        raise InvalidReplayError(text("scenario.no-scenario-file", None, **values))
    return path


def _go_to(game: Game[Any], number: int) -> None:
    if number > len(game.answers):
        raise SandtableError(text("scenario.no-such-answer", None, answers=len(game.answers)))
    game.dice = ManualDice()  # a roll that comes next is left pending, not made
    game.rewind(number)


def _facts(game: Game[Any], record: Replay) -> dict[str, Any]:
    """The game where it stands, as the umpire sees it."""
    result = game.result
    return {
        "game": record.game,
        "players": dict(record.players),
        "seed": record.seeds[0][1] if record.seeds else None,
        "answers": len(record.answers),
        "at": len(game.answers),
        "position": as_json(game.position(), spot_formatter_for(game.scenario)),
        "decision": _decision(game),
        "roll": game.rules.describe_roll(game.awaited) if game.awaited else None,
        "result": None if result is None else {**result._asdict(), "points": dict(result.points)},
    }


def _decision(game: Game[Any]) -> dict[str, Any] | None:
    if game.decision is None:
        return None
    rules, state, decision = game.rules, game.state, game.decision
    shown = game.options[:SHOWN_OPTIONS]
    return {
        "side": decision.side,
        "question": rules.describe_decision(state, decision),
        "options": [rules.describe_option(state, decision, option) for option in shown],
        "more": len(game.options) - len(shown),
    }

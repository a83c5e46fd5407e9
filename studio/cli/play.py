"""`sandtable play SCENARIO`: automatic players fight a scenario out by the rules."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from engine.ai import player_registry
from engine.checks.scenario_checks import load_playable
from engine.files import source_text
from engine.games import new_game
from engine.narration.game_report import log as log_of
from engine.narration.game_report import outcome_text, scores_text
from engine.play import players
from engine.play.game import Game
from engine.play.players import Player
from engine.problems import nearest_word
from engine.scenario.scenario import Scenario
from engine.session import replay
from engine.texts import text
from studio.cli.common_options import (
    FILE,
    json_option,
    print_json,
    report_errors_of_command,
    tempers_option,
    warn_about_skipped_players,
)
from studio.cli.output_files import check_folder_exists, overwrite_option, refuse_existing

BY_PLACE = ("red", "blue")  # what the first and second side may be called, whatever their ids
DEFAULT = "greedy"
PATIENCE = 1.0  # seconds without a word


@click.command("play", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="SCENARIO")
@click.option("--seed", type=int, default=0, show_default=True, help=text("commands.play-seed"))
@click.option("--red", metavar="PLAYER", help=text("commands.play-first"))
@click.option("--blue", metavar="PLAYER", help=text("commands.play-second"))
@click.option("--save", type=FILE, help=text("commands.play-save"))
@click.option("--log", type=FILE, help=text("commands.play-log"))
@tempers_option
@overwrite_option
@json_option
@report_errors_of_command
def command(
    words: tuple[str, ...],
    seed: int,
    red: str | None,
    blue: str | None,
    save: Path | None,
    log: Path | None,
    overwrite: bool,
    as_json: bool,
) -> None:
    written = [file for file in (save, log) if file]
    for file in written:
        check_folder_exists(file)
    refuse_existing(written, overwrite=overwrite)
    path, options = parse_play_arguments(words)
    given = {name: who for name, who in (("red", red), ("blue", blue)) if who}
    warn_about_skipped_players()
    scenario = load_playable(path)
    names = parse_seats(scenario, {**given, **options})
    player_registry.check_players(names.values(), scenario.game)
    named = source_text.relative_path(save, path) if save else ""
    game = new_game(scenario, seed)
    made = {side: player_registry.make_player(name, seed) for side, name in names.items()}
    _play(
        game,
        {
            side: player_registry.make_parallel_player(who, scenario.game)
            for side, who in made.items()
        },
    )
    if save:
        replay.save(game, save, named, names)
    if log:
        source_text.write(log, log_of(game, names))
    _tell(game, seed, written, as_json)


def parse_play_arguments(words: tuple[str, ...]) -> tuple[Path, dict[str, str]]:
    """The scenario's path, and the options called after its sides."""
    rest, paths, options = iter(words), [], {}
    for word in rest:
        if not word.startswith("-"):
            paths.append(word)
            continue
        name, _, who = word.lstrip("-").partition("=")
        options[name] = who or next(rest, "")
        if not options[name]:
            values = {"option": name, "players": ", ".join(player_registry.player_names())}
            raise click.UsageError(text("scenario.option-without-player", None, **values))
    if len(paths) != 1:
        raise click.UsageError(text("commands.play-one-scenario"))
    return Path(paths[0]), options


def parse_seats(scenario: Scenario, given: Mapping[str, str]) -> dict[str, str]:
    """The player of each side, named by the side's id or its position; else the default one."""
    sides = [side.id for side in scenario.sides]
    places = {name: side for name, side in zip(BY_PLACE, sides, strict=False) if name not in sides}
    chosen = dict.fromkeys(sides, DEFAULT)
    for name, who in given.items():
        if name not in sides and name not in places:
            raise click.UsageError(_unknown(name, sides))
        chosen[places.get(name, name)] = who
    return chosen


def _unknown(name: str, sides: list[str]) -> str:
    said = text("scenario.unknown-option", None, option=name, sides=", ".join(sides))
    near = nearest_word(name, [*sides, "seed", "save", "log", "overwrite", "json"])
    return said + (f"; {text('problems.hint-near', None, near=f'--{near}')}" if near else "")


def _play(game: Game[Any], by: Mapping[str, Player]) -> None:
    """Play to the end; after a second, and every second from then on, report progress."""
    told = time.monotonic()
    for _ in _steps(game, by):
        if time.monotonic() - told > PATIENCE:
            told = time.monotonic()
            turn, turns = game.rules.turn(game.state), game.scenario.turns
            values = {"turn": turn, "turns": turns, "answers": len(game.answers)}
            click.echo(text("scenario.progress", None, **values), err=True)


def _steps(game: Game[Any], by: Mapping[str, Player]) -> Iterator[None]:
    while game.decision is not None:
        players.let_player_answer(game, by)
        if len(game.answers) > players.MAX_ANSWERS:
            raise players.EndlessGameError(text("game.too-long", None, answers=len(game.answers)))
        yield


def _tell(game: Game[Any], seed: int, written: list[Path], as_json: bool) -> None:
    result = game.result
    assert result is not None
    facts = {
        "winner": result.winner,
        "reason": result.reason,
        "grade": result.grade,
        "turns": game.rules.turn(game.state),
        "answers": len(game.answers),
        "seed": seed,
        "points": dict(result.points),
    }
    if as_json:
        print_json(facts)
        return
    click.echo(outcome_text(game))
    said = {**facts, "points": scores_text(game, result.points)}
    click.echo(text("scenario.points-are", None, **said))
    for file in written:
        click.echo(text("scenario.saved", None, file=file))

"""Replays: saved, taken up, compared; what is wrong with one is told with its line."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

import pytest

from engine.games import new_game
from engine.play.dice import ManualDice
from engine.play.game import Intervention
from engine.play.players import find_player, play_to_end
from engine.scenario.scenario import Scenario
from engine.session import replay
from engine.session.replay import InvalidReplayError, ReplayMismatchError
from tests.conformance.cases import crossroads
from tests.games.boards import battle, scenario
from tests.games.tank.turns import TankGame


def finished(seed: int = 3, played: Scenario | None = None) -> TankGame:
    game = new_game(played or crossroads(), seed)
    play_to_end(game, {"red": find_player("random", 1), "blue": find_player("random", 2)})
    return game


def edited(text: str, line: int, old: str, new: str) -> str:
    """A replay with something changed in a line (from 1), sealed again."""
    lines = text.splitlines(keepends=True)
    assert old in lines[line - 1], lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return sealed("".join(lines[:-1]), lines[-1])


def sealed(body: str, last: str) -> str:
    end = json.loads(last) | {"digest": replay._digest(body)}
    return body + json.dumps(end) + "\n"


def test_a_replay_is_saved_and_taken_up_from_a_file(tmp_path: Path) -> None:
    game, path = finished(), tmp_path / "game.replay"
    players = {"red": "random", "path": "random"}
    replay.save(game, path, "crossroads.scenario.yaml", players)
    read = replay.read(path)
    assert read.scenario == "crossroads.scenario.yaml"
    assert read.players == players
    loaded = replay.load(path, crossroads())
    assert (loaded.answers, loaded.events, loaded.result) == (
        game.answers,
        game.events,
        game.result,
    )


def test_a_replay_without_answers_is_the_beginning_of_a_game() -> None:
    begun = new_game(crossroads(), 3)
    again = replay.resume(replay.parse(replay.compose(begun)), crossroads())
    assert (again.answers, again.events) == ([], begun.events)


def test_a_replay_without_answers_is_told_with_a_line_where_an_event_is_not_by_the_rules() -> None:
    head, events, _ = replay.compose(new_game(crossroads(), 3)).splitlines(keepends=True)
    odd = {**json.loads(events), "data": base64.b64encode(zlib.compress(b"[]")).decode()}
    text = sealed(f"{head}{json.dumps(odd | {'events': 1})}\n", '{"answers": 0}')
    with pytest.raises(ReplayMismatchError, match=r"^replay:2: "):
        replay.resume(replay.parse(text), crossroads())


def test_a_finished_crossroads_game_takes_less_than_20_kB() -> None:
    sizes = [len(replay.compose(finished(seed)).encode()) for seed in range(5)]
    assert max(sizes) < 20_000, sizes


def test_entered_dice_and_an_umpires_acts_are_in_the_replay() -> None:
    played = scenario("r1 . . b1 b2")
    game = new_game(played, ManualDice())
    game.enter([1])
    game.intervene(Intervention("hurt", ("b1", "F"), "umpire", "a mine"))
    loaded = replay.resume(replay.parse(replay.compose(game)), played)
    assert loaded.answers == game.answers
    assert loaded.state.units["b1"].gun_out
    loaded.choose(loaded.options[0])
    assert loaded.awaited is not None, "dice by hand go on by hand"


def test_a_game_saved_while_dice_are_awaited_still_awaits_them() -> None:
    game = battle("r1 . b1")
    loaded = replay.resume(replay.parse(replay.compose(game)), game.scenario)
    assert loaded.awaited == game.awaited


# --- what is wrong -------------------------------------------------------------------------------


def test_an_empty_file_is_no_replay() -> None:
    with pytest.raises(InvalidReplayError, match=r"r\.replay:1"):
        replay.parse("", "r.replay")


@pytest.mark.parametrize("kind", ["replay/2", "map/1", None])
def test_another_version_is_refused(kind: str | None) -> None:
    text = replay.compose(finished())
    head = json.loads(text.splitlines()[0])
    with pytest.raises(InvalidReplayError, match=r"r\.replay:1.*replay/1"):
        replay.parse(json.dumps(head | {"sandtable": kind}) + "\n", "r.replay")


@pytest.mark.parametrize("key", ["game", "rules", "scenario_hash", "seeds", "players"])
def test_a_head_that_lacks_something_is_refused(key: str) -> None:
    head = json.loads(replay.compose(finished()).splitlines()[0])
    del head[key]
    with pytest.raises(InvalidReplayError, match=key):
        replay.parse(json.dumps(head) + "\n")


def test_other_rules_are_refused() -> None:
    text = edited(replay.compose(finished()), 1, '"rules":2', '"rules":9')
    with pytest.raises(InvalidReplayError, match=r"version 9.*version 2"):
        replay.resume(replay.parse(text), crossroads())


def test_a_replay_cut_off_anywhere_is_told_as_such() -> None:
    lines = replay.compose(finished()).splitlines(keepends=True)
    for kept in (1, 2, len(lines) // 2, len(lines) - 1):
        with pytest.raises(InvalidReplayError, match=f":{kept + 1}: .*cut off"):
            replay.parse("".join(lines[:kept]))


def test_a_line_cut_in_half_is_told_with_its_number() -> None:
    text = replay.compose(finished())
    with pytest.raises(InvalidReplayError, match=":2: "):
        replay.parse(text[: text.index("\n") + 4])


def test_a_changed_file_no_longer_fits_its_digest() -> None:
    text = replay.compose(finished())
    with pytest.raises(InvalidReplayError, match="changed after it was saved"):
        replay.parse(text.replace('"players":{}', '"players":{"red":"me"}', 1))


def test_another_scenario_or_map_is_refused() -> None:
    read = replay.parse(replay.compose(finished()))
    with pytest.raises(InvalidReplayError, match="scenario"):
        replay.resume(read, crossroads(stacking=3))
    other = crossroads()
    other.map.level[0, 0] += 1
    with pytest.raises(InvalidReplayError, match="map"):
        replay.resume(read, other)


def duel() -> TankGame:
    game = new_game(scenario("r1 " + ". " * 17 + "b1 b2", turns=1), 8)
    game.choose(game.options[0])
    play_to_end(game, {"red": find_player("random", 1), "blue": find_player("random", 2)})
    return game


def test_an_answer_that_was_no_option_is_told_with_line_and_options() -> None:
    game = duel()
    text = replay.compose(game)
    firer = game.answers[1].firer
    read = replay.parse(edited(text, 3, f'["{firer}",', '["r9",'), "r.replay")
    with pytest.raises(ReplayMismatchError, match=r"r\.replay:3: answer .*r9.*b1"):
        replay.resume(read, game.scenario)


@pytest.mark.parametrize("faces", ["[9]", "[1,1]", '["x"]', "[0]"])
def test_impossible_dice_are_told_with_their_line(faces: str) -> None:
    game = duel()
    first = game.answers[0][0]
    text = edited(replay.compose(game), 2, f'{{"dice":[{first}]}}', f'{{"dice":{faces}}}')
    with pytest.raises(ReplayMismatchError, match="replay:2: answer 0"):
        replay.resume(replay.parse(text), game.scenario)


def test_dice_that_are_not_the_seeds_need_an_umpires_name() -> None:
    game = duel()
    first = game.answers[0][0]
    other = first % 6 + 1
    text = edited(replay.compose(game), 2, f'{{"dice":[{first}]}}', f'{{"dice":[{other}]}}')
    with pytest.raises(ReplayMismatchError, match="seed"):
        replay.resume(replay.parse(text), game.scenario)


def test_answers_beyond_the_end_are_told() -> None:
    game = duel()
    lines = replay.compose(game).splitlines(keepends=True)
    lines.insert(len(lines) - 2, "[null]\n")
    end = json.loads(lines[-1])
    lines[-1] = json.dumps(end | {"answers": end["answers"] + 1})
    text = sealed("".join(lines[:-1]), lines[-1])
    with pytest.raises(ReplayMismatchError, match="over before answer"):
        replay.resume(replay.parse(text), game.scenario)


def test_the_first_event_that_differs_is_shown_from_both_sides() -> None:
    game = duel()
    text = replay.compose(game)
    lines = text.splitlines(keepends=True)
    packed = json.loads(lines[-2])
    events = zlib.decompress(base64.b64decode(packed["data"])).decode().split("\n")
    number = next(n for n, event in enumerate(events) if event.startswith('["ShotResolved"'))
    original = events[number]
    events[number] = original.replace('"ShotResolved"', '"ShotDoctored"')
    packed["data"] = base64.b64encode(zlib.compress("\n".join(events).encode())).decode()
    body = "".join(lines[:-2]) + json.dumps(packed) + "\n"
    with pytest.raises(ReplayMismatchError) as error:
        replay.resume(replay.parse(sealed(body, lines[-1])), game.scenario)
    said = str(error.value)
    assert f"event {number + 1} " in said
    assert "ShotDoctored" in said
    assert original in said
    assert "after answer" in said

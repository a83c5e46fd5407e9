"""The recorded games: how each was played, and where it lies.

`python -m tests.golden.games` records them again, after a change of the rules that is meant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.games import new_game
from engine.narration import game_report
from engine.play.players import find_player, play_to_end
from engine.scenario.scenario import Scenario
from engine.session import replay
from tests.conformance.cases import ambush, armies, crossroads, melee
from tests.games.boards import scenario

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Golden:
    """A recorded game."""

    id: str
    make: Callable[[], Scenario]
    seed: int
    red: str
    blue: str

    @property
    def replay(self) -> Path:
        """Its replay."""
        return HERE / f"{self.id}.replay"

    @property
    def account(self) -> Path:
        """Its account in English, to be read in a review."""
        return HERE / f"{self.id}.md"


def meeting() -> Scenario:
    """Two tanks meet on a road."""
    road = " ".join(f"@{column},1" for column in range(12))
    board = ". . w w . . . . s . . .\n r1 . . . . 1 . . . . . b1\n . . . . . . . s . . . ."
    return scenario(board, roads=[road], turns=6)


GOLDEN = [
    Golden("tank-crossroads-greedy", crossroads, 4, "greedy", "greedy"),
    Golden("tank-crossroads-random", crossroads, 4, "random", "random"),
    Golden("tank-melee", melee, 4, "greedy", "random"),
    Golden("tank-meeting", meeting, 4, "random", "greedy"),
    Golden("primer-armies", armies, 4, "greedy", "greedy"),
    Golden("primer-ambush", ambush, 4, "random", "greedy"),
]


def record(golden: Golden) -> None:
    """Play a game anew and write its replay and account."""
    game = new_game(golden.make(), golden.seed)
    play_to_end(game, {"red": find_player(golden.red, 1), "blue": find_player(golden.blue, 2)})
    replay.save(game, golden.replay, golden.id, {"red": golden.red, "blue": golden.blue})
    golden.account.write_text(game_report.report_markdown(game, "en"), encoding="utf-8")


if __name__ == "__main__":
    for each in GOLDEN:
        record(each)

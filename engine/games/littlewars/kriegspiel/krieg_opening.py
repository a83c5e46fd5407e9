"""How a Kriegspiel begins: as Little Wars does, with what all have been issued."""

from __future__ import annotations

from engine.games.littlewars import opening
from engine.games.littlewars.kriegspiel.bodies import bodies_of
from engine.games.littlewars.kriegspiel.charts import charts_of
from engine.games.littlewars.kriegspiel.customs import KRIEGSPIEL
from engine.games.littlewars.kriegspiel.rations import AMMUNITION, FODDER, FOOD
from engine.games.littlewars.kriegspiel.rulebook import krieg_book
from engine.games.littlewars.state import State
from engine.games.littlewars.war import Feeding, KriegspielState
from engine.scenario.scenario import Scenario


def start(scenario: Scenario) -> State:
    """The position in which a scenario begins."""
    state = opening.start(scenario, KRIEGSPIEL, krieg_book(scenario.rules))
    state.war = KriegspielState(feeding=first_issue(state))
    return state


def first_issue(state: State) -> dict[str, Feeding]:
    """What all bodies have been issued before the first move, if they have (K4.1)."""
    bodies = {each.body for each in state.waiting} | {
        body for side in state.sides for body in bodies_of(state, side)
    }
    if not state.book.choices.begins_fed:
        return dict.fromkeys(sorted(bodies), Feeding())
    charts = charts_of(state)
    whole = Feeding(charts.lasts(FOOD), charts.lasts(FODDER), charts.lasts(AMMUNITION))
    return dict.fromkeys(sorted(bodies), whole)

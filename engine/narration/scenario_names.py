"""Names of a scenario's things in the reader's language, or in one that its file speaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from engine.hexes.hex import Hex
from engine.languages import LANGUAGES, TRANSLATED, language_name
from engine.texts import (
    LocalText,
    has_text,
    localised,
    names_with_branches,
    text,
    text_languages,
    translate_data_phrase,
)

if TYPE_CHECKING:
    from engine.play.position import Spot
    from engine.scenario.scenario import Objective, Scenario, ScenarioUnit


def fallback_language(words: LocalText, language: str) -> str:
    """The language a text is read in because the reader's is not there; nothing where it is."""
    if isinstance(words, str) or words.get(language):
        return ""
    if language in TRANSLATED and translate_data_phrase(words, language):
        return ""
    return next((each for each in (*LANGUAGES[language].fall_back, *words) if words.get(each)), "")


def fallback_notice(title: LocalText, language: str) -> str:
    """The same in a sentence, of a file with this title; empty if there is no need."""
    other = fallback_language(title, language)
    if not other:
        return ""
    values = {"language": language_name(language), "instead": language_name(other)}
    return text("document.read-instead", language, **values)


class ScenarioNames:
    """The names of a scenario's things, in one language."""

    def __init__(self, scenario: Scenario, language: str | None = None) -> None:
        self.scenario, self.language = scenario, language

    @cached_property
    def units(self) -> Mapping[str, ScenarioUnit]:
        """The scenario's units by their ids."""
        return {unit.id: unit for unit in self.scenario.units}

    @property
    def title(self) -> str:
        """The scenario's title."""
        return localised(self.scenario.title, self.language) or text("game.account", self.language)

    def word(self, what: str, name: str) -> str:
        """A word of the game: a mark, a phase, a reason."""
        return game_word(self.scenario.game, what, name, self.language)

    def player(self, name: str) -> str:
        """An automatic player by name, with its temper where it has one."""
        return player_named(name, self.language)

    def side(self, side: str) -> str:
        """A side's name, or the umpire's; a word for none."""
        from engine.play.decisions import UMPIRE

        if not side:
            return text("scenario.nobody", self.language)
        if side == UMPIRE:
            return text("scenario.umpire", self.language)
        return self.scenario.side(side).name_in_language(self.language)

    def unit(self, unit: str) -> str:
        """A unit's name, or its id."""
        found = self.units.get(unit)
        return (localised(found.name, self.language) if found else "") or unit

    def objective(self, objective: Objective) -> str:
        """An objective's name, or where it lies."""
        place = self.label(objective.at) if objective.at is not None else objective.zone
        return localised(objective.name, self.language) or place

    def zone(self, zone: str) -> str:
        """A zone's name, where the scenario or its map gives it one; else its id in words."""
        known = self.scenario.ground.zones.get(zone)
        if zone in self.scenario.zones:
            return zone_title(self.scenario.zone_names.get(zone, ""), zone, self.language)
        return zone_title(known.name if known else "", zone, self.language)

    def spot(self, spot: Spot | None) -> str:
        """A hex by its label, a point of a table in feet and inches; nothing for nowhere."""
        from engine.tabletop.lengths import place_in_feet

        if spot is None:
            return ""
        return self.label(spot) if isinstance(spot, Hex) else place_in_feet(spot)

    def label(self, hex_: Hex | str) -> str:
        """The label of a hex, given as such or as `@column,row`."""
        labels = self.scenario.map.labels
        return labels.label(labels.find(hex_) if isinstance(hex_, str) else hex_)

    def listed(self, words: Iterable[str]) -> str:
        """Words in a row."""
        return text("scenario.and-so-on", self.language).join(words)


def zone_title(name: LocalText, zone: str, language: str | None) -> str:
    """Return the title of a zone: its name, or else its id as words.

    The id `red-setup` becomes Red setup.
    """
    words = zone.replace("-", " ").replace("_", " ").strip()
    return localised(name, language) or words[:1].upper() + words[1:]


def seat_name(scenario: Scenario, side: str, name: str) -> LocalText:
    """Return a seat's name in every language if it contains its side's, as `Germans 2`.

    A seat without a name is called by its side.
    """
    sides = {each: ScenarioNames(scenario, each).side(side) for each in text_languages()}
    if not name:
        return sides
    for words in sides.values():
        rest = name.removeprefix(words)
        if rest != name and (not rest or rest.strip().isdecimal()):
            return {each: called + rest for each, called in sides.items()}
    return name


def game_word(game: str, what: str, name: str, language: str | None = None) -> str:
    """A word of a game in the reader's language; as it stands in files where none is known.

    What a game that adds to another (`ANOTHER-MORE`) does not say itself the other says.
    """
    files = (*names_with_branches(game), *names_with_branches(game.partition("-")[0]))
    keys = (f"{file}.{what}-{name}" for file in files)
    found = next((key for key in keys if has_text(key)), None)
    return name if found is None else text(found, language)


# --- automatic players ----------------------------------------------------------------------------


def player_named(name: str, language: str | None = None) -> str:
    """A player as `veteran:bold`, in words: machine (veteran, bold). One of a plug-in as it is."""
    level, is_tempered, temper = name.partition(":")
    key = f"scenario.player-{level}"
    if not has_text(key):
        return name
    if not is_tempered or not has_text(f"scenario.level-{level}"):
        return text(key, language)
    said = text(f"scenario.level-{level}", language)
    values = {"level": said, "temper": temperament_name(temper, language)}
    return text("scenario.player-tempered", language, **values)


def rank_of(name: str, language: str | None = None) -> str:
    """The same where all are machines, as in a league: Veteran, bold."""
    level, is_tempered, temper = name.partition(":")
    if not has_text(f"scenario.level-{level}"):
        return name
    said = text(f"scenario.level-{level}", language)
    if is_tempered:
        values = {"level": said, "temper": temperament_name(temper, language)}
        said = text("scenario.rank-tempered", language, **values)
    return said[:1].upper() + said[1:]


def temperament_name(temper: str, language: str | None = None) -> str:
    """A temper in words; a user's own is as its user calls it."""
    key = f"scenario.temper-{temper}"
    return text(key, language) if has_text(key) else temper

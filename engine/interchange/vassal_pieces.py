"""Pieces of a VASSAL module: names, traits, and the sides they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.interchange.map_assembly import free_id, id_of, plain_title
from engine.interchange.megamek_setups import COLOURS, MAX_SIDES, RESERVED
from engine.scenario.scenario import ScenarioSide, ScenarioUnit

DEEPEST = 200  # traits round one another
TELLING = ("prototype", "mark", "basicName", "piece")  # traits whose words may name a side


def sequence_words(said: str, delimiter: str) -> list[str]:
    """The words that VASSAL packed into one with a delimiter between."""
    found, word, place = list[str](), list[str](), 0
    while place < len(said):
        if said[place] == "\\" and said[place + 1 : place + 2] == delimiter:
            word.append(delimiter)
            place += 2
            continue
        if said[place] == delimiter:
            found.append("".join(word))
            word = []
        else:
            word.append(said[place])
        place += 1
    found.append("".join(word))
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in found]


def traits_of(definition: str) -> Iterator[tuple[list[str], str]]:
    """The traits of a piece from the outermost, each in words, with its state."""
    parts = sequence_words(definition.strip(), "/")
    if len(parts) < 4 or parts[0] != "+":
        return
    kind, state = parts[2], parts[3]
    for _ in range(DEEPEST):
        kinds, states = sequence_words(kind, "\t"), sequence_words(state, "\t")
        yield sequence_words(kinds[0], ";"), states[0]
        if len(kinds) < 2:
            return
        kind, state = kinds[1], states[1] if len(states) > 1 else ""


def piece_name(definition: str, entry: str) -> str:
    """Return a piece's name: from its entry, else from the bare piece."""
    for words, _ in traits_of(definition):
        if words[0] == "piece" and len(words) > 4 and not entry.strip():
            entry = words[4]
    return plain_title(entry)


def piece_words(definition: str) -> str:
    """Return the words in a piece's traits: prototypes, marks, its picture and name."""
    said = [word for words, state in traits_of(definition) if words[0] in TELLING
            for word in (*words[1:], state)]  # fmt: skip
    return " ".join(said)


FEWEST = 2
# Who sits at a table in VASSAL without a side of the game.
NO_SIDES = re.compile(r"(?i)\b(solo|solitaire|referee|umpire|observer|moderator|host|admin|gm)\b")


class VassalSides:
    """The sides of a module, and whose a counter is by the words on it."""

    def __init__(self, names: Sequence[str]) -> None:
        plain = [plain_title(name) for name in names]
        self.names = [name for name in plain if name and not NO_SIDES.search(name)]
        self.left = self.names[MAX_SIDES:]
        del self.names[MAX_SIDES:]
        while len(self.names) < FEWEST:
            self.names.append(free_id(str(len(self.names) + 1), self.names))
        self.ids: dict[str, str] = {}
        for name in self.names:
            taken = {*self.ids.values(), RESERVED}
            self.ids.setdefault(name, free_id(id_of(name) or "side", taken))
        self.first = self.ids[self.names[0]]
        longest = sorted(self.ids, key=len, reverse=True)
        self._patterns = [(re.compile(rf"(?i)(?<!\w){re.escape(name)}(?!\w)"), self.ids[name])
                          for name in longest]  # fmt: skip

    def side_named_in(self, said: str) -> str | None:
        """The side whose name stands among some words; None where that of none or several does."""
        found = {id_ for pattern, id_ in self._patterns if pattern.search(said)}
        return found.pop() if len(found) == 1 else None

    def _used(self, units: Sequence[ScenarioUnit]) -> list[str]:
        with_units = {unit.side for unit in units}
        used = [name for name, id_ in self.ids.items() if id_ in with_units]
        rest = [name for name in self.ids if name not in used]
        kept = {*used, *rest[: max(0, FEWEST - len(used))]}
        return [name for name in self.ids if name in kept]

    def listed(self, units: Sequence[ScenarioUnit]) -> list[ScenarioSide]:
        """The sides with counters, two at least."""
        return [ScenarioSide(self.ids[name], name, colour)
                for name, colour in zip(self._used(units), COLOURS, strict=False)]  # fmt: skip

    def unused(self, units: Sequence[ScenarioUnit]) -> list[str]:
        """The sides without a counter that are left out."""
        used = self._used(units)
        return [*(name for name in self.ids if name not in used), *self.left]

"""Pieces of VASSAL, unpacked: their names and what their traits say of whose they are."""

from __future__ import annotations

from collections.abc import Iterator

from engine.interchange.making import plain_title

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
    """What a piece is called: by its entry, else by the name of the bare piece."""
    for words, _ in traits_of(definition):
        if words[0] == "piece" and len(words) > 4 and not entry.strip():
            entry = words[4]
    return plain_title(entry)


def telling_words(definition: str) -> str:
    """What the traits of a piece say in words: prototypes, marks, its picture and name."""
    said = [word for words, state in traits_of(definition) if words[0] in TELLING
            for word in (*words[1:], state)]  # fmt: skip
    return " ".join(said)

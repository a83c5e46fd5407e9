"""The index of the search: entries by source, ranked against what is typed.

Misspellings are found with rapidfuzz, which compares a word with some thousand others in less than
a millisecond. `difflib` takes a tenth of a second for that, and a key waits for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from studio.search.search_entry import MatchRank, SearchEntry, SearchKind, fold_words, rank_match
from studio.search.synonym_book import synonyms_by_id

SHORTEST = 3  # letters of a word that may be misspelt
LONG = 6  # letters of a word in which two may be wrong
OFFERED = 3  # entries that are proposed where nothing is found
MANUAL_LATER = 1.25  # ranks that the manual comes after commands
ALIKE = 50.0  # per cent at least, as rapidfuzz counts


@dataclass(frozen=True, slots=True, eq=False)
class SearchHit:
    """An entry that was found, and how well it matches."""

    entry: SearchEntry
    rank: MatchRank
    distance: int = 0  # letters that are wrong, or how far a synonym is from what is meant most


@dataclass(frozen=True, slots=True, eq=False)
class _Indexed:
    """An entry with its folded names and synonyms."""

    entry: SearchEntry
    names: tuple[str, ...]
    synonyms: Mapping[str, int]
    said: str  # all of them

    @classmethod
    def of(cls, entry: SearchEntry, synonyms: Mapping[str, int]) -> _Indexed:
        names = tuple(dict.fromkeys(map(fold_words, (entry.title, *entry.names))))
        return cls(entry, names, synonyms, " ".join((*names, *synonyms)))


class SearchIndex:
    """Entries from several sources; each source is replaced as a whole."""

    def __init__(self) -> None:
        self._sources: dict[str, tuple[_Indexed, ...]] = {}
        self._words: dict[str, list[_Indexed]] | None = None  # made when first needed

    def set_entries(self, source: str, entries: Iterable[SearchEntry], language: str) -> None:
        """Replace the entries of a source; their synonyms are those of a language."""
        synonyms = synonyms_by_id(language)
        self._sources[source] = tuple(
            _Indexed.of(entry, synonyms.get(entry.id, {})) for entry in entries
        )
        self._words = None

    @property
    def entries(self) -> list[SearchEntry]:
        """All entries, source by source."""
        return [each.entry for each in self._all()]

    def search(
        self,
        words: str,
        kinds: Collection[SearchKind] = tuple(SearchKind),
        recent: Sequence[str] = (),
        labels: Iterable[SearchEntry] = (),
    ) -> list[SearchHit]:
        """Return the entries that match, the best first, with hexes whose `labels` begin so.

        Of equal matches those that can be chosen come first, then the latest of `recent` (ids),
        then the shortest names.
        """
        sought = fold_words(words)
        if not sought:
            return []
        hits = [hit for hit in self._matches(sought) if hit.entry.kind in kinds]
        hits += [SearchHit(each, _rank_label(each.title, sought)) for each in labels]
        good = [hit for hit in hits if hit.rank <= MatchRank.SYNONYM]
        if good:
            hits = good
        else:
            known = {id(hit.entry) for hit in hits}
            near = (hit for hit in self._misspelt(sought) if hit.entry.kind in kinds)
            hits += [hit for hit in near if id(hit.entry) not in known]
        return sorted(hits, key=_order(recent))

    def suggest(self, words: str, kinds: Collection[SearchKind]) -> list[SearchEntry]:
        """Return the entries whose names or synonyms are most like some words, however little."""

        said = [
            (name, each.entry)
            for each in self._all()
            if each.entry.kind in kinds and not each.entry.reason
            for name in (*each.names, *each.synonyms)
        ]
        found = process.extract(
            fold_words(words), [name for name, _ in said], scorer=fuzz.ratio,
            score_cutoff=ALIKE, limit=4 * OFFERED,
        )  # fmt: skip
        entries = {id(said[place][1]): said[place][1] for _, _, place in found}
        return list(entries.values())[:OFFERED]

    def _all(self) -> Iterator[_Indexed]:
        return (each for source in self._sources.values() for each in source)

    def _matches(self, sought: str) -> Iterator[SearchHit]:
        tokens = sought.split()
        for each in self._all():
            if not all(token in each.said for token in tokens):
                continue
            rank, distance = rank_match(each.names, each.synonyms, sought)
            if rank is not MatchRank.NONE:
                yield SearchHit(each.entry, rank, distance)

    def _misspelt(self, sought: str) -> list[SearchHit]:
        """Return the entries that have a word like each of those sought."""
        found: dict[int, tuple[_Indexed, int]] | None = None
        for token in sought.split():
            near = self._near(token)
            if found is None:
                found = near
            else:
                found = {
                    key: (each, wrong + near[key][1])
                    for key, (each, wrong) in found.items()
                    if key in near
                }
        pairs = (found or {}).values()
        return [SearchHit(each.entry, MatchRank.FUZZY, wrong) for each, wrong in pairs]

    def _near(self, token: str) -> dict[int, tuple[_Indexed, int]]:
        """Return the entries with a word that begins like a token, and how many letters differ."""

        most = 0 if len(token) < SHORTEST else 1 if len(token) < LONG else 2
        known = self._vocabulary()
        begun = [word[: len(token)] for word in known]
        entries = list(known.values())
        near: dict[int, tuple[_Indexed, int]] = {}
        for choices in (list(known), begun):
            for _, wrong, place in process.extract(
                token, choices, scorer=OSA.distance, score_cutoff=most, limit=None
            ):
                for each in entries[place]:
                    before = near.get(id(each))
                    if before is None or wrong < before[1]:
                        near[id(each)] = each, int(wrong)
        return near

    def _vocabulary(self) -> dict[str, list[_Indexed]]:
        if self._words is None:
            found: defaultdict[str, list[_Indexed]] = defaultdict(list)
            for each in self._all():
                for word in set(each.said.split()):
                    found[word].append(each)
            self._words = dict(found)
        return self._words


def _rank_label(label: str, sought: str) -> MatchRank:
    return MatchRank.EXACT if fold_words(label) == sought else MatchRank.PREFIX


def _order(recent: Sequence[str]) -> Callable[[SearchHit], tuple[float, ...]]:
    """Return the key by which hits are sorted.

    What cannot be chosen now comes after words that begin a name, and the manual a rank later,
    unless it is what was typed.
    """
    places = {id_: place for place, id_ in enumerate(recent)}

    def key(hit: SearchHit) -> tuple[float, ...]:
        entry, rank = hit.entry, float(hit.rank)
        if hit.rank > MatchRank.EXACT and entry.reason:
            rank = max(rank, MatchRank.WORD) + 0.5
        elif hit.rank > MatchRank.EXACT and entry.kind is SearchKind.HELP:
            rank += MANUAL_LATER
        place = places.get(entry.id, len(places))
        return rank, hit.distance, bool(entry.reason), place, len(entry.title)

    return key


@dataclass(frozen=True, slots=True, eq=False)
class HitGroup:
    """Hits of one kind, the best first."""

    kind: SearchKind
    hits: tuple[SearchHit, ...]


def group_hits(hits: Sequence[SearchHit], most_first: int, most: int) -> list[HitGroup]:
    """Return hits by kind, the kind of the best hit first, so many of that and of each other."""
    grouped: defaultdict[SearchKind, list[SearchHit]] = defaultdict(list)
    for hit in hits:
        grouped[hit.entry.kind].append(hit)
    rooms = (most_first if place == 0 else most for place in range(len(grouped)))
    return [
        HitGroup(kind, tuple(found[:room]))
        for (kind, found), room in zip(grouped.items(), rooms, strict=True)
    ]

"""Sentences that know what they were made of: what was done is shown in the present language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.texts import LocalText, localised, text


class TranslatableText(str):
    """A sentence filed under a key, filled in, that can be said in another language.

    Copied and sent to other processes it is words and nothing else.
    """

    _key: str
    _values: Mapping[str, object]

    def __new__(cls, key: str, values: Mapping[str, object], language: str) -> TranslatableText:
        """The sentence `file.key` in a language."""
        self = super().__new__(cls, text(key, language, **values))
        self._key, self._values = key, values
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def retranslated(self, language: str) -> str:
        """The same in another language, what was filled in too."""
        values = {name: translate_values(value, language) for name, value in self._values.items()}
        return TranslatableText(self._key, values, language)


class TranslatableName(str):
    """A text of a map or a catalogue, which may be there in other languages."""

    _words: LocalText

    def __new__(cls, words: LocalText, language: str) -> TranslatableName:
        """The text in a language, or the nearest one it has."""
        self = super().__new__(cls, localised(words, language))
        self._words = words
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)

    def retranslated(self, language: str) -> str:
        """The same in another language."""
        return TranslatableName(self._words, language)


def translate_values(value: object, language: str) -> object:
    """Translate a value in a sentence, as far as it can be."""
    return (
        value.retranslated(language)
        if isinstance(value, TranslatableText | TranslatableName)
        else value
    )

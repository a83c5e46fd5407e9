"""Which language a file is read in where it does not speak the reader's."""

from __future__ import annotations

from engine.languages import LANGUAGES, TRANSLATED, language_name
from engine.texts import LocalText, text, translate_data_phrase


def fallback_language(words: LocalText, language: str) -> str:
    """The language a text is read in because the reader's is not there; nothing where it is."""
    if isinstance(words, str) or words.get(language):
        return ""
    if language in TRANSLATED and translate_data_phrase(words, language):
        return ""
    return next((each for each in (*LANGUAGES[language].fall_back, *words) if words.get(each)), "")


def fallback_notice(title: LocalText, language: str) -> str:
    """The same in a sentence, of a file with this title; nothing where nothing is to be told."""
    other = fallback_language(title, language)
    if not other:
        return ""
    values = {"language": language_name(language), "instead": language_name(other)}
    return text("document.read-instead", language, **values)

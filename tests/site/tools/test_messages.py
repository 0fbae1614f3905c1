"""The English catalogue is up to date with the code."""

import re

from django.utils.translation import to_locale

from scores.core.languages import DIFFERENCES
from tests.tools.messages import (
    catalogue,
    compiled,
    english,
    is_translated,
    messages,
    messages_in_spanish,
    path_of,
)


def test_the_english_catalogue_has_what_the_screen_says_and_nothing_else():
    """Otherwise run `make messages`, and translate what is new in locale/en."""
    translated = {message.id for message in english() if is_translated(message)}
    assert translated == {message.id for message in messages()}


QUOTE = re.compile(r"[«“]([^»”]*)[»”]")
# What people say or type, examples, buttons of the phone itself, and one that begins with a name.
NOT_OF_THE_SCREEN = {
    "1 cruce se repite",
    "ana + luis",
    "añadir",
    "añadir a pantalla de inicio",
    "cierra ana con dos, luis quince",
    "debe 5 €",
    "instalar",
    "otros programas",
    "pero sí a tomar una del pozo",
    "repite 2",
    "ya está",
    "¡rummy!",
}


def test_a_text_that_quotes_another_has_the_words_of_the_screen_in_both_languages():
    """A button that is renamed is renamed in the sentences about it."""
    pairs = [pair for message in english() if message.id for pair in _pairs(message)]
    texts = {(spanish.lower(), text.lower()) for spanish, text in pairs}
    strange = {
        quote
        for spanish, text in pairs
        for quote in _quotes(spanish)
        if "%" not in quote
        and not any((quote, other) in texts for other in _quotes(text))
    }
    assert strange == NOT_OF_THE_SCREEN


def _pairs(message):
    ids = message.id if message.pluralizable else [message.id]
    return zip(ids, _texts(message), strict=True)


def _quotes(text):
    return [quote.lower() for quote in QUOTE.findall(text)]


def test_no_translation_is_fuzzy_or_has_other_blanks_to_fill_in_than_the_spanish():
    """The compiled catalogue has none that is marked as fuzzy, so the page would be in Spanish."""
    messages = [message for message in english() if message.id]
    assert [
        message.id for message in messages if message.fuzzy or list(message.check())
    ] == []


def test_no_translation_is_the_same_text_again_and_again():
    """As a catalogue merged by hand once had them: the help pages grew to megabytes."""
    texts = [text for message in english() if message.id for text in _texts(message)]
    assert [
        text[:60] for text in texts if len(text) > 20 and text in (text + text)[1:-1]
    ] == []


def test_the_compiled_catalogue_is_that_of_the_readable_one():
    """Otherwise run `make messages`, once more after translating."""
    for locale in ("en", *map(to_locale, DIFFERENCES)):
        assert path_of(locale).with_suffix(".mo").read_bytes() == compiled(
            catalogue(locale)
        ), locale


def test_a_catalogue_of_differences_has_only_what_differs_and_what_the_code_says():
    said = {message.id for message in messages_in_spanish()}
    for locale in map(to_locale, DIFFERENCES):
        texts = [message for message in catalogue(locale) if message.id]
        assert [message.id for message in texts if message.id not in said] == []
        assert [
            message.id
            for message in texts
            if not is_translated(message) or list(message.check())
        ] == []
        assert [message.id for message in texts if message.string == message.id] == []


def _texts(message):
    return list(message.string) if message.pluralizable else [message.string]

"""The English catalogue is up to date with the code."""

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


def test_no_translation_is_left_in_doubt_or_has_other_blanks_to_fill_in_than_the_spanish():
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

"""The English catalogue is up to date with the code."""

from babel.messages.catalog import Message

from tests.tools.messages import MO, compiled, english, is_translated, messages


def test_everything_the_screen_says_has_its_english():
    catalog = english()
    unsaid = [one.id for one in messages() if one.id and not is_translated(catalog.get(one.id))]
    assert unsaid == [], "run `make messages` and translate what is new in locale/en"


def test_a_message_lacks_its_english_if_one_of_its_numbers_does():
    assert not is_translated(Message(("%(count)s mano", "%(count)s manos"), ("%(count)s hand", "")))


def test_the_catalogue_says_nothing_that_the_code_no_longer_says():
    said = {message.id for message in messages()}
    assert [message.id for message in english() if message.id and message.id not in said] == []


def test_no_translation_is_left_in_doubt_or_has_other_blanks_to_fill_in_than_the_spanish():
    """The compiled catalogue has none that is marked as fuzzy, so the page would be in Spanish."""
    messages = [message for message in english() if message.id]
    assert [message.id for message in messages if message.fuzzy or list(message.check())] == []


def test_no_translation_is_the_same_text_again_and_again():
    """As a catalogue merged by hand once had them: the help pages grew to megabytes."""
    texts = [text for message in english() if message.id for text in _texts(message)]
    assert [text[:60] for text in texts if len(text) > 20 and text in (text + text)[1:-1]] == []


def test_the_compiled_catalogue_is_that_of_the_readable_one():
    assert MO.read_bytes() == compiled(english())


def _texts(message) -> list[str]:
    return list(message.string) if message.pluralizable else [message.string]

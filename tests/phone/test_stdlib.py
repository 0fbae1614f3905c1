"""What stands in for the standard library in the phone does what the standard library does."""

import collections
import itertools
import statistics
import unicodedata
import urllib.parse

import pytest
from hypothesis import given, strategies as st

from phone.runtime import stdlib
from scores.core.notation.names import SPACES

LETTERS = st.text("aZñ 日😀&=+%/")
NUMBERS = st.lists(st.integers(-3, 3), max_size=6)
MANY = st.lists(st.integers(-3, 3), max_size=60)
INDICES = st.none() | st.integers(-8, 8)


@given(MANY, st.booleans(), st.booleans())
def test_sorting_keeps_the_order_of_equal_items(numbers, by_size, is_reversed):
    key = abs if by_size else None
    assert stdlib.stable_sorted(numbers, key, is_reversed) == sorted(
        numbers, key=key, reverse=is_reversed
    )
    copy = list(numbers)
    stdlib.stable_sort(copy, key=key, reverse=is_reversed)
    assert copy == sorted(numbers, key=key, reverse=is_reversed)


@given(
    st.lists(st.integers()) | LETTERS | st.lists(st.integers()).map(tuple),
    INDICES,
    INDICES,
    INDICES,
)
def test_a_slice_with_a_step(sequence, start, stop, step):
    assert (
        stdlib.with_step(sequence, start, stop, step or 1)
        == sequence[start : stop : step or 1]
    )


@given(st.integers(0, 2**200) | st.integers(2**990, 2**1100))
def test_the_bits_of_a_number(number):
    assert stdlib.bit_count(number) == number.bit_count()
    assert stdlib.bit_length(number) == number.bit_length()


@given(NUMBERS, NUMBERS)
def test_counting(first, second):
    ours = stdlib.Counter(first)
    theirs = collections.Counter(first)
    other = stdlib.Counter(second)
    their_other = collections.Counter(second)
    assert list(ours.items()) == list(theirs.items())
    assert list((ours + other).items()) == list((theirs + their_other).items())
    assert list((ours - other).items()) == list((theirs - their_other).items())
    assert list(ours.elements()) == list(theirs.elements())
    copy = stdlib.Counter(ours)
    assert list(copy.items()) == list(theirs.items())
    copy[0] += 1
    assert list(ours.items()) == list(theirs.items())
    assert (ours <= other) == (theirs <= their_other)
    assert (ours == other) == (theirs == their_other)


@given(NUMBERS, NUMBERS, st.integers(0, 4))
def test_iterators(first, second, number):
    for name, *sent in (
        ("product", first, second),
        ("combinations", first, number),
        ("islice", first, number),
        ("pairwise", first),
    ):
        ours = getattr(stdlib, name)(*sent)
        assert list(ours) == list(getattr(itertools, name)(*sent))


@given(NUMBERS, st.lists(st.tuples(LETTERS, LETTERS | st.integers())))
def test_the_median_and_a_query_string(numbers, pairs):
    assert stdlib.median([*numbers, 2]) == statistics.median([*numbers, 2])
    assert stdlib.urlencode(pairs) == urllib.parse.urlencode(pairs)
    assert stdlib.urlencode(dict(pairs)) == urllib.parse.urlencode(dict(pairs))


ALPHABETS = (
    (0x41, 0x178),
    (0x1F8, 0x220),
    (0x1E00, 0x1E96),
    (0x1EA0, 0x1F00),
    (0x391, 0x3AA),
    (0x400, 0x430),
)


def test_characters_that_cannot_be_seen_are_known_by_their_category():
    unseen = "\x07\x7f\xad\u0601\u061c\u200b\u202e\u2064\ufeff\ufffa\U000e0067"
    assert list(map(stdlib.category, unseen)) == list(map(unicodedata.category, unseen))
    assert set(map(stdlib.category, "añ7日😀")) == {"Lo"}
    spaces = [
        char
        for char in map(chr, range(0x10000))
        if unicodedata.category(char) in SPACES
    ]
    assert list(stdlib.BLANKS) == spaces
    assert set(map(stdlib.category, spaces)) <= set(SPACES)


def test_letters_of_the_latin_greek_and_cyrillic_alphabets_become_small():
    capitals = [
        char
        for first, last in ALPHABETS
        for char in map(chr, range(first, last))
        if char.isupper() and len(char.casefold()) == 1
    ]
    assert list(map(stdlib.casefold, capitals)) == list(map(str.casefold, capitals))


def test_letters_lose_the_accents_without_which_names_are_sought():
    accented = [
        letter
        for letter in map(chr, range(0xC0, 0x180))
        if letter.islower() and unicodedata.decomposition(letter)[:1] not in ("", "<")
    ]
    plain = [unicodedata.normalize("NFKD", letter)[0] for letter in accented]
    assert [stdlib.normalize("NFKD", letter) for letter in accented] == plain
    assert stdlib.normalize("NFKD", "ñandú 日😀") == "nandu 日😀"
    assert stdlib.normalize("NFC", "ñandú") == "ñandú"


def test_dicts_keep_the_order_of_their_keys():
    assert list(stdlib.merged({"b": 1, "a": 2}, (("c", 3), ("b", 4))).items()) == [
        ("b", 4),
        ("a", 2),
        ("c", 3),
    ]
    assert list(stdlib.dict_fromkeys("ba", 1).items()) == [("b", 1), ("a", 1)]


def test_zipping_lists_of_unequal_length_is_an_error():
    assert list(stdlib.zip_strict([1, 2], (3, 4))) == [(1, 3), (2, 4)]
    with pytest.raises(ValueError, match="unequal"):
        stdlib.zip_strict([1], iter([]))


def test_a_member_of_an_enum_is_its_text_and_the_same_object_every_time():
    close = stdlib.Enum("Close", (("KNOCK", "knock"), ("CLEAN", "clean")))
    assert close.KNOCK == "knock"
    assert list(close) == ["knock", "clean"]
    assert len(close) == 2
    assert close("".join(["kno", "ck"])) is close.KNOCK
    with pytest.raises(ValueError, match="'no' is not a valid Close"):
        close("no")


def test_a_cached_function_forgets_everything_when_it_is_full():
    asked = []

    @stdlib.lru_cache(maxsize=2)
    def double(number):
        asked.append(number)
        return 2 * number

    assert [double(number) for number in (1, 1, 2, 3, 1)] == [2, 2, 4, 6, 2]
    assert asked == [1, 2, 3, 1]


def test_a_suppressed_error_is_of_the_kinds_named():
    with stdlib.suppress(KeyError):
        raise KeyError
    with pytest.raises(ValueError, match="other"), stdlib.suppress(KeyError):
        raise ValueError("other")


def test_a_counter_has_each_sum_in_place_too_for_micropython_does_not_fall_back():
    own = vars(stdlib.Counter)
    assert own["__iadd__"] is own["__add__"]
    assert own["__isub__"] is own["__sub__"]

"""The cache of one process: what is dropped first, and what takes no room at all."""

from scores.core.bounded_cache import BoundedCache


def test_the_least_recently_used_entry_goes_first():
    cache = BoundedCache(entries=2, size=100)
    for key in "ab":
        cache.put(key, key.upper(), 1)
    cache.get("a")
    cache.put("c", "C", 1)
    assert [cache.get(key) for key in "abc"] == ["A", None, "C"]


def test_the_sizes_of_all_entries_together_are_limited():
    cache = BoundedCache(entries=10, size=100)
    for key in "abc":
        cache.put(key, key.upper(), 40)
    cache.put("d", "D", 101)
    assert [cache.get(key) for key in "abcd"] == [None, "B", "C", None]


def test_a_value_larger_than_the_cache_is_not_stored_and_replaces_what_was_there():
    cache = BoundedCache(entries=10, size=30)
    cache.put("a", "A", 30)
    cache.put("a", "AA", 31)
    assert cache.get("a") is None
    assert cache.used_bytes == 0

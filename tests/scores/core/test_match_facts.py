"""The texts of a match: one table of facts, which the columns follow."""

from scores.core.match_facts import TEXTS
from scores.models import Match


def test_a_match_has_a_column_as_long_as_the_text_for_each_of_its_texts():
    texts = {fact.key: fact.longest for fact in TEXTS}
    columns = {key: Match._meta.get_field(key) for key in texts}
    assert {key: column.max_length for key, column in columns.items()} == texts
    assert all(column.blank and not column.null for column in columns.values())

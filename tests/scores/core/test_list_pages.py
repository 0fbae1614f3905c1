"""A long list in pages."""

import pytest

from scores.core.list_pages import page_of_list


@pytest.mark.parametrize(
    ("asked", "shown", "newer", "older"),
    [
        ("", "ab", 0, 2),
        ("2", "cd", 1, 3),
        ("3", "e", 2, 0),
        ("4", "", 3, 0),
        ("-3", "ab", 0, 2),
        ("soon", "ab", 0, 2),
        ("9" * 30, "ab", 0, 2),
    ],
)
def test_a_page_has_its_part_of_the_list_and_leads_to_its_neighbours(
    asked, shown, newer, older
):
    neighbours = {"newer": newer, "older": older}
    assert page_of_list("abcde", asked, 2) == ([*shown], neighbours)


def test_a_full_page_has_no_empty_one_behind_it():
    assert page_of_list("ab", "", 2) == (["a", "b"], {"newer": 0, "older": 0})

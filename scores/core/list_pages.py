"""A long list in pages, as the addresses of all lists ask for them: `?page=2`."""

from collections.abc import Sequence
from typing import Any, TypeVar

from rules.numbers import whole_number

Item = TypeVar("Item")


def page_of_list(
    items: Sequence[Item], asked: Any, size: int
) -> tuple[list[Item], dict[str, int]]:
    """Those that the asked page shows, `size` at most, and the numbers of the pages before and behind it as
    `_pages.html` takes them; 0 for none. Pages count from 1. Of a query it reads one more than a page.
    """
    number = page_number(asked)
    shown = [*items[(number - 1) * size : number * size + 1]]
    older = number + 1 if len(shown) > size else 0
    return shown[:size], {"newer": number - 1, "older": older}


def page_number(asked: Any) -> int:
    """The number of the asked page, from 1; the first page for what is no number."""
    return max(1, whole_number(asked) or 1)

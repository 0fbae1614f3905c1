"""Pages are sent without the indentation of their templates."""

import pytest

INDENTED = ("\n ", "\n\t")


@pytest.mark.parametrize("address", ["/", "/help/gin/", "/sw.js"])
def test_no_line_of_a_page_is_indented(db, client, address):
    page = client.get(address).content.decode()
    assert [start for start in INDENTED if start in page] == []

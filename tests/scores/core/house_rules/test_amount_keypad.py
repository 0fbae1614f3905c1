"""The keys for amounts of money have the decimal separator of the language."""

import re

import pytest

KEYS = re.compile(r'data-key="([^"]+)"')


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "separator"), [("es", ","), ("en-GB", "."), ("en-US", ".")])
def test_an_amount_is_typed_with_the_separator_of_the_language(client, language, separator):
    page = client.get("/new/", headers={"accept-language": language}).text
    assert KEYS.findall(page) == [*"123", "erase", "next", *"456", separator, "done", *"7890"]

"""Phones that sit at a table already: what need not be tapped is written through the forms, quickly."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page

from scores import access


@pytest.fixture
def phone_of(phone, live_server) -> Callable[..., Page]:
    """The browser of a phone that wrote before: phone_of(client, 360, 640) has the client's rights."""

    def take_up(client: Client, *size: int, **options) -> Page:
        page = phone(*size, **options)
        cookie = client.cookies[access.COOKIE].value
        page.context.add_cookies([{"name": access.COOKIE, "value": cookie, "url": live_server.url}])
        return page

    return take_up

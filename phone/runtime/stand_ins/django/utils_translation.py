"""Texts in the language of the screen, from a module that the build writes for each language.

A phone has one language while it runs, so nothing needs to be lazy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phone.runtime.language import LANGUAGE, MESSAGES, PLURALS


def get_language() -> str:
    return LANGUAGE


def gettext(message: str) -> str:
    return MESSAGES.get(message, message)


def ngettext(singular: str, plural: str, number: int) -> str:
    one, many = PLURALS.get(singular, (singular, plural))
    return one if number == 1 else many


gettext_lazy = gettext


class LazyPlural:
    """A text whose number is one of the facts that are filled in."""

    def __init__(self, singular: str, plural: str, number: str) -> None:
        self.singular, self.plural, self.number = singular, plural, number

    def __mod__(self, facts: Mapping[str, Any]) -> str:
        return ngettext(self.singular, self.plural, facts[self.number]) % facts


def ngettext_lazy(singular: str, plural: str, number: str) -> LazyPlural:
    return LazyPlural(singular, plural, number)

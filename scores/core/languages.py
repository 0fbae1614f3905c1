"""The languages of the screen, declared once: for settings, requests, catalogues, the engine of the phone.

Spanish texts stand in the code and are the ids of all others. A language more is a line here and a catalogue,
`locale/<code>/LC_MESSAGES/django.po`, which `make messages` begins.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Language(NamedTuple):
    code: str  # of its cookie and its catalogue
    name: str  # on its button
    locale: str  # where the browser names no country
    # other locales by the country that it names; "*" for all that are not here
    by_country: Mapping[str, str] = {}


# In Spanish the words of the table differ: who closes in Spain (cierra) cuts in America (corta). In English
# the dates do: in "en-us" a date begins with the month, in "en-gb" with the day.
LANGUAGES = (
    Language("es", "Español", "es", {"es": "es", "gq": "es", "*": "es-419"}),
    Language("en", "English", "en-gb", {"us": "en-us"}),
)
LOCALES = tuple(
    dict.fromkeys(
        locale
        for each in LANGUAGES
        for locale in (each.locale, *each.by_country.values())
    )
)
# locales whose catalogue has only what differs from the texts of the code
DIFFERENCES = ("es-419",)


def locale_of(code: str, accepted: Iterable[str]) -> str:
    """The locale of a language, by the country in the first tag of that language that a browser accepts."""
    language = next(each for each in LANGUAGES if each.code == code)
    tags = (tag.lower().split("-") for tag in accepted)
    tag_of_code = next((tag for tag in tags if tag[0] == code), [code])
    if len(tag_of_code) == 1:
        return language.locale
    return (
        language.by_country.get(tag_of_code[-1])
        or language.by_country.get("*")
        or language.locale
    )

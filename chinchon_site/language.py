"""The language of a reader, with the country that decides how English dates are written.

The texts are in Spanish and in English. In "en-us" a date begins with the month, in "en-gb" with the day.
"""

from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

LOCALES = ("es", "en-gb", "en-us")


class ReaderLocaleMiddleware(LocaleMiddleware):
    """As Django's, with `language_of`."""

    def process_request(self, request: HttpRequest) -> None:
        translation.activate(language_of(request))
        request.LANGUAGE_CODE = translation.get_language()


def language_of(request: HttpRequest) -> str:
    """One of LOCALES.

    The cookie of the language buttons says only "en"; the country is that of the browser's first English.
    """
    language = translation.get_language_from_request(request)
    if language != "en":
        return language
    accepted = parse_accept_lang_header(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
    english = next((code for code, _quality in accepted if code.split("-")[0] == "en"), "")
    return "en-us" if english == "en-us" else "en-gb"

"""Update the message catalogues with Babel, which needs no gettext programs: `make messages`.

The message id is the Spanish text of the code; `locale/en` has the English, and `locale/es_419` what is said
otherwise in America. Both the `.po` and the compiled `.mo` are in the repository, so that starting the app
compiles nothing. Languages: `scores/core/languages.py`.
"""

import io
import re
import tomllib

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation import to_locale
from django.utils.translation.template import templatize

from rules.presets import PRESETS
from scores.core.languages import DIFFERENCES, LANGUAGES
from tests.support import ROOT

OUR_CHOICES = ROOT / "scores" / "table" / "help" / "our_choices.toml"
KEYWORDS = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "_": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


def messages():
    """Every message of the code and the templates, with its references."""
    found = Catalog()
    for path in sorted(
        [*ROOT.glob("scores/**/*.py"), *ROOT.glob("templates/**/*.html")]
    ):
        text = path.read_text(encoding="utf-8")
        code = (
            re.sub(r"^[ \t]+", "", templatize(text), flags=re.M)
            if path.suffix == ".html"
            else text
        )
        source = io.BytesIO(code.encode())
        for _line, message, _comments, context in extract("python", source, KEYWORDS):
            found.add(
                message, locations=[(str(path.relative_to(ROOT)), 0)], context=context
            )
    return found


def messages_in_spanish():
    """Those, and the texts of games, which have their English beside them."""
    found = messages()
    for spanish, _english in texts_of_games():
        found.add(spanish)
    return found


def texts_of_games():
    """What the code says of games in Spanish and, beside it, in English."""
    for preset in PRESETS.values():
        for text in (preset.name, preset.summary, preset.source):
            yield text.es, text.en
    choices = tomllib.loads(OUR_CHOICES.read_text(encoding="utf-8"))
    for choice in choices.values():
        yield choice["es"], choice["en"]


def path_of(locale):
    return ROOT / "locale" / locale / "LC_MESSAGES" / "django.po"


def catalogue(locale):
    """A catalogue in the repository; an empty one for a language that has none yet."""
    if not path_of(locale).exists():
        return Catalog(locale=locale, domain="django")
    with path_of(locale).open("rb") as file:
        return read_po(file, locale=locale, domain="django")


def english():
    return catalogue("en")


def compiled(catalog):
    """The content of the `.mo` file of a catalogue."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def is_translated(message):
    """Whether the catalogue has the message, in each number that it has, and will be compiled with it."""
    if message is None or message.fuzzy:
        return False
    return all(message.string if message.pluralizable else [message.string])


def save(catalog, locale):
    catalog.header_comment = f"# What the screen says: {locale}."
    catalog.fuzzy = False
    catalog.project = "Reenganche"
    catalog.version = ""
    catalog.copyright_holder = "Reenganche contributors"
    path_of(locale).parent.mkdir(parents=True, exist_ok=True)
    with path_of(locale).open("wb") as file:
        write_po(
            file,
            catalog,
            width=110,
            omit_header=False,
            include_lineno=False,
            sort_output=True,
        )
    path_of(locale).with_suffix(".mo").write_bytes(compiled(catalogue(locale)))


def update(locale):
    """Update a catalogue with the messages of the code; those that it has not translated."""
    catalog = catalogue(locale)
    catalog.update(messages(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    save(catalog, locale)
    return [
        str(message.id)
        for message in catalog
        if message.id and not is_translated(message)
    ]


def update_differences(locale):
    """Update the references of a catalogue of differences; its messages that the code has no more."""
    catalog = catalogue(locale)
    now = messages_in_spanish()
    gone = [
        message.id
        for message in catalog
        if message.id and now.get(message.id, message.context) is None
    ]
    for message in catalog:
        if found := message.id and now.get(message.id, message.context):
            message.locations = found.locations
    save(catalog, locale)
    return list(map(str, gone))


if __name__ == "__main__":
    settings.configure(USE_I18N=False)
    for language in LANGUAGES[1:]:
        waiting = update(language.code)
        print(
            f"{language.code}: {len(catalogue(language.code))} messages, {len(waiting)} without translation"
        )
    for code in DIFFERENCES:
        gone = update_differences(to_locale(code))
        print(
            f"{code}: {len(catalogue(to_locale(code)))} differences, {len(gone)} not in the code",
            *gone,
        )

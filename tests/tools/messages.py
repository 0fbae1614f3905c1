"""Update the message catalogues with Babel, which needs no gettext programs: `make messages`.

The message id is the Spanish text of the code; `locale/en` has the English. Both the `.po` and the compiled
`.mo` are in the repository, so that starting the app compiles nothing.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
PO = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")
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


def messages() -> Catalog:
    """Every message of the code and the templates, with its places."""
    found = Catalog()
    for path in sorted([*ROOT.glob("scores/**/*.py"), *ROOT.glob("templates/**/*.html")]):
        text = path.read_text(encoding="utf-8")
        code = re.sub(r"^[ \t]+", "", templatize(text), flags=re.M) if path.suffix == ".html" else text
        source = io.BytesIO(code.encode())
        for _line, message, _comments, context in extract("python", source, KEYWORDS):
            found.add(message, locations=[(str(path.relative_to(ROOT)), 0)], context=context)
    return found


def english() -> Catalog:
    """The English catalogue in the repository."""
    with PO.open("rb") as file:
        return read_po(file, locale="en", domain="django")


def compiled(catalog: Catalog) -> bytes:
    """The content of the `.mo` file of a catalogue."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def is_translated(message: Message | None) -> bool:
    """Whether the catalogue has the message in English, in each number that it has."""
    return message is not None and all(message.string if message.pluralizable else [message.string])


def update() -> None:
    """Update the catalogue; new messages are added without a translation."""
    catalog = english() if PO.exists() else Catalog(locale="en", domain="django")
    catalog.header_comment, catalog.fuzzy = "# What the screen says, in English.", False
    catalog.project, catalog.version, catalog.copyright_holder = "Reenganche", "", "Reenganche contributors"
    catalog.update(messages(), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    PO.parent.mkdir(parents=True, exist_ok=True)
    with PO.open("wb") as file:
        write_po(file, catalog, width=110, omit_header=False, include_lineno=False, sort_output=True)
    MO.write_bytes(compiled(english()))


if __name__ == "__main__":
    settings.configure(USE_I18N=False)
    update()
    waiting = [message.id for message in english() if message.id and not is_translated(message)]
    print(f"{len(english())} messages, {len(waiting)} without English")

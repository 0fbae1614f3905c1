"""Writes the guide of the app into docs/guide/, a page of Markdown for each language, from its templates:
`python -m tests.tools.guide`. Its pictures are those of `tests.tools.screens`.
"""

import os
import re

import django

from tests.support import ROOT

FOLDER = ROOT / "docs" / "guide"
MARKDOWN = (
    (r"\s+", " "),
    (r"<(a|svg)\b.*?</\1>", ""),
    (r"<li> ?(?=((?!</ul>).)*</ol>)", "\n1. "),
    (r"<li> ?", "\n* "),
    (r"<[ou]l\b[^>]*>", "\n"),
    (r"<h2>", "\n\n### "),
    (r"<p\b[^>]*>", "\n\n"),
    (r'<img [^>]*src="([^"]*)"[^>]*alt="([^"]*)">', r"\n\n![\2](../..\1)"),
    (r"<[^>]*>", ""),
    (r" *\n *", "\n"),
)
"""What of a page is written how."""


def pages():
    """The text that each page ought to have."""
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import translation
    from django.utils.translation import gettext as _

    from scores.core.languages import LANGUAGES
    from scores.pages.views import TITLES
    from tests.support.servers import PLAIN

    written = {}
    with override_settings(ALLOWED_HOSTS=["*"], STORAGES={"staticfiles": PLAIN}):
        for language in LANGUAGES:
            reader = Client(headers={"accept-language": language.code})
            with translation.override(language.code):
                text = f"# {_('La guía')}"
                for slug, title in TITLES.items():
                    steps = markdown_of(reader.get(f"/guide/{slug}/").text)
                    text += f"\n\n## {title}{steps}"
            written[FOLDER / f"{language.code}.md"] = f"{text}\n"
    return written


def markdown_of(page):
    """The steps of a page of the guide, without its links into the app."""
    text = page[page.index('<section class="card help') :].split("</section>")[0]
    for pattern, markdown in MARKDOWN:
        text = re.sub(pattern, markdown, text)
    return text.rstrip()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")

"""Writes the guide of the app into docs/guide/, a page of Markdown for each language, from its templates:
`python -m tests.tools.guide`. Its pictures are those of `tests.tools.screens`.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path

import django

FOLDER = Path(__file__).parents[2] / "docs" / "guide"
BLOCKS = {"h2": "\n\n### ", "p": "\n\n", "ol": "\n", "ul": "\n"}
MARKS = {"ol": "1.", "ul": "*"}


def pages() -> dict[Path, str]:
    """The text that each page ought to have."""
    from django.test import Client
    from django.test.utils import override_settings
    from django.utils import translation
    from django.utils.translation import gettext as _

    from scores.core.languages import LANGUAGES
    from scores.pages.guide import TITLES
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


def markdown_of(page: str) -> str:
    """The steps of a page of the guide."""
    markdown = _Markdown()
    markdown.feed(
        page[page.index('<section class="card help') :].split("</section>")[0]
    )
    return re.sub(r" *\n *", "\n", re.sub(r" +", " ", markdown.text)).rstrip()


class _Markdown(HTMLParser):
    """`text` is what was fed, without the links into the app."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.mark = ""
        self.is_link = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self.text += BLOCKS.get(tag, "")
        self.mark = MARKS.get(tag, self.mark)
        if tag == "li":
            self.text += f"\n{self.mark} "
        elif tag == "img":
            self.text += f"\n\n![{facts['alt']}](../..{facts['src']})"
        self.is_link = self.is_link or tag == "a"

    def handle_endtag(self, tag: str) -> None:
        self.is_link = self.is_link and tag != "a"

    def handle_data(self, data: str) -> None:
        if not self.is_link:
            self.text += re.sub(r"\s+", " ", data)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "chinchon_site.settings")
    django.setup()
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")

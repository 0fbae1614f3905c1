"""The checker's page: addresses for published cases, and a parser of what the page shows."""

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.urls import reverse

from rules.events import Close, HandScored
from rules.presets import RULESETS
from scores.models import Circle, Role
from tests.scores.support.factories import match_in, phone_with
from tests.scores.support.table import address_of, flat, post

CASES = Path(__file__).resolve().parents[2] / "conformance" / "cases"
NAMES = ("Ana", "Luis", "Eva", "Paco", "Inés", "Juan")


def published(file, kind):
    """The published cases of one kind."""
    cases = json.loads((CASES / f"{file}.json").read_text(encoding="utf-8"))
    return [case for case in cases if case["kind"] == kind]


# Addresses


def claim(*melds):
    """The field `g` of a claim: each card with the number of its group."""
    groups = enumerate(melds, 1)
    return [f"{card}:{number}" for number, meld in groups for card in meld.split()]


def query(fields):
    """The fields as an address has them: of a text that lists cards each card is a value."""
    values = {
        name: value.split(" ") if isinstance(value, str) else value
        for name, value in fields.items()
    }
    return urlencode(values, doseq=True)


def practice(fields):
    return f"{reverse('check')}?{query(fields)}"


def practice_case(case):
    """The page of a close, at a table of the game's rules."""
    fields = {
        "rules": case["ruleset"],
        "players": case.get("players", 4),
        "hand": case.get("hand", 1),
        "c": case["cards"],
        "g": claim(*map(" ".join, case.get("melds", ()))),
        "others": case.get("others_down", ()),
        "down": ["on"] if case.get("goes_down") else [],
        "first": ["on"] if case.get("first_lap") else [],
    }
    return practice(fields)


def match_of(case):
    """A match with the rules of a case and the hands before it."""
    ruleset = RULESETS[case["ruleset"]].with_options(case.get("options", {}))
    names = NAMES[: case.get("players", min(4, ruleset.players[1]))]
    played = HandScored(dict.fromkeys(range(1, len(names)), 5), 0, Close.OUT)
    before = [played] * (case.get("hand", 1) - 1)
    return match_in(Circle.objects.create(), names, ruleset, *before)


def scorer(match):
    return phone_with(Role.SCORE, match)


def at_table(match, **fields):
    return f"{address_of('check-in-match', match)}?{query(fields)}"


def brought(match, **fields):
    """What the link «Pasar al marcador» fills in on the hand's form, without the cards; empty without the
    link."""
    filled = brought_with_cards(match, **fields).items()
    return "&".join(f"{name}={text}" for name, text in filled if name[:6] != "cards_")


def writes_what_is_brought(match, **fields):
    """Bring the count over and save the hand."""
    hand = fields_of(brought(match, **fields))
    assert post(scorer(match), "score-hand", match, **hand).status_code == 302


def fields_of(text):
    """The fields that are filled in so."""
    return dict(pair.split("=") for pair in text.split("&"))


def brought_with_cards(match, **fields):
    page = flat(scorer(match).get(at_table(match, **fields)))
    found = re.search(
        r'class="start fill"><a class="button(?: second)?" href="([^"]*)"', page
    )
    return dict(parse_qsl(urlsplit(html.unescape(found[1])).query)) if found else {}


def offered_if_refused(page):
    """What can be written after an illegal close: the words of each link, and its address."""
    section = flat(page).partition('refused-close">')[2].partition("</section>")[0]
    links = re.findall(
        r'<a class="button(?: second)?" href="([^"]*)">(.*?)</a>', section
    )
    return {words.strip(): html.unescape(address) for address, words in links}


def result_of(match, **fields):
    return read(scorer(match).get(at_table(match, **fields)))


# Parsing the page


@dataclass
class Lying:
    """A group of cards on the page, by name."""

    kind: str  # meld, bad, laid-off, loose, discard; "meld open": no verdict yet
    title: str
    cards: list[str]


@dataclass
class Judged:
    """The content of the page."""

    said: str  # the kind of the verdict, then the sentences of the page
    headline: str
    reasons: list[str]
    refused: str
    error: str
    groups: list[Lying]

    def of(self, kind):
        return [group.cards for group in self.groups if group.kind == kind]


_LYING = re.compile(r'<div class="(meld[ \w-]*)">(.*?)</div>(.*?)</div>', re.DOTALL)


def read(page):
    assert page.status_code == 200
    text = re.sub(r"<svg\b.*?</svg>", "", flat(page))
    headline = "".join(_words(text, "headline band")[:1])
    reasons = _words(text, "reason")
    refused = "".join(_words(text, "refused"))
    error = "".join(_words(text, "error"))
    said = [
        *re.findall(r'class="verdict (\w+)"', text)[:1],
        headline,
        *reasons,
        refused,
        *_words(text, "better"),
        error,
        *_words(text, "hint counting"),
    ]
    groups = [_lying(*match) for match in _LYING.findall(text)]
    whole = " · ".join(filter(None, said))
    return Judged(whole, headline, reasons, refused, error, groups)


def _words(text, style):
    texts = re.findall(rf'<p class="{style}"[^>]*>(.*?)</p>', text, flags=re.DOTALL)
    return [" ".join(html.unescape(text).split()) for text in texts]


def _lying(style, cards, after):
    title = re.search(r'class="meld-name">(.*?)<', after)
    names = re.findall(r'<span class="sr">(.*?)</span>', cards)
    kind = style.removeprefix("meld ").strip()
    return Lying(
        kind,
        html.unescape(title[1]) if title else "",
        [html.unescape(name) for name in names],
    )

"""Template tags of the help pages: their parts, examples that the rules judge, numbers that they compute."""

from collections.abc import Callable
from itertools import chain
from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import meld_rules
from rules.closing.check import check_close
from rules.closing.verdict import Situation, Verdict
from rules.errors import Illegal
from rules.events import Close, HandScored
from rules.knobs import WINS, RebuyPoints, at_table
from rules.match.settlement import FinalSum
from rules.packs import Card, read_card
from rules.ruleset import Ruleset
from rules.scoring.points import kinds_of_close, price
from scores.core.house_rules import labels
from scores.core.notation import numbers
from scores.core.notation.cards import contract_in_words, face, name
from scores.core.wording.refusals import close_phrases, flaw_in_words
from scores.table.help.pages import PagePart, worked_match
from scores.table.help.table_rules import TableRules

register = template.Library()
register.filter("at", at_table)
register.filter("contract", contract_in_words)


@register.filter
def amount(units: int, rules: Ruleset) -> str:
    """An amount of money in the unit of those rules."""
    return numbers.amount(units * rules.cents_per_unit)


# The parts of a page


@register.simple_block_tag(takes_context=True)
def what(context: Context, content: SafeString) -> str:
    """The game in one sentence."""
    context["page"].what = content.strip()
    return ""


def _adds_to(parts: str) -> Callable[..., str]:
    """A tag whose content is one of these parts of the page."""

    def add(context: Context, content: SafeString, slug: str, title: str) -> str:
        getattr(context["page"], parts).append(PagePart(slug, str(title), content))
        return ""

    return add


for tag, parts in {
    "section": "sections",
    "question": "questions",
    "advice": "advice",
}.items():
    register.simple_block_tag(_adds_to(parts), takes_context=True, name=tag)


# Examples, each with the verdict of the rules; a table that does not have the cards gets none

EXAMPLE = "scores/help/_example.html"


@register.inclusion_tag(EXAMPLE, takes_context=True)
def meld(context: Context, cards: str) -> dict[str, Any]:
    """Cards that are a meld, or why not."""
    table = context["table"]
    groups = _groups(table, cards)
    if not groups:
        return {}
    if meld_rules(table.ruleset, table.seats).readings(groups[0]):
        return _example(groups, True, _("Vale."))
    why = flaw_in_words(why_no_meld(table.ruleset, groups[0], table.seats))
    return _example(groups, False, _("No vale: %(why)s.") % {"why": why})


@register.inclusion_tag(EXAMPLE, takes_context=True)
def close(context: Context, hand: str) -> dict[str, Any]:
    """A hand that can close, or why not. `|` separates groups."""
    table = context["table"]
    groups = _groups(table, hand)
    cards = [*chain(*groups)]
    size = at_table(table.ruleset.hand_size, table.seats)
    if not size <= len(cards) <= size + 1:
        return {}  # no hand, with or without the card to throw
    verdict = check_close(
        table.ruleset, cards, situation=Situation(players=table.seats)
    )
    sentences = (
        [_legal(verdict)]
        if verdict.legal
        else [_("No se puede."), *close_phrases(verdict)]
    )
    return _example(groups, verdict.legal, " ".join(sentences))


@register.inclusion_tag(EXAMPLE, takes_context=True)
def go_down(context: Context, hand: int, melds: str) -> dict[str, Any]:
    """Melds with which one can go down in hand `hand`, or why not. None if the match has no such hand."""
    table = context["table"]
    groups = _groups(table, melds)
    if not groups or hand > len(table.ruleset.contracts):
        return {}
    situation = Situation(players=table.seats, hand=hand, goes_down=True)
    verdict = check_close(table.ruleset, [*chain(*groups)], groups, situation=situation)
    sentences = [_("Se puede bajar.")] if verdict.legal else close_phrases(verdict)
    judgement = _("Mano %(number)s: %(sentence)s") % {
        "number": hand,
        "sentence": " ".join(sentences),
    }
    return _example(groups, verdict.legal, judgement)


def _groups(table: TableRules, text: str) -> list[list[Card]]:
    """The groups of cards; none if the table does not have them."""
    groups = [
        [read_card(code, table.ruleset.pack) for code in group.split()]
        for group in text.split("|")
    ]
    try:
        meld_rules(table.ruleset, table.seats).deck.to_bits([*chain(*groups)])
    except Illegal:
        return []
    return groups


def _example(
    groups: list[list[Card]], is_legal: bool, judgement: str
) -> dict[str, Any]:
    faces = [[face(card) for card in group] for group in groups]
    aloud = "; ".join(", ".join(card.name for card in group) for group in faces)
    return {
        "groups": faces,
        "aloud": aloud,
        "is_legal": is_legal,
        "judgement": judgement,
    }


def _legal(verdict: Verdict) -> str:
    if verdict.points == WINS:
        return _("Chinchón: gana la partida.")
    if verdict.close in (Close.OUT, Close.RUMMY, Close.CHINASO):
        thrown = verdict.discard
        sentence = (
            _("Se puede salir tirando %(card)s.")
            if thrown
            else _("Se puede salir: todo está ligado.")
        )
        return sentence % {"card": name(thrown)} if thrown else sentence
    if verdict.close is Close.GIN:
        return _("Gin: todo está ligado.")
    return _("Se puede cerrar: %(points)s.") % {
        "points": numbers.signed(int(verdict.points or 0))
    }


@register.inclusion_tag("scores/help/_screen.html")
def screen(name: str, alt: str) -> dict[str, str]:
    """A picture of the guide (`tests.tools.screens`) in the language of the page; else in Spanish."""
    language = "en" if str(get_language()).startswith("en") else "es"
    return {"file": f"help/guide-{name}-{language}.webp", "alt": alt}


# Knobs


@register.simple_tag(takes_context=True)
def knob_label(context: Context, knob: str) -> str:
    return labels.label(knob, context["rules"])


@register.simple_tag(takes_context=True)
def knob_value(context: Context, knob: str) -> str:
    return labels.value_in_words(knob, getattr(context["rules"], knob))


@register.simple_tag(takes_context=True)
def house_rule(context: Context, **knobs: object) -> str:
    """Where a table sets an optional rule: «En las reglas de la casa: «Baraja», española de 48.»"""
    parts = [
        _("«%(knob)s», %(value)s")
        % {
            "knob": labels.label(knob, context["rules"]),
            "value": labels.value_in_words(knob, value),
        }
        for knob, value in knobs.items()
    ]
    return _("En las reglas de la casa: %(knobs)s.") % {"knobs": "; ".join(parts)}


# Numbers


@register.simple_tag(takes_context=True)
def points_of(
    context: Context,
    loose: str = "",
    table: str = "",
    close: str = "",
    value: int | None = None,
) -> dict[int, int]:
    """What a hand adds at this table, by seat: points left loose and on the table, seat by seat.

    The first seat has closed, unless there are points on the table.
    """
    rules = context["rules"]
    deadwood, on_table = (
        {seat: int(n) for seat, n in enumerate(text.split())} for text in (loose, table)
    )
    if on_table:
        return price(rules, HandScored(deadwood, table=on_table))
    kind = Close(close) if close else kinds_of_close(rules, context["table"].seats)[0]
    return price(
        rules, HandScored(deadwood, 0, kind, value=value), tuple(deadwood) or (0, 1, 2)
    )


@register.simple_tag(takes_context=True)
def rebuy_example(context: Context) -> dict[str, int]:
    """Two totals below the limit and one past it, which comes back at `level`."""
    rules = context["rules"]
    limit = rules.limit or 0
    low = limit * 64 // 100
    high = limit * 87 // 100
    level = high + (rules.rebuy_points is RebuyPoints.PLUS_ONE)
    return {"low": low, "high": high, "bust": limit + 12, "level": level}


@register.simple_tag(takes_context=True)
def final_sum(
    context: Context, past: int, boxes: int, others_boxes: int, others_points: int
) -> dict[str, int]:
    """The sum of a winner of Gin who is `past` points past the limit, at the prices of this table."""
    rules = context["rules"]
    extra_boxes = (boxes - others_boxes) * rules.box
    final = FinalSum(
        (rules.limit or 100) + past, boxes, 0, extra_boxes, rules.game_bonus
    )
    net = final.total - others_points
    return {
        "points": final.points,
        "boxes": final.box_points,
        "total": final.total,
        "net": net,
    }


Hand = tuple[HandScored, list[int], list[int]]


@register.simple_tag(takes_context=True)
def worked_hands(context: Context, key: str) -> list[Hand]:
    """The hands of a worked match of two, each with the points that are left and, at the prices of this
    table, the totals after it."""
    totals = [0, 0]
    hands = []
    for hand in worked_match(key).scored_hands:
        points = price(context["rules"], hand)
        totals = [total + points.get(seat, 0) for seat, total in enumerate(totals)]
        loose = [hand.deadwood[seat] for seat in (0, 1)]
        hands.append((hand, loose, totals))
    return hands

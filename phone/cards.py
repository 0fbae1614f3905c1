"""Entry points about cards: whether they may close, and which card would let them."""

from __future__ import annotations

from typing import Any

from phone.plain import plain, plain_details, refusal_facts
from rules.closing.check import Verdict, check_close
from rules.closing.draws import cards_that_close
from rules.closing.situation import Closing, Situation
from rules.errors import Illegal
from rules.packs import read_card, read_cards
from rules.ruleset import Ruleset

Payload = dict[str, Any]


def check(payload: Payload) -> Payload:
    """`{ruleset, cards}` to the verdict of `check_close`; `melds`, `discard`, `situation` may be added.

    Cards are texts such as "7o", melds lists of them. Texts that are no cards are refused like other cards.
    """
    ruleset = Ruleset.load(payload["ruleset"])
    pack = ruleset.pack
    try:
        cards = read_cards(payload["cards"], pack)
        melds = [read_cards(meld, pack) for meld in payload["melds"]] if payload.get("melds") else None
        discard = read_card(payload["discard"], pack) if payload.get("discard") else None
    except Illegal as illegal:
        return verdict_facts(Verdict(False, illegal.code, illegal.details))
    situation = Situation(**payload.get("situation", {}))
    return verdict_facts(check_close(ruleset, cards, melds, discard, situation))


def draws(payload: Payload) -> Payload:
    """`{ruleset, cards}` to `{cards}`, those that would let them close; `situation` may be added."""
    ruleset = Ruleset.load(payload["ruleset"])
    situation = Situation(**payload.get("situation", {}))
    try:
        cards = read_cards(payload["cards"], ruleset.pack)
        return {"cards": plain(cards_that_close(ruleset, cards, situation))}
    except Illegal as illegal:
        return {"refused": refusal_facts(illegal)}


def verdict_facts(verdict: Verdict) -> Payload:
    return {
        "legal": verdict.legal,
        "code": verdict.code,
        "details": plain_details(verdict.details),
        "close": plain(verdict.close),
        "points": verdict.points,
        "deadwood": verdict.deadwood,
        "lay_off": verdict.lay_off,
        "melds": plain(verdict.melds),
        "loose": plain(verdict.loose),
        "discard": plain(verdict.discard),
        "best": None if verdict.best is None else closing_facts(verdict.best),
        "contract": plain(verdict.contract),
        "value": verdict.value,
    }


def closing_facts(closing: Closing) -> Payload:
    return {
        "points": closing.points,
        "close": plain(closing.close),
        "deadwood": closing.deadwood,
        "melds": plain(closing.melds),
        "loose": plain(closing.loose),
        "discard": plain(closing.discard),
    }

"""Entry points about cards: whether they may close, which card would let them, and which to throw."""

from __future__ import annotations

from typing import Any

from phone.runtime.plain import plain, plain_details, refusal_facts
from rules.closing.check import Verdict, check_close
from rules.closing.draws import Outlook, Throw, outlook
from rules.closing.draws import throws as throws_of
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
    """`{ruleset, cards[, seen, situation]}` to `{draws, unseen}`: the cards that would let them close."""
    ruleset, situation = Ruleset.load(payload["ruleset"]), Situation(**payload.get("situation", {}))
    try:
        cards = read_cards(payload["cards"], ruleset.pack)
        seen = read_cards(payload.get("seen", []), ruleset.pack)
        return outlook_facts(outlook(ruleset, cards, seen, situation))
    except Illegal as illegal:
        return {"refused": refusal_facts(illegal)}


def throws(payload: Payload) -> Payload:
    """`{ruleset, cards[, seen, situation]}`, with the drawn card, to `{throws}`, the best first."""
    ruleset, situation = Ruleset.load(payload["ruleset"]), Situation(**payload.get("situation", {}))
    try:
        cards = read_cards(payload["cards"], ruleset.pack)
        seen = read_cards(payload.get("seen", []), ruleset.pack)
        return {"throws": [throw_facts(throw) for throw in throws_of(ruleset, cards, seen, situation)]}
    except Illegal as illegal:
        return {"refused": refusal_facts(illegal)}


def outlook_facts(lacks: Outlook) -> Payload:
    draws = [
        {
            "card": plain(draw.card),
            "left": draw.left,
            "points": draw.points,
            "close": plain(draw.close),
            "value": draw.value,
        }
        for draw in lacks.draws
    ]
    return {"draws": draws, "unseen": lacks.unseen}


def throw_facts(throw: Throw) -> Payload:
    return {
        "discard": plain(throw.discard),
        "closes": plain(throw.closes),
        "outlook": outlook_facts(throw.outlook),
        "deadwood": throw.deadwood,
    }


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

"""The hand checker: tap the cards, get the verdict. Everything is in the address; nothing is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET

from rules.cards import JOKER, Card, Deck
from rules.closes import Close
from rules.closing import Verdict
from rules.errors import Illegal
from rules.ruleset import Ruleset
from scores import access, knobs
from scores.card_names import Face, face
from scores.checker import Cards, Check, Counted, Showdown, read, read_groups
from scores.phrases import close_phrases, phrase
from scores.picture import png
from scores.sheet import Sheet
from scores.verdicts import box_id, boxes, shown, told_closing, told_count, told_verdict

TEXT_AT_MOST = 12  # of what stands in an address for a card and is none


@dataclass(frozen=True)
class Box:
    """One copy of a card, to be ticked."""

    id: str
    checked: bool
    left: int  # copies left, this one included


@dataclass(frozen=True)
class Cell:
    face: Face
    boxes: list[Box]  # none: no copy is left for this hand


@require_GET
def check(request: HttpRequest) -> HttpResponse:
    """Practice: one close, judged alone."""
    one, impossible = _practice(request.GET)
    ruleset, players, asked = one.ruleset, one.players, request.GET
    context = {
        **_judged(one, asked, impossible),
        "grid": grid(ruleset, players, one.cards, Counter()),
        "most": one.hand_size + 1,
        "field": "c",
        "presets": [(key, knobs.PRESET_NAMES[key]) for key in knobs.CHECKED],
        "ruleset": ruleset,
        "players": players,
        "seats": range(2, 9),
        "link": request.build_absolute_uri(),
        "picture": request.build_absolute_uri(f"{reverse('check-picture')}?{asked.urlencode()}"),
    }
    return _show(request, context)


@require_GET
def check_picture(request: HttpRequest) -> HttpResponse:
    """The picture of the same address, for previews."""
    one, impossible = _practice(request.GET)
    judged = _judged(one, request.GET, impossible)
    image = png(judged.get("told"), judged["hand"], judged.get("reasons", []))
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


def _practice(asked: QueryDict) -> tuple[Check, str]:
    """The close that an address describes, and why its cards are none if they are."""
    ruleset = knobs.offered(asked.get("rules", ""), knobs.CHECKED)
    players = _number(asked, "players", 2, 8, usual(ruleset))
    cards, impossible = _read(asked.getlist("c"), ruleset, players)
    one = Check(
        ruleset,
        players,
        cards,
        read_groups(asked.getlist("g"), cards, ruleset),
        "first" in asked,
        _number(asked, "total", -1000, 1000, 0),
    )
    return one, impossible


@require_GET
def check_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """The same at the table: the closer's cards judged, then the others counted, for the hand's form."""
    sheet, asked = Sheet(access.match_to_score(request, code)), request.GET
    seats = sheet.board.seats_playing
    showdown, impossible = _showdown(sheet, asked)
    at = _whose(asked, showdown.closer, seats)
    closes = at == showdown.closer
    judged = _judged(showdown.check, asked, impossible) if closes else _counted(showdown, at, impossible)
    context = {
        **judged,
        **_cards_of(showdown, at),
        "match": sheet.match,
        "sheet": sheet,
        "known": showdown.closer is not None or asked.get("closer") == "nobody",
        "closer": asked.get("closer", ""),
        "name": "" if at is None else sheet.names[at],
        "tabs": _tabs(sheet, showdown, seats, at),
        "next": _next(seats, at),
        "kept": [(key, value) for key, values in asked.lists() for value in values if _is_kept(key, at)],
        "all_counted": _all_counted(showdown, seats),
        "fill": _fill(sheet, showdown, asked),
        "may_be_first_lap": closes and not showdown.ruleset.close_first_lap,
    }
    return _show(request, context)


def _showdown(sheet: Sheet, asked: QueryDict) -> tuple[Showdown, str]:
    """Everybody's cards in the address, and why they are none if they are."""
    board = sheet.board
    seats, players, ruleset = board.seats_playing, len(board.order), board.next_ruleset
    closer = _seat(asked.get("closer"), seats)
    cards, impossible = _all_cards(asked, ruleset, players, seats)
    closers = cards.get(closer, ()) if closer is not None else ()
    groups = read_groups(asked.getlist("g"), closers, ruleset)
    total = board.total(closer) if closer is not None else 0
    return Showdown(ruleset, players, closer, cards, groups, "first" in asked, total, seats), impossible


def _whose(asked: QueryDict, closer: int | None, seats: Sequence[int]) -> int | None:
    """Whose cards are being tapped: who is asked for, else the closer, else the first."""
    at = _seat(asked.get("at"), seats)
    if at is not None or closer is not None:
        return closer if at is None else at
    return seats[0] if seats else None


def _cards_of(showdown: Showdown, at: int | None) -> dict[str, Any]:
    """The pack as one seat may still take from it."""
    here = showdown.cards.get(at, ()) if at is not None else ()
    used = Counter(card for seat, cards in showdown.cards.items() if seat != at for card in cards)
    return {
        "at": at,
        "grid": grid(showdown.ruleset, showdown.players, here, used),
        "most": showdown.check.hand_size + 1,
        "field": f"c{at}",
        "ruleset": showdown.ruleset,
    }


def usual(ruleset: Ruleset) -> int:
    """How many sit at a table of these rules when nobody says: what most play."""
    return min(4, ruleset.players[1])


def grid(ruleset: Ruleset, players: int, chosen: Cards, used: Counter[Card]) -> list[list[Cell]]:
    """The pack in suit rows, the jokers in a row of their own."""
    deck, held = Deck(ruleset, players), Counter(chosen)
    rows = [[card for card in deck.cards if card.suit == suit] for suit in deck.suits]
    rows += [[JOKER]] if deck.jokers else []
    return [[_cell(deck, card, held[card], used[card]) for card in row] for row in rows]


def _cell(deck: Deck, card: Card, held: int, used: int) -> Cell:
    copies = max(deck.number_of(card) - used, held)
    ticks = [Box(box_id(card, copy), copy < held, copies - copy) for copy in range(copies)]
    return Cell(face(card), ticks)


# What is shown


def _show(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse:
    judged_only = request.htmx and request.htmx.target == "judged"
    response = render(request, "scores/_judged.html" if judged_only else "scores/check.html", context)
    response["Vary"] = "HX-Request, HX-Target, Cookie, Accept-Language"
    return response


def _judged(one: Check, asked: QueryDict, impossible: str) -> dict[str, Any]:
    """A close, and what could be better."""
    verdict = one.verdict
    claimed = Counter(text for text in asked.getlist("g"))
    context: dict[str, Any] = {
        "impossible": impossible,
        "hand": shown(one.cards),
        "count": len(one.cards),
        "size": one.hand_size,
        "first": one.first_lap,
        "total": one.total,
        "claims": _claims(one.cards, claimed),
        "claiming": bool(one.groups),
    }
    if verdict is None:
        return context
    told = told_verdict(one)
    reasons = [] if verdict.legal else close_phrases(verdict)
    better = verdict.better if verdict.legal else verdict.best
    others = [way for way in one.ways if not _is_said(way, verdict)][:1]
    return context | {
        "told": told,
        "reasons": reasons,
        "better": told_closing(better) if better and (one.groups or verdict.legal) else None,
        "second": told_closing(others[0]) if others and not one.groups else None,
        "would_close": [face(card) for card in one.would_close],
    }


def _is_said(way: Any, verdict: Any) -> bool:
    return (way.points, way.melds, way.discard) == (verdict.points, verdict.melds, verdict.discard)


def _counted(showdown: Showdown, at: int | None, impossible: str) -> dict[str, Any]:
    """One of the others: what is melded, laid off and loose."""
    cards = showdown.cards.get(at, ()) if at is not None else ()
    found = showdown.counted(at) if at is not None else None
    table = [*showdown.table, *(showdown.shown_by(at) if at is not None else [])]
    return {
        "impossible": impossible,
        "hand": shown(cards),
        "count": len(cards),
        "size": showdown.check.hand_size,
        "told": told_count(found.arrangement, found.deadwood, table, boxes(cards)) if found else None,
        "reasons": [],
        "counting": True,
    }


def _claims(cards: Cards, claimed: Counter[str]) -> list[tuple[Face, list[tuple[str, str, bool]]]]:
    """Each card with the groups it may be put into; the one it is in is marked."""
    claims = []
    left = Counter(claimed)
    for card in cards:
        here = next((group for group in "1234" if left[f"{card}:{group}"]), "")
        if here:
            left[f"{card}:{here}"] -= 1
        claims.append((face(card), [(f"{card}:{group}", group, group == here) for group in "1234"]))
    return claims


def _tabs(
    sheet: Sheet, showdown: Showdown, seats: Sequence[int], at: int | None
) -> list[tuple[int, str, str, bool]]:
    """Every player with what is known of the cards."""
    return [(seat, sheet.names[seat], _tab(showdown, seat), seat == at) for seat in seats]


def _tab(showdown: Showdown, seat: int) -> str:
    held = len(showdown.cards.get(seat, ()))
    size = showdown.check.hand_size
    if held < size:
        return f"{held}/{size}" if held else ""
    if seat == showdown.closer:
        return told_verdict(showdown.check).points or "✕"
    counted = showdown.counted(seat)
    return str(counted.deadwood) if counted else ""


def _next(seats: Sequence[int], at: int | None) -> int | None:
    """Whose cards come next; None after the last."""
    if at is None or at not in seats:
        return None
    place = seats.index(at) + 1
    return seats[place % len(seats)]


def _fill(sheet: Sheet, showdown: Showdown, asked: QueryDict) -> str:
    """The address of the hand's form with everything that is known filled in; empty if nothing is."""
    fields = {key: value for key, value in asked.items() if key.startswith(("deadwood_", "melded_"))}
    fields |= {key: asked[key] for key in ("closer", "close") if asked.get(key)}
    verdict = showdown.check.verdict
    if verdict is not None and verdict.legal:
        fields["close"] = _chip(verdict)
    for seat in sheet.board.seats_playing:
        counted = showdown.counted(seat) if seat != showdown.closer else None
        if counted:
            fields |= _counted_fields(showdown, seat, counted)
    known = any(showdown.cards.values())
    return f"{sheet.match.get_absolute_url()}?{urlencode(fields)}" if known and fields else ""


def _all_counted(showdown: Showdown, seats: Sequence[int]) -> bool:
    others = (showdown.counted(seat) for seat in seats if seat != showdown.closer)
    return all(others) and (showdown.closer is None or showdown.close is not None)


def _counted_fields(showdown: Showdown, seat: int, counted: Counted) -> dict[str, str]:
    fields = {f"deadwood_{seat}": str(counted.deadwood)}
    if showdown.asks_melded() and counted.melded_all:
        fields[f"melded_{seat}"] = "on"
    return fields


def _chip(verdict: Verdict) -> str:
    """The close as the hand's form names it."""
    return f"knock-{verdict.deadwood}" if verdict.close is Close.KNOCK else str(verdict.close)


# What is asked


def _read(texts: Sequence[str], ruleset: Ruleset, players: int) -> tuple[Cards, str]:
    """The cards of the address, or why they cannot be in one hand."""
    try:
        return read(texts, ruleset, players), ""
    except Illegal as illegal:
        card = illegal.details["card"]
        told = card[:TEXT_AT_MOST] if isinstance(card, str) else face(card).name
        return (), phrase(Illegal("impossible-hand", card=told), {})


def _all_cards(
    asked: QueryDict, ruleset: Ruleset, players: int, seats: Sequence[int]
) -> tuple[dict[int, Cards], str]:
    """Everybody's cards; together they may not be more than the packs have."""
    everything = [text for seat in seats for text in asked.getlist(f"c{seat}")]
    _cards, impossible = _read(everything, ruleset, players)
    if impossible:
        return {}, impossible
    return {seat: read(asked.getlist(f"c{seat}"), ruleset, players) for seat in seats}, ""


def _seat(text: str | None, seats: Sequence[int]) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and int(text) in seats else None


def _number(asked: QueryDict, key: str, low: int, high: int, default: int) -> int:
    text = asked.get(key, "").replace("−", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
        return default
    return max(low, min(high, int(text)))


def _is_kept(key: str, at: int | None) -> bool:
    """What the form carries along: the hand typed so far and the others' cards."""
    if key in ("close",) or key.startswith(("deadwood_", "melded_")):
        return True
    return key.startswith("c") and key[1:].isdigit() and key != f"c{at}"

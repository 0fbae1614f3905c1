"""The checker at the table: the closer's cards judged, the others counted, all of it for the hand's form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.close_kinds import Close
from rules.closing.check import Verdict
from rules.knobs import LayOff, Scoring
from scores.access import grants
from scores.checker import headlines, rum_500_tables
from scores.checker.check import Check, Counted, Showdown, cards_held, read_groups
from scores.checker.pack_grid import grid
from scores.checker.presenter import Told, boxes, shown, told_count, told_left, told_verdict
from scores.checker.query import TYPED, all_cards, going_down, of_the_form, seat_of, typed
from scores.checker.views import judged, moment, show
from scores.matches.scoresheet import Sheet

CLOSER_S = ("first", "down", "others", "g")  # asked beside the closer's cards


@require_GET
def check_in_match(request: HttpRequest, code: str) -> HttpResponse:
    """Whose cards these are, what they count, and the address that fills the hand's form."""
    sheet, asked = Sheet(grants.match_to_score(request, code)), request.GET
    ruleset = sheet.board.next_ruleset
    if ruleset.scoring is Scoring.TABLE:
        return show(request, _at_table(sheet, asked) | rum_500_tables.context(sheet, asked))
    showdown, impossible = _showdown(sheet, asked)
    seats = _whose_cards(sheet, showdown)
    at = _whose(asked, showdown.closer, seats)
    closes = at == showdown.closer
    told = _closing(showdown, asked, impossible) if closes else _counted(sheet, showdown, at, impossible)
    context = {
        **_at_table(sheet, asked),
        **told,
        **_cards_of(showdown, at),
        "heading": headlines.heading(ruleset, "" if at is None else sheet.names[at], closes),
        "tabs": [(seat, sheet.names[seat], _tab(showdown, seat), seat == at) for seat in seats],
        "next": _next(seats, at),
        "kept": [
            (key, value) for key, values in asked.lists() for value in values if _is_kept(key, at, closes)
        ],
        "all_counted": _all_counted(showdown, seats),
        "fill": _fill(sheet, showdown, asked),
    }
    return show(request, context)


def _at_table(sheet: Sheet, asked: QueryDict) -> dict[str, Any]:
    """What the page says whatever the game is."""
    ruleset, seats = sheet.board.next_ruleset, sheet.board.seats_playing
    closer = seat_of(asked.get("closer"), seats)
    return {
        "match": sheet.match,
        "sheet": sheet,
        "question": headlines.who_closed(ruleset),
        "nobody": headlines.nobody_closed(ruleset),
        "known": closer is not None or asked.get("closer") == "nobody",
        "closer": asked.get("closer", ""),
        "players_here": [(seat, sheet.names[seat]) for seat in seats],
    }


def _showdown(sheet: Sheet, asked: QueryDict) -> tuple[Showdown, str]:
    """Everybody's cards in the address, and why they are none if they are."""
    board = sheet.board
    seats, players, ruleset = board.seats_playing, len(board.order), board.next_ruleset
    closer = seat_of(asked.get("closer"), seats)
    cards, impossible = all_cards(asked, ruleset, players, [f"c{seat}" for seat in seats])
    by_seat = {seat: cards.get(f"c{seat}", ()) for seat in seats}
    closers = by_seat.get(closer, ()) if closer is not None else ()
    check = Check(
        ruleset,
        players,
        closers,
        read_groups(asked.getlist("g"), closers, ruleset),
        "first" in asked,
        board.total(closer) if closer is not None else 0,
        min(board.hands + 1, len(ruleset.contracts)) or None,
        **going_down(asked, ruleset, players),
    )
    return Showdown(check, closer, by_seat, seats, _called(asked.get("close", ""))), impossible


def _called(close: str) -> Close | None:
    return Close(close) if close in (Close.OUT, Close.RUMMY, Close.CHINASO) else None


def _whose_cards(sheet: Sheet, showdown: Showdown) -> Sequence[int]:
    """Those whose cards matter: the closer alone where all pay what his are worth."""
    seats = sheet.board.seats_playing
    return seats if showdown.counts_others or showdown.closer is None else (showdown.closer,)


def _whose(asked: QueryDict, closer: int | None, seats: Sequence[int]) -> int | None:
    """Whose cards are being tapped: who is asked for, else the closer, else the first."""
    at = seat_of(asked.get("at"), seats)
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
        "most": showdown.check.most,
        "field": f"c{at}",
        "ruleset": showdown.ruleset,
    }


# What is shown


def _closing(showdown: Showdown, asked: QueryDict, impossible: str) -> dict[str, Any]:
    """The closer's own cards, which need not be shown where one plays off cards all along."""
    hint = ""
    if showdown.ruleset.lay_off is LayOff.IN_PLAY and showdown.closer is not None:
        hint = _("Si salió de una vez, tocar todas sus cartas. Si no, pasar al siguiente.")
    told = judged(showdown.check, asked, impossible, showdown.melds)
    return told | moment(showdown.check) | {"hint": hint, "closing": True}


def _counted(sheet: Sheet, showdown: Showdown, at: int | None, impossible: str) -> dict[str, Any]:
    """One of the others: what is melded, laid off and loose."""
    cards = showdown.cards.get(at, ()) if at is not None else ()
    in_play = showdown.ruleset.lay_off is LayOff.IN_PLAY
    return {
        "impossible": impossible,
        "hand": shown(cards),
        "count": len(cards),
        "size": 0 if in_play else _dealt(showdown),
        "told": _told(showdown, at) if at is not None else None,
        "reasons": _undercut(sheet, showdown, at),
        "hint": _("Tocar las cartas que le quedan en la mano.") if in_play else "",
        "counting": True,
    }


def _told(showdown: Showdown, at: int) -> Told | None:
    found, cards = showdown.counted(at), showdown.cards[at]
    if found is None:
        return None
    if showdown.ruleset.lay_off is LayOff.IN_PLAY:
        return told_left(cards, found.deadwood, boxes(cards))
    table = [*showdown.table, *showdown.shown_by(at)]
    return told_count(found.arrangement, found.deadwood, table, boxes(cards))


def _undercut(sheet: Sheet, showdown: Showdown, at: int | None) -> list[str]:
    points = showdown.undercut(at) if at is not None else None
    if at is None or points is None or showdown.closer is None:
        return []
    facts = {
        "closer": sheet.names[showdown.closer],
        "left": showdown.check.verdict.deadwood if showdown.check.verdict else 0,
        "points": points,
    }
    return [_("¡Contra! No pasa de los %(left)s de %(closer)s: gana la mano y suma %(points)s.") % facts]


def _tab(showdown: Showdown, seat: int) -> str:
    """What is known of a player's cards."""
    held = len(showdown.cards.get(seat, ()))
    if seat == showdown.closer and held >= showdown.check.needed:
        return told_verdict(showdown.check).points or "✕"
    counted = showdown.counted(seat) if seat != showdown.closer else None
    if counted:
        return str(counted.deadwood)
    return f"{held}/{showdown.check.needed if seat == showdown.closer else _dealt(showdown)}" if held else ""


def _dealt(showdown: Showdown) -> int:
    return cards_held(showdown.ruleset, showdown.players)[0]


def _next(seats: Sequence[int], at: int | None) -> int | None:
    """Whose cards come next, the first after the last; None where nobody else's matter."""
    if at is None or at not in seats or len(seats) == 1:
        return None
    return seats[(seats.index(at) + 1) % len(seats)]


def _fill(sheet: Sheet, showdown: Showdown, asked: QueryDict) -> str:
    """The address of the hand's form with everything that is known filled in; empty if nothing is."""
    fields = typed(asked)
    if showdown.close is not None and any(showdown.cards.values()):
        fields["close"] = _chip(showdown.close, showdown.check.verdict)
    verdict = showdown.check.verdict
    if verdict is not None and verdict.legal and not showdown.counts_others:
        fields["value"] = str(verdict.value)
    for seat in sheet.board.seats_playing:
        counted = showdown.counted(seat) if seat != showdown.closer else None
        if counted:
            fields |= _counted_fields(showdown, seat, counted)
    known = any(showdown.cards.values())
    return of_the_form(sheet, fields) if known and fields else ""


def _all_counted(showdown: Showdown, seats: Sequence[int]) -> bool:
    others = (showdown.counted(seat) for seat in seats if seat != showdown.closer)
    return all(others) and (showdown.closer is None or showdown.close is not None)


def _counted_fields(showdown: Showdown, seat: int, counted: Counted) -> dict[str, str]:
    fields = {f"deadwood_{seat}": str(counted.deadwood)}
    if showdown.asks_melded() and counted.melded_all:
        fields[f"melded_{seat}"] = "on"
    return fields


def _chip(close: Close, verdict: Verdict | None) -> str:
    """The close as the hand's form names it."""
    return f"knock-{verdict.deadwood}" if close is Close.KNOCK and verdict is not None else str(close)


def _is_kept(key: str, at: int | None, closes: bool) -> bool:
    """What the form carries along: the hand typed so far, the others' cards, what was asked of the closer."""
    if key == "close" or key.startswith(TYPED) or (key in CLOSER_S and not closes):
        return True
    return key.startswith("c") and key[1:].isdigit() and key != f"c{at}"

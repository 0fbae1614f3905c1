"""What a page shows of the table of a showdown: everybody's melds, and who laid off what.

It is the last tab of the checker in a match, and a page for those who watch.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from rules.cards.arrange import LaidOff
from rules.closing.showdown import PlayedShowdown
from rules.events import Seat
from rules.packs import Card
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import Face, face, with_article
from scores.core.notation.names import joined_names
from scores.core.wording.hand_lines import Names
from scores.table.checker import headlines
from scores.table.checker.check import Showdown
from scores.table.checker.presenter import (
    marked_cards,
    meld_word,
    ranks_in_words,
)
from scores.table.checker.query import Query, number, showdown_of

TAB = "table"  # the value of the key `at`
TOTALS = 100_000  # no total is beyond that


def table_of(showdown: Showdown) -> PlayedShowdown | None:
    """The table, if there are melds on it on which cards may be laid off."""
    return showdown.play if showdown.lays_off else None


class CardAtTable(NamedTuple):
    face: Face
    added_by: str  # the name of who laid it off on the meld of another, or nothing
    at: int  # the turn of that player, from 0: the closer


class MeldAtTable(NamedTuple):
    title: str
    cards: list[CardAtTable]


class PlayerAtTable(NamedTuple):
    """What lies before a player, and what the player has left."""

    name: str
    closes: bool
    points: str
    melds: list[MeldAtTable]
    loose: list[Face]


@dataclass(frozen=True)
class ShownTable:
    """The table of a showdown: everybody's melds, and who laid off what."""

    players: list[PlayerAtTable]
    moves: list[str]
    missing: str  # the names of those whose cards are not there yet
    url: str = ""  # for those who watch


def shown_table(
    sheet: Sheet, showdown: Showdown, play: PlayedShowdown, url: str = ""
) -> ShownTable:
    names = sheet.names
    return ShownTable(
        players(showdown, play, names),
        moves(play, names),
        missing_names(showdown, names),
        url,
    )


def table_url(sheet: Sheet, query: Query, showdown: Showdown) -> str:
    """The address of the table for those who watch. Who plays and the closer's total are in it: a saved hand
    does not change the page there."""
    keys = ["closer", "g", "first", *(f"c{seat}" for seat in showdown.seats)]
    fields = [(key, value) for key in keys for value in query.getlist(key) if value]
    fields += [("seat", str(seat)) for seat in showdown.seats]
    fields.append(("total", str(showdown.check.situation.total)))
    return f"{reverse('table-in-match', args=[sheet.match.code])}?{urlencode(fields)}"


def watched_table(sheet: Sheet, query: Query) -> tuple[ShownTable | None, str]:
    """The table at the address that the checker shares, and why its cards are refused, or empty."""
    total = number(query, "total", -TOTALS, TOTALS)
    seats = tuple(
        seat for seat in sheet.board.order if str(seat) in query.getlist("seat")
    )
    showdown = showdown_of(sheet, query, seats, total)
    play = table_of(showdown)
    if play is None:
        return None, showdown.check.refusal
    return shown_table(sheet, showdown, play), ""


def meld_names(play: PlayedShowdown, names: Names) -> list[str]:
    """Each meld of the table in words, "la escalera de Ana"; with its cards where that says too little."""
    melds = [
        *(lying.meld for lying in play.laid_down),
        *(meld for turn in play.turns for meld in turn.melds),
    ]
    facts = [
        {
            "meld": meld_word(meld, with_article=True),
            "name": names[lying.owner],
            "cards": ranks_in_words(meld.cards),
        }
        for meld, lying in zip(melds, play.table_after(), strict=True)
    ]
    plain = [_("%(meld)s de %(name)s") % fact for fact in facts]
    times = Counter(plain)
    return [
        name if times[name] == 1 else _("%(meld)s %(cards)s de %(name)s") % fact
        for name, fact in zip(plain, facts, strict=True)
    ]


def grown_melds(
    play: PlayedShowdown | None, seat: Seat, names: Names
) -> list[tuple[str, list[tuple[Card, bool]]]]:
    """The melds on which `seat` laid off cards: their names, each card with whether `seat` laid it off."""
    laid = _laid_by(play, seat) if play else {}
    if play is None or not laid:
        return []
    words = meld_names(play, names)
    return [
        (
            words[onto],
            marked_cards(
                lying.meld.cards, laid[onto], [by == seat for by in lying.seats]
            ),
        )
        for onto, lying in enumerate(play.table_after(seat))
        if onto in laid
    ]


def _laid_by(play: PlayedShowdown, seat: Seat) -> dict[int, list[Card]]:
    """What a player laid off, by the number of the meld."""
    laid: dict[int, list[Card]] = {}
    for by, laid_off in _lay_offs(play):
        if by == seat:
            laid.setdefault(laid_off.onto, []).extend(laid_off.cards)
    return laid


def _lay_offs(play: PlayedShowdown) -> list[tuple[Seat, LaidOff]]:
    """Everything that was laid off, in order."""
    return [
        (turn.player, laid_off) for turn in play.turns for laid_off in turn.laid_off
    ]


def players(
    showdown: Showdown, play: PlayedShowdown, names: Names
) -> list[PlayerAtTable]:
    """The table as it lies in the end, player by player, from the closer on."""
    order = showdown.seats_in_turn
    melds: dict[Seat, list[MeldAtTable]] = {seat: [] for seat in order}
    for meld, whose, owner in play.table_after():
        cards = [
            CardAtTable(face(card), "" if by == owner else names[by], order.index(by))
            for card, by in zip(meld.cards, whose, strict=True)
        ]
        melds[owner].append(MeldAtTable(meld_word(meld), cards))
    counts = {seat: showdown.counts.get(seat) for seat in order}
    return [
        PlayerAtTable(
            names[seat],
            seat == showdown.closer,
            headlines.counted_in_words(counted) if counted else "",
            melds[seat],
            [face(card) for card in (counted.arrangement.loose if counted else ())],
        )
        for seat, counted in counts.items()
    ]


def moves(play: PlayedShowdown, names: Names) -> list[str]:
    """A sentence for everything that was laid off, in order."""
    words = meld_names(play, names)
    return [
        _("%(name)s coloca %(cards)s en %(meld)s.")
        % {
            "name": names[seat],
            "cards": _cards_in_words(laid_off.cards),
            "meld": words[laid_off.onto],
        }
        for seat, laid_off in _lay_offs(play)
    ]


def _cards_in_words(cards: Sequence[Card]) -> str:
    return joined_names([with_article(card) for card in cards])


def missing_names(showdown: Showdown, names: Names, but: Seat | None = None) -> str:
    """The names of those whose cards are not there yet, joined; empty if all are."""
    others = [seat for seat in showdown.seats if seat not in (showdown.closer, but)]
    return joined_names([names[seat] for seat in others if seat not in showdown.counts])

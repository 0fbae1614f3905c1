"""Reads and writes the query string of the checker: cards, whose they are, the hand typed so far.

A hand of Gin in pairs, or with three of whom one rests, is between two: other players have other packs, or no
cards at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar
from urllib.parse import urlencode

from rules.cards.deck import Deck
from rules.cards.melds import meld_rules
from rules.closing.go_out_by_table import are_melds
from rules.closing.laid_cards import read_table
from rules.closing.verdict import Situation, goes_out
from rules.errors import Illegal
from rules.events import Close, HandScored, Seat
from rules.knobs import LayOff, Scoring
from rules.match.board import Board, meets_one, opponent_due, opponents
from rules.numbers import signed_number, whole_number
from rules.packs import JOKER, RANKS, SPANISH, SUITS, Card, Pack, read_card
from rules.ruleset import Ruleset
from scores.core.house_rules import labels
from scores.core.matches.scoresheet import Sheet
from scores.core.notation.cards import face
from scores.core.wording.refusals import phrase
from scores.fields import hand_fields
from scores.table.checker.check import Cards, Check, Showdown

if TYPE_CHECKING:
    from django.http import QueryDict

# On a phone the fields of a form
Query: TypeAlias = "QueryDict"
Holder = TypeVar("Holder")  # a seat, or a field of the address

CARDS_AT_MOST = 60  # of one field of an address; far more than a hand has
CLAIM_GROUPS = tuple("123456")  # into which a claim may put its cards
SEEN = "s"  # the field of the cards that were seen on the table
ON_TABLE = "t"  # of those in the melds of the table, where cards are laid off in play
SEEN_AT_MOST = 200  # more than three packs with jokers
MOST_WITH_LOOSE = 20  # cards of a table of which not all lie in melds
TEXT_AT_MOST = 12  # letters shown of a text that is no card
# The prefixes of the fields of the hand's form, which are returned to it.
TYPED = ("opponent", "deadwood_", "melded_", "table_", "buys_", "value_", "cards_")


def cards_or_refusal(
    texts: Mapping[Holder, Sequence[str]], ruleset: Ruleset, players: int
) -> tuple[dict[Holder, Cards], str]:
    """The cards of each holder and no refusal; or no cards, and a sentence that says which card there cannot
    be: the packs have fewer of it than all hold.
    """
    try:
        cards = {
            holder: read_held_cards(codes, ruleset, players)
            for holder, codes in texts.items()
        }
        Deck(ruleset, players).to_bits(
            [card for held in cards.values() for card in held]
        )
    except Illegal as illegal:
        card = illegal.details["card"]
        name = card[:TEXT_AT_MOST] if isinstance(card, str) else face(card).name
        refusal = phrase(Illegal("impossible-hand", card=name), {})
        return dict.fromkeys(texts, ()), refusal
    return cards, ""


def cards_elsewhere(cards: Mapping[Holder, Cards], here: Holder) -> Cards:
    """The cards of all holders but one."""
    return tuple(
        card for holder, held in cards.items() if holder != here for card in held
    )


def read_held_cards(texts: Sequence[str], ruleset: Ruleset, players: int) -> Cards:
    """The cards of an address, in the deck's order. Raises Illegal `impossible-hand`."""
    cards = [read_card(text, ruleset.pack) for text in texts[:CARDS_AT_MOST]]
    deck = Deck(ruleset, players)
    deck.to_bits(cards)
    return tuple(deck.sorted(cards))


def read_groups(
    texts: Sequence[str], cards: Cards, ruleset: Ruleset
) -> tuple[Cards, ...]:
    """The claimed groups of an address: "7o:1" puts the seven of oros into group 1."""
    groups: dict[str, list[Card]] = {}
    for card, group in _cards_in_groups(
        texts, cards, ruleset.pack, lambda group: group in CLAIM_GROUPS
    ):
        groups.setdefault(group, []).append(card)
    return tuple(tuple(groups[group]) for group in sorted(groups))


def _cards_in_groups(
    texts: Sequence[str], cards: Cards, pack: Pack, is_group: Callable[[str], bool]
) -> Iterator[tuple[Card, str]]:
    """The cards that texts like "7o:1" put into groups, and which. What is not among `cards` is ignored."""
    left = Counter(cards)
    for text in texts[:CARDS_AT_MOST]:
        code, _colon, group = text.partition(":")
        try:
            card = read_card(code, pack)
        except Illegal:
            continue
        if is_group(group) and left[card]:
            left[card] -= 1
            yield card, group


def seen_cards(query: Query, check: Check, held: Cards, field: str = SEEN) -> Cards:
    """The cards that were seen on the table; none if the packs do not have them beside those `held`."""
    try:
        cards = [
            read_card(text, check.ruleset.pack)
            for text in query.getlist(field)[:SEEN_AT_MOST]
        ]
        Deck(check.ruleset, check.players).to_bits([*held, *cards])
    except Illegal:
        return ()
    return tuple(cards)


def check_of(
    query: Query,
    ruleset: Ruleset,
    players: int,
    cards: Cards,
    total: int,
    hand: int | None,
    refusal: str,
) -> Check:
    """The close of `cards` by one who had `total`; `hand` is the number of the hand in Chinaso."""
    groups = read_groups(query.getlist("g"), cards, ruleset)
    check = Check(ruleset, players, cards, groups, refusal=refusal)
    table = cards_in_melds(query, check)
    situation = Situation("first" in query, total, hand=hand, table=table)
    if ruleset.contracts:
        others_down = number(query, "others", 0, players - 1)
        situation = situation._replace(
            others_down=others_down, goes_down="down" in query
        )
    return replace(check, situation=situation)


def lays_off_in_play(ruleset: Ruleset) -> bool:
    """Whether the melds of the table decide who may go out. In Rum 500 the players' own tables are asked."""
    return (
        goes_out(ruleset)
        and ruleset.lay_off is LayOff.IN_PLAY
        and ruleset.scoring is not Scoring.TABLE
    )


def cards_on_table(query: Query, check: Check, held: Cards) -> Cards:
    """The cards that were tapped as melds of the table; none if the packs do not have them too."""
    is_asked = lays_off_in_play(check.ruleset)
    return seen_cards(query, check, held, ON_TABLE) if is_asked else ()


def cards_in_melds(query: Query, check: Check) -> Cards:
    """The cards of the table that can lie in melds: while they are marked one after another, some
    cannot. None of so many that this takes long: then the page says that the table is not counted.
    """
    cards = cards_on_table(query, check, check.cards)
    rules = meld_rules(check.ruleset, check.players)
    try:
        if are_melds(rules, cards):
            return cards
        if len(cards) > MOST_WITH_LOOSE:
            return ()
        table = read_table(rules, {0: cards})
    except Illegal:
        return cards
    return tuple(card for laid in table.melds for card in laid.meld.cards)


def number(query: Query, key: str, low: int, high: int, default: int = 0) -> int:
    """The whole number of a key, brought into `low`…`high`; `default` if it is none."""
    typed = signed_number(query.get(key, ""))
    return default if typed is None else max(low, min(high, typed))


def seat_of(text: str | None, seats: Sequence[int]) -> int | None:
    """The seat that a text names; None if it is not one of `seats`."""
    seat = whole_number(text or "")
    return seat if seat in seats else None


def hidden_fields(
    query: Query, shown: Collection[str], of_seats: str, others: Collection[str]
) -> list[tuple[str, str]]:
    """The fields without controls: the hand typed so far, `others`, and those of seats; not those `shown`."""

    def is_hidden(key: str) -> bool:
        is_of_seat = key[:1] in of_seats and whole_number(key[1:]) is not None
        return key not in shown and (
            is_of_seat or key in ("close", *others) or key.startswith(TYPED)
        )

    return [
        (key, value)
        for key, values in query.lists()
        if is_hidden(key)
        for value in values
    ]


def hand_form_url(
    sheet: Sheet, query: Query, hand: HandScored, opponent: Seat | None = None
) -> str:
    """The address of the board with its form filled in from `hand`; nothing is saved. What was typed before
    stays where `hand` says nothing: of the close, and of seats that it does not name.
    """
    counted = hand_fields(hand)
    if hand.closer is None:
        del counted["closer"]
    if opponent is not None:
        counted["opponent"] = str(opponent)
    replaced = {
        f"{fact}_{seat}"
        for fact in ("deadwood", "melded", "cards")
        for seat in hand.deadwood
    }
    typed = _typed_fields(query)
    typed |= {key: query[key] for key in ("closer", "close") if query.get(key)}
    stays = {key: text for key, text in typed.items() if key not in replaced}
    return _url_with_form(sheet, stays | counted)


def nobody_closed_url(sheet: Sheet, query: Query, counts: Mapping[Seat, int]) -> str:
    """The address of the board with its form filled in as a hand that nobody closed."""
    counted = hand_fields(HandScored(dict(counts)))
    return _url_with_form(sheet, _typed_fields(query) | counted)


def _url_with_form(sheet: Sheet, fields: Mapping[str, str]) -> str:
    return f"{sheet.match.get_absolute_url()}?{urlencode(fields)}"


def _typed_fields(query: Query) -> dict[str, str]:
    """The fields of the hand's form that were typed before the checker was opened."""
    return {key: text for key, text in query.items() if key.startswith(TYPED)}


def showdown_of(
    sheet: Sheet, query: Query, seats: Sequence[Seat], total: int | None = None
) -> Showdown:
    """The cards of these `seats`. `total`: not that of the board."""
    board = sheet.board
    players = len(board.order)
    ruleset = board.next_ruleset
    closer = seat_of(query.get("closer"), seats)
    texts = {seat: query.getlist(f"c{seat}") for seat in seats}
    by_seat, refusal = cards_or_refusal(texts, ruleset, players)
    closers = () if closer is None else by_seat[closer]
    if total is None:
        total = board.total(closer) if closer is not None else 0
    hand = min(board.hands + 1, len(ruleset.contracts)) or None
    check = check_of(query, ruleset, players, closers, total, hand, refusal)
    close = query.get("close", "")
    claimed = Close(close) if close in (Close.OUT, Close.RUMMY, Close.CHINASO) else None
    return Showdown(check, closer, by_seat, seats, claimed)


class HandSeats(NamedTuple):
    """The seats of one hand; of a hand between two the closer first."""

    # the players whose cards can be tapped: the closer, and who may be the opponent
    tabs: tuple[Seat, ...]
    # those whose cards count: of a hand between two, the closer and the opponent
    playing: tuple[Seat, ...]
    opponent: Seat | None = None  # of a hand between two, once it is known


def seats_of_hand(board: Board, query: Query) -> HandSeats:
    """Everybody who plays; of a hand between two its closer and the opponent that the address names, else the
    player whose tab is open, who has cards, or who is due.
    """
    closer = seat_of(query.get("closer"), board.seats_playing)
    if closer is None or not meets_one(board):
        return HandSeats(board.seats_playing, board.seats_playing)
    possible = opponents(board, closer)
    chosen = seat_of(query.get("opponent"), possible)
    opened = seat_of(query.get("at"), possible)
    with_cards = [seat for seat in possible if query.get(f"c{seat}")]
    due = with_cards[0] if len(with_cards) == 1 else opponent_due(board, closer)
    known = [seat for seat in (chosen, opened, due) if seat is not None]
    tabs = (closer, *(possible if chosen is None else (chosen,)))
    if not known:
        return HandSeats(tabs, (closer,))
    return HandSeats(tabs, (closer, known[0]), known[0])


# Game, pack and order. The practice page asks with how many cards it is played

# Fields
DECK = "deck"
JOKERS = "jokers"
SORT = "sort"  # "rank": a row for each rank, so that a set is one drag
JOKER_LAST = 99  # above all ranks
PACKS = [pack for pack, suits in SUITS.items() if suits == SPANISH]
JOKERS_OF_PACK = (0, 2)
# Of all cards of the packs among which one chooses. Another text stays, to be refused or read.
_CODES = {str(JOKER)} | {
    str(Card(rank, suit)) for suit in SPANISH for rank in RANKS[Pack.SPANISH_48]
}


def is_by_rank(query: Query) -> bool:
    """Whether the cards are sorted by rank, and not by suit."""
    return query.get(SORT) == "rank"


def sorted_cards(query: Query, cards: Cards) -> Cards:
    """The cards of a hand, sorted by rank if the address says so, the jokers last; they come by suit."""
    if not is_by_rank(query):
        return cards
    return tuple(sorted(cards, key=lambda card: card.rank or JOKER_LAST))


def chosen_ruleset(query: Query) -> Ruleset:
    """The chosen preset, with the chosen pack and jokers."""
    preset = labels.preset_of_key(query.get("rules", ""))
    if preset.pack not in PACKS:
        return preset
    deck = query.get(DECK, "")
    jokers = query.get(JOKERS, "")
    options: dict[str, str | int] = {"pack": deck} if deck in map(str, PACKS) else {}
    if jokers in map(str, JOKERS_OF_PACK):
        options[JOKERS] = int(jokers)
    return preset.with_options(options)


def cards_of_this_pack(
    query: Query, field: str, ruleset: Ruleset, players: int
) -> Sequence[str]:
    """The cards in a field that the pack still has; none of a game with other suits."""
    texts = query.getlist(field)
    before = query.get("pack", str(ruleset.pack))
    if before == ruleset.pack and JOKERS not in query:
        return texts
    if before not in map(str, Pack) or SUITS[Pack(before)] != SUITS[ruleset.pack]:
        return []
    deck = Deck(ruleset, players)
    there = {str(card) for card in (*deck.cards, *([JOKER] if deck.jokers else []))}
    return [text for text in texts if text in there or text not in _CODES]

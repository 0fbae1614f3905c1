"""Example cards of the help pages, each with the verdict of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from rules.cards.deck import packs_at
from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.closing.check import Verdict, check_close
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.knobs import WINS, at_table
from rules.packs import Card, Pack, read_card
from scores.help.page_model import Example, TableRules
from scores.notation.cards import Face, face, name
from scores.notation.numbers import signed
from scores.wording.refusals import close_phrases, flaw_in_words

_SPANISH = ("5o 5c 5e", "5c 6c 7c 10c", "3e * 5e", "12b 1b 2b", "4o 5c 6o", "7o * *")
_FRENCH = ("5S 5H 5D", "9H 10H JH QH", "3S * 5S 6S", "QC KC AC", "KC AC 2C", "4D 5S 6D")
_MORE_PACKS = (
    "5S 5S 5D",
    "9H 10H JH QH",
    "3S * 5S 6S",
    "3S * * 6S",
    "JC QC KC AC",
    "AC 2C 3C 4C",
    "QC KC AC 2C",
    "4D 5S 6D",
)


def of_melds(table: TableRules) -> list[Example]:
    """Groups of cards, each judged: a meld, or the reason why not."""
    more = packs_at(table.ruleset, table.seats) > 1 and table.has_jokers
    groups = (_MORE_PACKS if more else _FRENCH) if table.ruleset.pack is Pack.FRENCH_52 else _SPANISH
    dealt = [_cards(table, group) for group in groups]
    return [_of_meld(table, cards) for cards in dealt if _is_in_packs(table, cards)]


def _of_meld(table: TableRules, cards: list[Card]) -> Example:
    if meld_rules(table.ruleset, table.seats).readings(cards):
        return Example([_faces(cards)], True, _("Vale."))
    why = flaw_in_words(why_no_meld(table.ruleset, cards, table.seats))
    return Example([_faces(cards)], False, _("No vale: %(why)s.") % {"why": why})


def of_closes(table: TableRules, hands: Iterable[str]) -> list[Example]:
    """The `hands` that are possible under these rules, each judged as a close. `|` separates groups."""
    dealt = [[_cards(table, group) for group in hand.split("|")] for hand in hands]
    return [_of_close(table, groups) for groups in dealt if _is_hand(table, _together(groups))]


def _is_hand(table: TableRules, cards: Sequence[Card]) -> bool:
    """Whether the cards are one hand, with or without the card to throw."""
    size = at_table(table.ruleset.hand_size, table.seats)
    return size <= len(cards) <= size + 1 and _is_in_packs(table, cards)


def _of_close(table: TableRules, groups: list[list[Card]]) -> Example:
    verdict = check_close(table.ruleset, _together(groups), situation=Situation(players=table.seats))
    sentences = [_legal(verdict)] if verdict.legal else [_("No se puede."), *close_phrases(verdict)]
    return Example([_faces(group) for group in groups], verdict.legal, " ".join(sentences))


def of_going_down(table: TableRules, tries: Iterable[tuple[int, str]]) -> list[Example]:
    """`tries` are hand numbers with the groups laid down; each is judged by the contract of that hand."""
    asked = len(table.ruleset.contracts)
    dealt = [(hand, [_cards(table, group) for group in text.split("|")]) for hand, text in tries]
    return [_of_going_down(table, hand, groups) for hand, groups in dealt if hand <= asked]


def _of_going_down(table: TableRules, hand: int, groups: list[list[Card]]) -> Example:
    situation = Situation(players=table.seats, hand=hand, goes_down=True)
    verdict = check_close(table.ruleset, _together(groups), groups, situation=situation)
    sentences = [_("Se puede bajar.")] if verdict.legal else close_phrases(verdict)
    judgement = _("Mano %(number)s: %(said)s") % {"number": hand, "said": " ".join(sentences)}
    return Example([_faces(group) for group in groups], verdict.legal, judgement)


def _together(groups: list[list[Card]]) -> list[Card]:
    return [card for group in groups for card in group]


def _legal(verdict: Verdict) -> str:
    if verdict.points == WINS:
        return _("Chinchón: gana la partida.")
    if verdict.close in (Close.OUT, Close.RUMMY, Close.CHINASO):
        thrown = verdict.discard
        sentence = _("Se puede salir tirando %(card)s.") if thrown else _("Se puede salir: todo está ligado.")
        return sentence % {"card": name(thrown)} if thrown else sentence
    if verdict.close is Close.GIN:
        return _("Gin: todo está ligado.")
    return _("Se puede cerrar: %(points)s.") % {"points": signed(int(verdict.points or 0))}


def _cards(table: TableRules, text: str) -> list[Card]:
    return [read_card(code, table.ruleset.pack) for code in text.split()]


def _is_in_packs(table: TableRules, cards: Sequence[Card]) -> bool:
    try:
        meld_rules(table.ruleset, table.seats).deck.to_bits(cards)
    except Illegal:
        return False
    return True


def _faces(cards: Sequence[Card]) -> list[Face]:
    return [face(card) for card in cards]

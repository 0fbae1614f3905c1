"""Example cards of the help pages, each with the verdict of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from rules.cards.meld_faults import why_no_meld
from rules.cards.melds import meld_rules
from rules.close_kinds import Close
from rules.closing.check import Verdict, check_close
from rules.closing.situation import Situation
from rules.errors import Illegal
from rules.knobs import WINS, at_table
from rules.packs import Card, read_card
from scores.core.notation.cards import Face, face, name
from scores.core.notation.numbers import signed
from scores.core.wording.refusals import close_phrases, flaw_in_words
from scores.table.help.table_rules import TableRules


@dataclass(frozen=True)
class Example:
    groups: list[list[Face]]
    legal: bool
    judgement: str

    @property
    def aloud(self) -> str:
        return "; ".join(", ".join(card.name for card in group) for group in self.groups)


def of_meld(table: TableRules, text: str) -> Example | None:
    """A group of cards: a meld, or the reason why not. None if the table does not have the cards."""
    cards = _cards(table, text)
    if not _is_in_packs(table, cards):
        return None
    if meld_rules(table.ruleset, table.seats).readings(cards):
        return Example([_faces(cards)], True, _("Vale."))
    why = flaw_in_words(why_no_meld(table.ruleset, cards, table.seats))
    return Example([_faces(cards)], False, _("No vale: %(why)s.") % {"why": why})


def of_close(table: TableRules, text: str) -> Example | None:
    """A hand, judged as a close; `|` separates groups. None if nobody at the table can hold it."""
    groups = [_cards(table, group) for group in text.split("|")]
    cards, size = [*chain(*groups)], at_table(table.ruleset.hand_size, table.seats)
    if not size <= len(cards) <= size + 1 or not _is_in_packs(table, cards):
        return None  # no hand, with or without the card to throw
    verdict = check_close(table.ruleset, cards, situation=Situation(players=table.seats))
    sentences = [_legal(verdict)] if verdict.legal else [_("No se puede."), *close_phrases(verdict)]
    return Example([_faces(group) for group in groups], verdict.legal, " ".join(sentences))


def of_going_down(table: TableRules, hand: int, text: str) -> Example | None:
    """Groups laid down, judged by the contract of that hand. None if the match has no such hand."""
    if hand > len(table.ruleset.contracts):
        return None
    groups = [_cards(table, group) for group in text.split("|")]
    situation = Situation(players=table.seats, hand=hand, goes_down=True)
    verdict = check_close(table.ruleset, [*chain(*groups)], groups, situation=situation)
    sentences = [_("Se puede bajar.")] if verdict.legal else close_phrases(verdict)
    judgement = _("Mano %(number)s: %(said)s") % {"number": hand, "said": " ".join(sentences)}
    return Example([_faces(group) for group in groups], verdict.legal, judgement)


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

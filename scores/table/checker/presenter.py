"""What a page shows of a verdict or a count: a headline and groups of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.cards.arrange import Arrangement, LaidOff
from rules.cards.meld import Meld, MeldKind
from rules.cards.meld_faults import NoMeld
from rules.closing.check import Verdict
from rules.closing.go_out import contract_of
from rules.closing.situation import Closing, goes_out
from rules.errors import Illegal
from rules.knobs import WINS
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from scores.core.notation.cards import Face, face
from scores.core.notation.numbers import plus, signed
from scores.core.wording.refusals import phrase
from scores.table.checker import headlines
from scores.table.checker.check import Check, Showdown
from scores.table.checker.rum_500 import CardsAtEnd, LaidCards, Worth

_RUN, _SET, _FOUR = gettext_lazy("escalera"), gettext_lazy("trío"), gettext_lazy("cuarteto")
BoxIds = Mapping[str, Sequence[str]]  # of each card, by its notation: a copy each


@dataclass(frozen=True)
class HeldCard:
    """A card that is held, and the id of the checkbox that a tap on it unticks."""

    face: Face
    box: str
    is_lying: bool = False  # it lay on the table before


class GrownMeld(NamedTuple):
    """A meld of another player on which cards were laid off."""

    name: str  # "la escalera de Ana"
    cards: Sequence[tuple[Card, bool]]  # each with whether it was laid off


def meld_word(meld: Meld) -> str:
    """«Escalera», «trío» or «cuarteto»; a larger set is a «trío» too, as in the help pages."""
    if meld.kind is MeldKind.RUN:
        return str(_RUN)
    return str(_FOUR if len(meld.cards) == 4 else _SET)


def box_id(card: Card, copy: int) -> str:
    """The id of the checkbox of one copy of a card."""
    return f"b{'joker' if card == JOKER else card}-{copy}"


def box_ids(cards: Iterable[Card]) -> dict[str, list[str]]:
    """The ids of the ticked checkboxes of `cards`, by the notation of the card."""
    ids_of: dict[str, list[str]] = {}
    for card in cards:
        ids = ids_of.setdefault(str(card), [])
        ids.append(box_id(card, len(ids)))
    return ids_of


def held_cards(cards: Sequence[Card]) -> list[HeldCard]:
    """The cards of a hand that has no result yet."""
    take = _BoxQueue(box_ids(cards))
    return [HeldCard(face(card), take(card)) for card in cards]


def too_many_ways(counted: Showdown | CardsAtEnd) -> str:
    """A sentence about cards that have to be counted by hand; empty without such."""
    return phrase(Illegal("too-many-ways"), {}) if counted.has_too_many_ways else ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that are shown together under a word."""

    title: str
    cards: list[HeldCard]
    kind: str  # "meld", "laid-off", "loose", "discard"


@dataclass(frozen=True)
class CheckResult:
    """What the page shows of some cards."""

    legal: bool
    headline: str
    points: str  # in short, for a tab
    groups: list[CardGroup]

    @property
    def shown(self) -> int:
        """How many cards are shown, with those of melds on which some are laid off."""
        return sum(len(group.cards) for group in self.groups)


def verdict_result(check: Check, table: Sequence[Meld] = ()) -> CheckResult:
    """The verdict on a close. Wrong groups of a claim are shown as they were claimed.

    `table` are the melds to show, where the others' cards decide between several ways to meld.
    """
    verdict, ids = check.verdict, box_ids(check.cards)
    if verdict is None or not verdict.legal:
        return CheckResult(False, headlines.illegal(check), "", _illegal_groups(check, ids))
    headline = headlines.legal(check.ruleset, verdict.close, verdict.points, verdict.value, verdict.contract)
    melds, loose = _melds_and_loose(check, verdict, table)
    groups = _groups(melds, loose, verdict.discard, ids)
    return CheckResult(True, headline, _short_points(check.ruleset, verdict), groups)


def _melds_and_loose(
    check: Check, verdict: Verdict, table: Sequence[Meld]
) -> tuple[Sequence[Meld], Sequence[Card]]:
    if not table:
        return verdict.melds, verdict.loose
    played = Counter(card for meld in table for card in meld.cards)
    played += Counter([] if verdict.discard is None else [verdict.discard])
    return table, list((Counter(check.cards) - played).elements())


def _short_points(ruleset: Ruleset, verdict: Verdict) -> str:
    """The points on the closer's tab."""
    if verdict.points == WINS:
        return "★"
    if goes_out(ruleset):
        return "✓" if verdict.value is None else str(verdict.value)
    return signed(verdict.points) if isinstance(verdict.points, int) else ""


def closing_result(closing: Closing, check: Check) -> CheckResult:
    """Another legal close of the same cards; where they are only laid down, another way to do that."""
    close = None if check.goes_down else closing.close
    contract = contract_of(closing.melds)
    headline = headlines.legal(check.ruleset, close, closing.points, contract=contract)
    return CheckResult(True, headline, "", _groups(closing.melds, closing.loose, closing.discard, {}))


def _illegal_groups(check: Check, ids: BoxIds) -> list[CardGroup]:
    verdict = check.verdict
    if verdict is None or verdict.code != "invalid-meld":
        return [] if verdict is None else _groups(verdict.melds, verdict.loose, verdict.discard, ids)
    return _claimed_groups(check, verdict.details["melds"], _BoxQueue(ids))


def _claimed_groups(check: Check, wrong: Iterable[tuple[int, NoMeld]], take: _BoxQueue) -> list[CardGroup]:
    at_fault = {at for at, _why in wrong}
    groups = [
        _group(_("juego %(number)s") % {"number": at + 1}, group, "bad" if at in at_fault else "meld", take)
        for at, group in enumerate(check.groups)
    ]
    rest = Counter(check.cards) - Counter(card for group in check.groups for card in group)
    loose = [card for card in check.cards if card in rest]
    return groups + _loose(loose, take)


def count_result(
    arrangement: Arrangement, deadwood: int, grown: Sequence[GrownMeld], ids: BoxIds
) -> CheckResult:
    """The count of a player who did not close. `grown` are the melds on which cards were laid off."""
    take = _BoxQueue(ids)
    groups = [_group(meld_word(meld), meld.cards, "meld", take) for meld in arrangement.melds]
    groups += [_grown_group(meld, take) for meld in grown]
    groups += _loose(arrangement.loose, take)
    return CheckResult(True, points_in_words(deadwood), str(deadwood), groups)


def left_result(cards: Sequence[Card], points: int, ids: BoxIds) -> CheckResult:
    """The count of a player where all cards in hand count, melded or not."""
    return CheckResult(True, points_in_words(points), str(points), [_in_hand(cards, _BoxQueue(ids))])


def _in_hand(cards: Sequence[Card], take: _BoxQueue) -> CardGroup:
    return _group(_("en la mano"), cards, "loose", take)


def table_result(laid: LaidCards, others: Sequence[Meld], ids: BoxIds) -> CheckResult:
    """What lies before one player of Rum 500. Cards that fit no meld do not count."""
    take = _BoxQueue(ids)
    groups = [_group(meld_word(meld), meld.cards, "meld", take) for meld in laid.melds]
    groups += _laid_off(laid.laid_off, [meld.cards for meld in others], take)
    groups += [_group(_("no ligan"), laid.loose, "bad", take)] if laid.loose else []
    headline = _("En la mesa: %(points)s") % {"points": laid.points}
    return CheckResult(not laid.loose, headline, str(laid.points), groups)


def in_hand_result(cards: Sequence[Card], points: int, ids: BoxIds) -> CheckResult:
    """The cards that a player of Rum 500 has left in hand."""
    result = left_result(cards, points, ids)
    return replace(result, headline=_("En la mano: %(points)s") % {"points": signed(-points)})


def worth_result(check: Check, worth: Worth) -> CheckResult:
    """What cards of Rum 500 are worth: some laid down, the rest in hand or thrown."""
    take = _BoxQueue(box_ids(check.cards))
    if worth.wrong:
        return CheckResult(
            False, str(headlines.CANNOT_GO_DOWN), "", _claimed_groups(check, worth.wrong, take)
        )
    laid = worth.laid
    groups = [_group(meld_word(meld), meld.cards, "meld", take) for meld in laid.melds]
    groups += [_in_hand(laid.loose, take)] if laid.loose else []
    groups += _discarded(worth.discard, take)
    return CheckResult(True, _("Vale %(points)s") % {"points": plus(laid.points - worth.left)}, "", groups)


def _laid_off(laid: Iterable[LaidOff], table: Sequence[Sequence[Card]], take: _BoxQueue) -> list[CardGroup]:
    groups = []
    for lay_off in laid:
        onto = " ".join(face(card).rank or "★" for card in table[lay_off.onto])
        groups.append(_group(_("colocadas en %(meld)s") % {"meld": onto}, lay_off.cards, "laid-off", take))
    return groups


def points_in_words(points: int) -> str:
    return ngettext("%(points)s punto", "%(points)s puntos", points) % {"points": points}


def _groups(
    melds: Iterable[Meld], loose: Sequence[Card], discard: Card | None, ids: BoxIds
) -> list[CardGroup]:
    take = _BoxQueue(ids)
    groups = [_group(meld_word(meld), meld.cards, "meld", take) for meld in melds]
    groups += _loose(loose, take)
    return groups + _discarded(discard, take)


def _discarded(discard: Card | None, take: _BoxQueue) -> list[CardGroup]:
    return [_group(_("se tira"), [discard], "discard", take)] if discard is not None else []


def _loose(cards: Sequence[Card], take: _BoxQueue) -> list[CardGroup]:
    return [_group(ngettext("suelta", "sueltas", len(cards)), cards, "loose", take)] if cards else []


def _group(title: str, cards: Sequence[Card], kind: str, take: _BoxQueue) -> CardGroup:
    return CardGroup(title, [HeldCard(face(card), take(card)) for card in cards], kind)


def _grown_group(meld: GrownMeld, take: _BoxQueue) -> CardGroup:
    cards = [
        HeldCard(face(card), take(card)) if is_added else HeldCard(face(card), "", is_lying=True)
        for card, is_added in meld.cards
    ]
    return CardGroup(_("colocadas en %(meld)s") % {"meld": meld.name}, cards, "laid-off")


class _BoxQueue:
    """Returns at each call the next checkbox id of a card, or "" when there is none left."""

    def __init__(self, ids: BoxIds) -> None:
        self.ids = {code: list(copies) for code, copies in ids.items()}

    def __call__(self, card: Card) -> str:
        copies = self.ids.get(str(card), [])
        return copies.pop(0) if copies else ""

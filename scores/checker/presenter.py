"""Verdicts and counts as a page shows them: groups of drawn cards and a headline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.cards.arrange import Arrangement, LaidOff
from rules.cards.meld import Meld, MeldKind
from rules.cards.meld_faults import NoMeld
from rules.closing.check import Verdict
from rules.closing.situation import Closing, goes_out
from rules.knobs import WINS
from rules.packs import JOKER, Card
from rules.ruleset import Ruleset
from scores.checker import headlines
from scores.checker.check import Check
from scores.checker.rum_500 import Laid, Worth
from scores.notation.cards import Face, face
from scores.notation.numbers import plus, signed

KINDS = {MeldKind.SET: gettext_lazy("iguales"), MeldKind.RUN: gettext_lazy("escalera")}
Labels = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Shown:
    """A card and the box that a tap on it unticks."""

    face: Face
    box: str


def box_id(card: Card, copy: int) -> str:
    """The id of the box of one copy of a card in the pack on the page."""
    return f"b{'joker' if card == JOKER else card}-{copy}"


def boxes(cards: Iterable[Card]) -> dict[str, list[str]]:
    """The boxes of each card held, so that a tap on it in the hand takes it off."""
    found: dict[str, list[str]] = {}
    for card in cards:
        ids = found.setdefault(str(card), [])
        ids.append(box_id(card, len(ids)))
    return found


def shown(cards: Sequence[Card]) -> list[Shown]:
    """The cards of a hand that is not judged yet."""
    take = _Taker(boxes(cards))
    return [Shown(face(card), take(card)) for card in cards]


@dataclass(frozen=True)
class Group:
    title: str
    cards: list[Shown]
    kind: str  # "meld", "laid-off", "loose", "discard"


@dataclass(frozen=True)
class Told:
    """A headline and the cards under it."""

    legal: bool
    headline: str
    points: str
    groups: list[Group]


def told_verdict(check: Check, table: Sequence[Meld] = ()) -> Told:
    """The verdict on a close that has one; wrong groups of a claim are shown as they were claimed.

    `table` are the closer's melds as they lie, where the others' cards decide between several ways.
    """
    verdict, labels = check.verdict, boxes(check.cards)
    if verdict is None or not verdict.legal:
        return Told(False, headlines.refused(check), "", _refused(check, labels))
    told = (verdict.close, verdict.points, verdict.value, verdict.contract)
    headline = headlines.allowed(check.ruleset, *told)
    melds, loose = _as_it_lies(check, verdict, table)
    groups = _groups(melds, loose, verdict.discard, labels)
    return Told(True, headline, _in_short(check.ruleset, verdict), groups)


def _as_it_lies(
    check: Check, verdict: Verdict, table: Sequence[Meld]
) -> tuple[Sequence[Meld], Sequence[Card]]:
    if not table:
        return verdict.melds, verdict.loose
    away = Counter(card for meld in table for card in meld.cards)
    away += Counter([] if verdict.discard is None else [verdict.discard])
    return table, list((Counter(check.cards) - away).elements())


def _in_short(ruleset: Ruleset, verdict: Verdict) -> str:
    """What stands beside the closer's name."""
    if verdict.points == WINS:
        return "★"
    if goes_out(ruleset):
        return "✓" if verdict.value is None else str(verdict.value)
    return signed(verdict.points) if isinstance(verdict.points, int) else ""


def told_closing(closing: Closing, ruleset: Ruleset) -> Told:
    headline = headlines.allowed(ruleset, closing.close, closing.points)
    return Told(True, headline, "", _groups(closing.melds, closing.loose, closing.discard, {}))


def _refused(check: Check, labels: Labels) -> list[Group]:
    verdict = check.verdict
    if verdict is None or verdict.code != "invalid-meld":
        return [] if verdict is None else _groups(verdict.melds, verdict.loose, verdict.discard, labels)
    return _as_claimed(check, verdict.details["melds"], _Taker(labels))


def _as_claimed(check: Check, wrong: Iterable[tuple[int, NoMeld]], take: _Taker) -> list[Group]:
    at_fault = {at for at, _why in wrong}
    groups = [
        _group(_("juego %(number)s") % {"number": at + 1}, group, "bad" if at in at_fault else "meld", take)
        for at, group in enumerate(check.groups)
    ]
    rest = Counter(check.cards) - Counter(card for group in check.groups for card in group)
    loose = [card for card in check.cards if card in rest]
    return groups + _loose(loose, take)


def told_count(
    arrangement: Arrangement, deadwood: int, table: Sequence[Sequence[Card]], labels: Labels
) -> Told:
    """What one of the others is left with; each lay-off says onto which meld it goes."""
    take = _Taker(labels)
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in arrangement.melds]
    groups += _laid_off(arrangement.laid_off, table, take)
    groups += _loose(arrangement.loose, take)
    return Told(True, _points(deadwood), str(deadwood), groups)


def told_left(cards: Sequence[Card], points: int, labels: Labels) -> Told:
    """What one of the others is left with where all cards in hand count, melds among them."""
    return Told(True, _points(points), str(points), [_group(_("en la mano"), cards, "loose", _Taker(labels))])


def told_table(laid: Laid, others: Sequence[Meld], labels: Labels) -> Told:
    """What lies before one player of Rum 500; what is no meld there does not count."""
    take = _Taker(labels)
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in laid.melds]
    groups += _laid_off(laid.laid_off, [meld.cards for meld in others], take)
    groups += [_group(_("no ligan"), laid.loose, "bad", take)] if laid.loose else []
    headline = _("En la mesa: %(points)s") % {"points": laid.points}
    return Told(not laid.loose, headline, str(laid.points), groups)


def told_in_hand(cards: Sequence[Card], points: int, labels: Labels) -> Told:
    """What is left in hand in Rum 500, beside what lies on the table."""
    told = told_left(cards, points, labels)
    return replace(told, headline=_("En la mano: %(points)s") % {"points": signed(-points)})


def told_worth(check: Check, worth: Worth) -> Told:
    """What some cards of Rum 500 are worth, those that are laid down and those that are kept."""
    take = _Taker(boxes(check.cards))
    if worth.wrong:
        return Told(False, _("No puede bajarse"), "", _as_claimed(check, worth.wrong, take))
    laid = worth.laid
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in laid.melds]
    groups += [_group(_("en la mano"), laid.loose, "loose", take)] if laid.loose else []
    groups += [_group(_("se tira"), [worth.discard], "discard", take)] if worth.discard else []
    return Told(True, _("Vale %(points)s") % {"points": plus(laid.points - worth.left)}, "", groups)


def _laid_off(laid: Iterable[LaidOff], table: Sequence[Sequence[Card]], take: _Taker) -> list[Group]:
    groups = []
    for one in laid:
        onto = " ".join(face(card).rank or "★" for card in table[one.onto])
        groups.append(_group(_("colocadas en %(meld)s") % {"meld": onto}, one.cards, "laid-off", take))
    return groups


def _points(points: int) -> str:
    return ngettext("%(points)s punto", "%(points)s puntos", points) % {"points": points}


def _groups(
    melds: Iterable[Meld], loose: Sequence[Card], discard: Card | None, labels: Labels
) -> list[Group]:
    take = _Taker(labels)
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in melds]
    groups += _loose(loose, take)
    groups += [_group(_("se tira"), [discard], "discard", take)] if discard is not None else []
    return groups


def _loose(cards: Sequence[Card], take: _Taker) -> list[Group]:
    return [_group(ngettext("suelta", "sueltas", len(cards)), cards, "loose", take)] if cards else []


def _group(title: str, cards: Sequence[Card], kind: str, take: _Taker) -> Group:
    return Group(title, [Shown(face(card), take(card)) for card in cards], kind)


class _Taker:
    """Hands out the boxes of each card, one after the other."""

    def __init__(self, labels: Labels) -> None:
        self.left = {code: list(boxes) for code, boxes in labels.items()}

    def __call__(self, card: Card) -> str:
        boxes = self.left.get(str(card), [])
        return boxes.pop(0) if boxes else ""

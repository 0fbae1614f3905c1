"""Verdicts and counts as a page shows them: groups of drawn cards and a headline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.arrange import Arrangement
from rules.cards import JOKER, Card
from rules.closes import Close
from rules.closing import Closing
from rules.melds import Kind, Meld
from rules.ruleset import WINS
from scores.card_names import Face, face
from scores.checker import Check
from scores.hand_words import CLOSE_NAMES
from scores.numbers import signed

KINDS = {Kind.SET: gettext_lazy("iguales"), Kind.RUN: gettext_lazy("escalera")}
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


def told_verdict(check: Check) -> Told:
    """The verdict on a close that has one; wrong groups of a claim are shown as they were claimed."""
    verdict, labels = check.verdict, boxes(check.cards)
    if verdict is None or not verdict.legal:
        return Told(False, _("No puede cerrar"), "", _refused(check, labels))
    return _told(verdict.close, verdict.points, verdict.melds, verdict.loose, verdict.discard, labels)


def told_closing(closing: Closing) -> Told:
    return _told(closing.close, closing.points, closing.melds, closing.loose, closing.discard, {})


def _refused(check: Check, labels: Labels) -> list[Group]:
    verdict = check.verdict
    if verdict is None or verdict.code != "invalid-meld":
        return [] if verdict is None else _groups(verdict.melds, verdict.loose, verdict.discard, labels)
    take = _Taker(labels)
    wrong = {at for at, _why in verdict.details["melds"]}
    groups = [
        _group(_("juego %(number)s") % {"number": at + 1}, group, "bad" if at in wrong else "meld", take)
        for at, group in enumerate(check.groups)
    ]
    rest = Counter(check.cards) - Counter(card for group in check.groups for card in group)
    loose = [card for card in check.cards if card in rest]
    return groups + ([_group(_("sueltas"), loose, "loose", take)] if loose else [])


def told_count(
    arrangement: Arrangement, deadwood: int, table: Sequence[Sequence[Card]], labels: Labels
) -> Told:
    """What one of the others is left with; each lay-off says onto which meld it goes."""
    take = _Taker(labels)
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in arrangement.melds]
    for laid in arrangement.laid_off:
        onto = " ".join(face(card).rank or "★" for card in table[laid.onto])
        groups.append(_group(_("colocadas en %(meld)s") % {"meld": onto}, laid.cards, "laid-off", take))
    groups += [_group(_("sueltas"), arrangement.loose, "loose", take)] if arrangement.loose else []
    points = ngettext("%(points)s punto", "%(points)s puntos", deadwood) % {"points": deadwood}
    return Told(True, points, str(deadwood), groups)


def _told(
    close: Close | None,
    points: int | str | None,
    melds: Iterable[Meld],
    loose: Sequence[Card],
    discard: Card | None,
    labels: Labels,
) -> Told:
    wins = points == WINS
    worth = _("gana la partida") if wins else signed(points) if isinstance(points, int) else ""
    facts = {"how": CLOSE_NAMES[close], "points": worth}
    headline = _("Puede cerrar: %(how)s, %(points)s") % facts
    return Told(True, headline, "★" if wins else worth, _groups(melds, loose, discard, labels))


def _groups(
    melds: Iterable[Meld], loose: Sequence[Card], discard: Card | None, labels: Labels
) -> list[Group]:
    take = _Taker(labels)
    groups = [_group(str(KINDS[meld.kind]), meld.cards, "meld", take) for meld in melds]
    groups += [_group(_("sueltas"), loose, "loose", take)] if loose else []
    groups += [_group(_("se tira"), [discard], "discard", take)] if discard is not None else []
    return groups


def _group(title: str, cards: Sequence[Card], kind: str, take: _Taker) -> Group:
    return Group(title, [Shown(face(card), take(card)) for card in cards], kind)


class _Taker:
    """Hands out the boxes of each card, one after the other."""

    def __init__(self, labels: Labels) -> None:
        self.left = {code: list(boxes) for code, boxes in labels.items()}

    def __call__(self, card: Card) -> str:
        boxes = self.left.get(str(card), [])
        return boxes.pop(0) if boxes else ""

"""What a page shows of a verdict or a count: a headline and groups of cards."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.cards.meld_faults import NoMeld
from rules.cards.patterns import Meld, MeldKind
from rules.closing.laid_cards import LaidTable, SeatCards
from rules.closing.showdown import CountedCards
from rules.closing.verdict import Verdict, goes_out
from rules.errors import Illegal
from rules.events import Seat
from rules.knobs import WINS
from rules.packs import Card
from scores.core.notation.cards import Face, face
from scores.core.notation.numbers import plus, signed
from scores.core.wording.refusals import phrase
from scores.table.checker import headlines
from scores.table.checker.check import Check, Showdown
from scores.table.checker.worth import CardsAtEnd, Worth

_WORDS = {
    "run": (gettext_lazy("escalera"), gettext_lazy("la escalera")),
    "set": (gettext_lazy("trío"), gettext_lazy("el trío")),
    "four": (gettext_lazy("cuarteto"), gettext_lazy("el cuarteto")),
}


class ShownCard(NamedTuple):
    face: Face
    is_added: bool = False  # the player laid it off


@dataclass(frozen=True)
class CardGroup:
    """Cards that are shown together."""

    title: str
    cards: Sequence[ShownCard]
    kind: str  # "meld", "bad", "loose", "laid-off", "discard", "open"


class HeadedCards(NamedTuple):
    """Groups of cards, and the headline that says what they are worth."""

    legal: bool
    headline: str
    groups: list[CardGroup]
    is_known: bool = True

    @property
    def shown(self) -> int:
        """How many cards are shown, with those of melds on which some are laid off."""
        return sum(len(group.cards) for group in self.groups)


def meld_word(meld: Meld, with_article: bool = False) -> str:
    """«Escalera», «trío» or «cuarteto»; a larger set is a «trío» too, as in the help pages."""
    kind = (
        "run"
        if meld.kind is MeldKind.RUN
        else "four"
        if len(meld.cards) == 4
        else "set"
    )
    return str(_WORDS[kind][with_article])


def shown_cards(cards: Iterable[Card]) -> list[ShownCard]:
    return [ShownCard(face(card)) for card in cards]


def too_many_ways(counted: Showdown | CardsAtEnd) -> str:
    """A sentence about cards that have to be counted by hand; empty without such."""
    return phrase(Illegal("too-many-ways"), {}) if counted.has_too_many_ways else ""


def verdict_result(check: Check, table: Sequence[Meld] = ()) -> HeadedCards:
    """The verdict; wrong groups as claimed. `table`: its melds, where the others' cards decide."""
    verdict = check.verdict
    if verdict is not None and verdict.legal:
        words = headlines.legal(
            check.ruleset,
            verdict.close,
            verdict.points,
            verdict.value,
            verdict.contract,
        )
        discard = _discard_line(verdict.discard)
        played = Counter(
            [*(card for meld in table for card in meld.cards), *discard[1]]
        )
        loose = (
            [*(Counter(check.cards) - played).elements()] if table else verdict.loose
        )
        groups = _groups(table or verdict.melds, _loose(loose))
        groups += _laid_off_by_closer(verdict)
        return HeadedCards(True, words, [*groups, *_groups((), discard)])
    if verdict is not None and verdict.code == "invalid-meld":
        groups = _claimed_groups(check, verdict.details["melds"])
    else:
        groups = _laid_out(verdict) if verdict is not None else []
    is_known = verdict is None or verdict.is_known
    return HeadedCards(False, headlines.illegal(check), groups, is_known)


def _laid_off_by_closer(verdict: Verdict) -> list[CardGroup]:
    """The melds of the table with the cards that are laid off on them to go out."""
    groups = []
    for onto, cards in verdict.laid_off:
        meld = verdict.table[onto]
        marked = marked_cards(meld.cards, cards, [True] * len(meld.cards))
        groups.append(_laid_off(meld_word(meld, with_article=True), marked))
    return groups


def marked_cards(
    meld: Sequence[Card], added: Iterable[Card], is_own: Sequence[bool]
) -> list[tuple[Card, bool]]:
    """Each card of a meld, and whether a player added it: one of the player's own, and of those `added`."""
    left = Counter(added)
    marked = []
    for card, own in zip(meld, is_own, strict=True):
        is_added = own and left[card] > 0
        left[card] -= is_added
        marked.append((card, is_added))
    return marked


def points_on_tab(check: Check) -> str:
    """The points of the closer, in short; empty for a close that is not legal."""
    ruleset = check.ruleset
    verdict = check.verdict
    if verdict is not None and not verdict.is_known:
        return "?"
    if verdict is None or not verdict.legal:
        return ""
    if verdict.points == WINS:
        return "★"
    if goes_out(ruleset):
        return "✓" if verdict.value is None else str(verdict.value)
    return signed(verdict.points) if isinstance(verdict.points, int) else ""


def count_result(
    cards: Sequence[Card],
    counted: CountedCards,
    grown: Iterable[tuple[str, Sequence[tuple[Card, bool]]]],
) -> HeadedCards:
    """The count of one who did not close; `grown`: melds by name, each card with whether it was laid off."""
    groups = _groups(counted.arrangement.melds)
    groups += [_laid_off(name, meld) for name, meld in grown]
    groups += _groups((), _loose(counted.arrangement.loose))
    return HeadedCards(True, headlines.counted_in_words(counted), groups)


def left_result(cards: Sequence[Card], headline: str) -> HeadedCards:
    """The count of a player where all cards in hand count, melded or not."""
    return HeadedCards(True, headline, _groups((), _in_hand(cards)))


def table_result(
    laid: SeatCards, table: LaidTable, names: Mapping[Seat, str], seat: Seat
) -> HeadedCards:
    """What lies before one player of Rum 500. Cards that fit no meld do not count."""
    groups = _groups(laid.melds)
    for onto, added in laid.laid_off:
        meld, seats, owner = table.melds[onto]
        pairs = zip(meld.cards, seats, strict=True)
        owners = meld._replace(cards=tuple(card for card, by in pairs if by == owner))
        title = _("%(meld)s de %(name)s") % {
            "meld": meld_word(owners, with_article=True),
            "name": names[owner],
        }
        marked = marked_cards(meld.cards, added, [by == seat for by in seats])
        groups.append(_laid_off(title, marked))
    groups += _groups((), (_("no ligan"), laid.loose, "bad"))
    return HeadedCards(
        not laid.loose, _("En la mesa: %(points)s") % {"points": laid.points}, groups
    )


def worth_result(check: Check, worth: Worth) -> HeadedCards:
    """What cards of Rum 500 are worth: some laid down, the rest in hand or thrown."""
    laid = worth.laid
    if worth.wrong:
        return HeadedCards(
            False, str(headlines.CANNOT_GO_DOWN), _claimed_groups(check, worth.wrong)
        )
    groups = _groups(laid.melds, _in_hand(laid.loose), _discard_line(worth.discard))
    return HeadedCards(
        True, _("Vale %(points)s") % {"points": plus(laid.points - worth.left)}, groups
    )


def ranks_in_words(cards: Iterable[Card]) -> str:
    return " ".join(face(card).rank or "★" for card in cards)


Titled = tuple[str, Sequence[Card], str]  # title, cards, kind


def _groups(melds: Iterable[Meld], *more: Titled) -> list[CardGroup]:
    """The melds, and the other groups that have cards."""
    groups = [*((meld_word(meld), meld.cards, "meld") for meld in melds), *more]
    return [
        CardGroup(title, shown_cards(cards), kind)
        for title, cards, kind in groups
        if cards
    ]


def _laid_out(cards: Verdict) -> list[CardGroup]:
    return _groups(cards.melds, _loose(cards.loose), _discard_line(cards.discard))


def _claimed_groups(
    check: Check, wrong: Iterable[tuple[int, NoMeld]]
) -> list[CardGroup]:
    at_fault = {at for at, _why in wrong}
    claimed = [
        (
            _("juego %(number)s") % {"number": at + 1},
            group,
            "bad" if at in at_fault else "meld",
        )
        for at, group in enumerate(check.groups)
    ]
    rest = check.unclaimed_cards
    return _groups((), *claimed, _loose([card for card in check.cards if card in rest]))


def _laid_off(meld: str, cards: Iterable[tuple[Card, bool]]) -> CardGroup:
    """A meld with the cards that a player laid off on it."""
    shown = [ShownCard(face(card), is_added) for card, is_added in cards]
    title = _("colocadas en %(meld)s") % {"meld": meld}
    return CardGroup(title, shown, "laid-off")


def _discard_line(discard: Card | None) -> Titled:
    return _("se tira"), [] if discard is None else [discard], "discard"


def _in_hand(cards: Sequence[Card]) -> Titled:
    return _("en la mano"), cards, "loose"


def _loose(cards: Sequence[Card]) -> Titled:
    return ngettext("suelta", "sueltas", len(cards)), cards, "loose"

"""The answer to a close: legal or why not, and the cards as they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.cards.arrange import LaidOff
from rules.cards.patterns import Meld, MeldKind
from rules.closing.situation import CloseContext, open_melds
from rules.events import Close
from rules.knobs import Contract, Scoring
from rules.packs import Card
from rules.scoring.points import as_number, price_of_close, table_points


class Verdict(NamedTuple):
    """The answer to a close, and to each way to close."""

    code: str | None = None  # why it is refused; None: it is legal
    details: Mapping[str, Any] = {}
    close: Close | None = None
    points: int | str | None = None
    deadwood: int | None = None
    lay_off: bool = False  # may the others lay off on these melds
    melds: tuple[Meld, ...] = ()
    loose: tuple[Card, ...] = ()
    discard: Card | None = None
    best: Verdict | None = None  # the best legal close of these cards now
    # of a refused close: the throw after which the fewest points count
    least_discard: Card | None = None
    contract: Contract | None = None  # of Chinaso: the sets and runs that are laid down
    # of the cards laid down: what they count in Rum 500, or are paid in Queen City
    value: int | None = None
    # of the way out where it needs the melds of the table: these as they lie in the end
    table: tuple[Meld, ...] = ()
    laid_off: tuple[LaidOff, ...] = ()  # `onto` is the number of a meld of `table`
    for_jokers: tuple[Card, ...] = ()  # the cards for which jokers made room

    @property
    def legal(self) -> bool:
        return self.code is None

    @property
    def is_known(self) -> bool:
        """Whether the search came to its end: otherwise nobody knows if these cards may close."""
        return self.code != "too-many-ways"

    @property
    def better(self) -> Verdict | None:
        """The best close, where it is better than this one."""
        if self.best is None or self.points is None or self.best.points is None:
            return self.best
        return self.best if beats(self.best.points, self.points) else None


def beats(points: int | str, other: int | str) -> bool:
    """Whether a close for `points` is better: fewer are, and winning the match is best."""
    return as_number(points) < as_number(other)


def verdict_on(
    context: CloseContext,
    close: Close,
    melds: tuple[Meld, ...],
    loose: tuple[Card, ...],
    discard: Card | None,
    code: str | None = None,
) -> Verdict:
    """The verdict on cards laid down so, refused for `code`."""
    deadwood = sum(context.meld_rules.deck.pips[card] for card in loose)
    verdict = Verdict(
        code,
        deadwood=deadwood,
        melds=melds,
        loose=loose,
        discard=discard,
        contract=contract_of(melds) if context.contracts else None,
    )
    if code is not None:
        return verdict._replace(details=_details(context, close, verdict, deadwood))
    return verdict._replace(
        close=close,
        points=price_of_close(context.ruleset, close, deadwood),
        lay_off=open_melds(context.ruleset, close).of_closer,
        value=value_of(context, melds),
    )


def _details(
    context: CloseContext, close: Close, refused: Verdict, deadwood: int
) -> Mapping[str, object]:
    ruleset = context.ruleset
    loose = len(refused.loose)
    details: dict[str | None, dict[str, object]] = {
        "too-many-loose": {"loose": loose, "allowed": ruleset.close_cards},
        "over-close-limit": {"deadwood": deadwood, "limit": ruleset.close_limit},
        "closer-would-bust": {
            "total": context.situation.total + deadwood,
            "limit": ruleset.limit,
        },
        "must-meld-all": {"loose": loose},
        "contract-mismatch": {"asked": context.contracts, "laid": refused.contract},
        "bad-close": {"close": close},
    }
    return details.get(refused.code, {})


def contract_of(melds: Iterable[Meld]) -> Contract:
    """How many sets and how many runs these are."""
    kinds = [meld.kind for meld in melds]
    return kinds.count(MeldKind.SET), kinds.count(MeldKind.RUN)


def value_of(context: CloseContext, melds: Iterable[Meld]) -> int | None:
    """The points of the cards laid down; None where they do not matter (outside Rum 500 and Queen City)."""
    rules = context.meld_rules
    if context.ruleset.scoring is Scoring.TABLE:
        return sum(table_points(rules, meld) for meld in melds)
    if context.ruleset.pays_winners_hand:
        return sum(rules.deck.pips[card] for meld in melds for card in meld.cards)
    return None

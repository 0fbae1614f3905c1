"""Rum 500: what lies on the table counts for who laid it down, what is left in hand against him."""

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.cards.melds import MeldRules, meld_rules
from rules.cards.patterns import Cards
from rules.closing.check import check_close
from rules.closing.situation import Situation
from rules.events import HandScored
from rules.ruleset import Ruleset
from rules.scoring.points import table_points


def points_on_table(
    ruleset: Ruleset,
    closer: str | None,
    cards: Mapping[str, Cards],
    melds: Mapping[str, Sequence[Cards]],
    players: int | None = None,
) -> HandScored:
    """The hand as it is written down: for each player the points on the table and those left in hand.

    `melds` is what each has laid down, including what he laid off on others' melds
    (docs/rules/CANON.md#rum-500: "the card stays before, and scores for, the layer"). `cards` may include
    these cards, or be only those left in hand. For a closer who claims nothing, the best melds count.
    """
    rules = meld_rules(ruleset, players)
    if closer is not None and not melds.get(closer):
        going_out = check_close(ruleset, cards[closer], situation=Situation(players=players))
        if going_out.legal:
            cards = {**cards, closer: ()}
            melds = {**melds, closer: [meld.cards for meld in going_out.melds]}
    everything = [group for groups in melds.values() for group in groups]
    seats = dict(enumerate(cards))
    table = {
        seat: sum(_laid_points(rules, group, everything) for group in melds.get(name, ()))
        for seat, name in seats.items()
    }
    in_hand = {
        seat: sum(rules.deck.pips[card] for card in _in_hand(cards[name], melds.get(name, ())))
        for seat, name in seats.items()
    }
    return HandScored(in_hand, None if closer is None else list(cards).index(closer), table=table)


def _in_hand(cards: Cards, melds: Sequence[Cards]) -> Cards:
    """`cards` without those laid down, if they were given with them."""
    laid = Counter(card for group in melds for card in group)
    given = Counter(cards)
    return list((given - laid).elements()) if laid <= given else cards


def _laid_points(rules: MeldRules, group: Cards, table: Sequence[Cards]) -> int:
    """The points of a meld, or of cards laid off on one of the `table`."""
    for whole in (group, *([*group, *meld] for meld in table if meld is not group)):
        if readings := rules.readings(whole):
            return max(table_points(rules, meld, group) for meld in readings)
    return sum(rules.deck.pips[card] for card in group)

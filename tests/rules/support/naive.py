"""A naive solver for cards, to compare the engine with: slow, obvious, without any code of the engine.

Cards are texts ("7o", "Td", "*"). Every subset is tested for being a meld, and every partition is tried. Of a
`Ruleset` only the knobs are read, as two players have them; none of its methods is called.
"""

from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

RANKS = {
    "spanish-40": ["1", "2", "3", "4", "5", "6", "7", "10", "11", "12"],
    "spanish-48": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    "french-52": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"],
}
SUITS = {"spanish-40": "oceb", "spanish-48": "oceb", "french-52": "shdc"}


class Meld(NamedTuple):
    """A meld as it lies: a set of a rank, or a run of a suit along the ranks of its window."""

    kind: str
    cards: tuple
    of: str
    window: tuple = ()
    is_own: bool = False  # of the player whose turn is tried


def pack(rules):
    return [rank + suit for suit in SUITS[rules.pack] for rank in RANKS[rules.pack]]


def packs(rules):
    return rules.packs if isinstance(rules.packs, int) else rules.packs[0][1]


def is_wild(rules, card):
    return card == "*" or card.lower() in rules.wild_cards


def pips(rules, card):
    if is_wild(rules, card):
        return rules.joker_points
    rank = card[:-1]
    figures = RANKS[rules.pack][-3:]
    for number, points in rules.rank_points:
        if rank == (
            "?A23456789TJQK"[number] if rules.pack == "french-52" else str(number)
        ):
            return points
    if rank in ("1", "A"):
        ace = rules.ace_points  # or two numbers, the second where it need not be low
        return ace if isinstance(ace, int) else ace[rules.ace != "low"]
    if rank not in figures:
        return 10 if rank == "T" else int(rank)
    at = figures.index(rank)
    return {"ten": 10, "index": 10 + at, "position": len(RANKS[rules.pack]) - 2 + at}[
        rules.figures
    ]


def sequences(pack, ace):
    """The orders in which runs rise: one for each place that the ace may have."""
    ranks = RANKS[pack]
    high = [*ranks[1:], ranks[0]]
    return {
        "low": [ranks],
        "high": [high],
        "both": [ranks, high],
        "around": [ranks[start:] + ranks[:start] for start in range(len(ranks))],
    }[ace]


def windows(rules, length):
    return windows_of_pack(rules.pack, rules.ace, length)


@lru_cache
def windows_of_pack(pack, ace, length):
    return [
        tuple(sequence[start : start + length])
        for sequence in sequences(pack, ace)
        for start in range(len(sequence) - length + 1)
    ]


def is_set(rules, cards, ranks=None):
    shared = packs(rules) if rules.set_duplicates else 1
    if not max(rules.set_min, 1) <= len(cards) <= 4 * shared:
        return False
    if len({card[:-1] for card in cards if not is_wild(rules, card)}) > 1:
        return False
    for rank in ranks or {card[:-1] for card in cards}:
        naturals = [card for card in cards if card[:-1] == rank and card != "*"]
        others = [card for card in cards if card not in naturals]
        if (
            all(is_wild(rules, card) for card in others)
            and all(naturals.count(card) <= shared for card in naturals)
            and len(naturals) >= max(1, rules.min_naturals)
        ):
            return True
    return False


def indices_of_jokers(rules, cards, suit, window):
    """The indices of the jokers if `cards` are the run `window` of `suit`; None if they are not."""
    spare = 0
    standing = []
    for card in cards:
        if (
            card != "*"
            and card[-1] == suit
            and card[:-1] in window
            and card[:-1] not in standing
        ):
            standing.append(card[:-1])
        elif is_wild(rules, card):
            spare += 1
        else:
            return None
    indices = [index for index, rank in enumerate(window) if rank not in standing]
    return indices if len(indices) == spare else None


def runs(rules, cards):
    """Every reading of `cards` as a run: suit, window, indices of the jokers."""
    if (
        len(cards) < rules.run_min
        or len({card[-1] for card in cards if not is_wild(rules, card)}) > 1
    ):
        return
    for suit in SUITS[rules.pack]:
        if not any(card[-1] == suit for card in cards):
            continue
        for window in windows(rules, len(cards)):
            indices = indices_of_jokers(rules, cards, suit, window)
            if indices is None or len(cards) - len(indices) < max(
                1, rules.min_naturals
            ):
                continue
            if rules.adjacent_jokers or all(
                index + 1 not in indices for index in indices
            ):
                yield suit, window, indices


def is_meld(rules, cards):
    return is_set(rules, cards) or any(True for _ in runs(rules, cards))


def readings(rules, cards):
    """Every way in which cards can lie as one meld: as sets of any rank, and as runs."""
    ranks = dict.fromkeys(card[:-1] for card in cards)
    sets = [
        Meld("set", tuple(sorted(cards)), rank)
        for rank in ranks
        if is_set(rules, cards, [rank])
    ]
    return sets + [
        Meld("run", filled(suit, window, cards), suit, window)
        for suit, window, _ in runs(rules, cards)
    ]


def filled(suit, ranks, cards):
    return tuple(rank + suit if rank + suit in cards else "*" for rank in ranks)


def layouts(rules, melds):
    """Every way in which several melds can lie together."""
    return product(*(readings(rules, meld) for meld in melds))


def contract_of(laid):
    kinds = [meld.kind for meld in laid]
    return kinds.count("set"), kinds.count("run")


def subsets(cards):
    """Every non-empty choice of positions."""
    positions = range(len(cards))
    return [
        frozenset(chosen)
        for size in range(1, len(cards) + 1)
        for chosen in combinations(positions, size)
    ]


def partitions(cards, melds, left=None):
    """Every way to split the positions `left` into some of `melds` and a loose rest."""
    left = frozenset(range(len(cards))) if left is None else left
    if not left:
        yield [], []
        return
    first = min(left)
    for groups, loose in partitions(cards, melds, left - {first}):
        yield groups, [first, *loose]
    for meld in melds:
        if first in meld and meld <= left:
            for groups, loose in partitions(cards, melds, left - meld):
                yield [meld, *groups], loose


def arrangements(rules, cards):
    """Every way to split `cards` into some melds and a loose rest."""
    for groups, loose in partitions(cards, melds_of(rules, cards)):
        melds = [[cards[at] for at in group] for group in groups]
        yield melds, [cards[at] for at in loose]


def melds_of(rules, cards):
    known = _known_melds(rules)
    melds = []
    for chosen in subsets(cards):
        group = tuple(sorted(cards[at] for at in chosen))
        if group not in known:
            known[group] = is_meld(rules, group)
        if known[group]:
            melds.append(chosen)
    return melds


@lru_cache(maxsize=2)
def _known_melds(rules):
    """Whether groups are melds, of those asked before: hands that differ in one card share most groups."""
    return {}


def worth(rules, cards):
    return sum(pips(rules, card) for card in cards)


def least_deadwood(rules, cards):
    return min(worth(rules, loose) for _, loose in arrangements(rules, cards))


CODES = [
    "too-many-loose",
    "over-close-limit",
    "first-lap",
    "closer-would-bust",
    "must-meld-all",
    "contract-mismatch",
    "sequence-not-broken",
    "final-discard-required",
    "last-card-discarded",
]


def closes(rules, cards, hand_size, first_lap, total):
    """Every (points, close, code) of laying `cards` down in any way, one thrown if there is one more."""
    for melds, loose in arrangements(rules, cards):
        if len(cards) == hand_size or (not loose and not rules.final_discard):
            yield from judge(rules, melds, loose, first_lap, total)
        if len(cards) > hand_size:
            for thrown in range(len(loose)):
                kept = loose[:thrown] + loose[thrown + 1 :]
                yield from judge(rules, melds, kept, first_lap, total)


def judge(rules, melds, loose, first_lap, total):
    """(points, close, code) for every reading of the melds."""
    deadwood = worth(rules, loose)
    code = first_refusal(rules, loose, deadwood, first_lap, total)
    is_long = len(melds) == 1 and len(melds[0]) >= 7 and rules.scoring != "difference"
    if loose:
        yield deadwood, "knock", code
    elif rules.scoring == "difference":
        yield 0, "gin", code
    elif not is_long or is_set(rules, melds[0]):
        yield rules.clean_points, "clean", code
    if is_long and not loose:
        for _, _, indices in runs(rules, melds[0]):
            yield *price_of_run(rules, len(indices)), code


def price_of_run(rules, jokers):
    if jokers == 0:
        return rules.chinchon_points, "chinchon"
    if jokers > 2:
        return rules.clean_points, "clean"
    return rules.joker_run_points[jokers - 1], f"joker-run-{jokers}"


def first_refusal(rules, loose, deadwood, first_lap, total):
    over = (
        rules.ends == "last-standing"
        and total + deadwood + (rules.out_at == "reach") > rules.limit
    )
    said = {
        "too-many-loose": rules.close_cards and len(loose) > rules.close_cards,
        "over-close-limit": rules.close_cards != 0 and deadwood > rules.close_limit,
        "first-lap": first_lap and not rules.close_first_lap,
        "closer-would-bust": loose and over and not rules.close_may_bust,
        "must-meld-all": loose and rules.close_cards == 0,
    }
    return next((code for code, wrong in said.items() if wrong), None)


def best_points(ways):
    """The points of the best legal close, None if there is none."""
    legal = [points for points, _, code in ways if code is None]
    return "wins" if "wins" in legal else min(legal, default=None)


def furthest_code(ways):
    return max((code for _, _, code in ways), key=CODES.index)


def best_arrangement(rules, cards):
    """(deadwood, melds) of the first of the best: fewest loose cards, fewest melds, the order of the pack."""
    order = {card: index for index, card in enumerate([*pack(rules), "*"])}
    found = []
    for melds, loose in arrangements(rules, cards):
        in_order = sorted(sorted(order[card] for card in meld) for meld in melds)
        found.append((worth(rules, loose), len(loose), len(melds), in_order))
    deadwood, _, _, melds = min(found)
    names = list(order)
    return deadwood, [[names[index] for index in meld] for meld in melds]


def ways_out(rules, cards, hand_size, contracts, goes_down=False):
    """(code, thrown) for every way to lay `cards` down, one thrown if there is one more, and go out."""
    for at in (
        [None, *range(len(cards))]
        if len(cards) > hand_size and not goes_down
        else [None]
    ):
        kept = [card for index, card in enumerate(cards) if index != at]
        thrown = None if at is None else cards[at]
        discards = at is not None or (len(cards) == hand_size and not goes_down)
        for melds, loose in arrangements(rules, kept):
            if loose:
                yield "must-meld-all", thrown
                continue
            for laid in layouts(rules, melds):
                code = code_of_layout(rules, laid, contracts, discards, goes_down)
                yield code, thrown


def draws(rules, cards, stock, contracts=(), first_lap=False, total=0):
    """Of each different card of `stock` that lets a player of `cards` close: how many, the best points."""
    hand_size = len(cards)
    found = {}
    for card in dict.fromkeys(stock):
        points = best_close(
            rules, [*cards, card], hand_size, contracts, first_lap, total
        )
        if points is not None:
            found[card] = (stock.count(card), points)
    return found


def best_close(rules, cards, hand_size, contracts=(), first_lap=False, total=0):
    """The points of the best close, 0 for going out; None if there is none."""
    if rules.scoring in ("count", "difference") and not contracts:
        return best_points(closes(rules, cards, hand_size, first_lap, total))
    ways = ways_out(rules, cards, hand_size, contracts)
    goes_out = any(code is None for code, _thrown in ways)
    return 0 if goes_out and (rules.close_first_lap or not first_lap) else None


def code_of_claim(rules, melds, contracts, discards, goes_down):
    """None if any reading of the claimed melds is legal, otherwise the furthest code of them all."""
    codes = {
        code_of_layout(rules, laid, contracts, discards, goes_down)
        for laid in layouts(rules, melds)
    }
    return None if None in codes else max(codes, key=CODES.index)


def code_of_layout(rules, laid, contracts, discards, goes_down):
    """The first code against going out with these melds; `discards`: a last card was thrown."""
    if contracts and contract_of(laid) not in contracts:
        return "contract-mismatch"
    if contracts and not sequences_are_broken(rules, laid):
        return "sequence-not-broken"
    if rules.final_discard and not discards and not goes_down:
        return "final-discard-required"
    return "last-card-discarded" if contracts and discards else None


def sequences_are_broken(rules, laid):
    """Whether no two runs of a suit would make one longer run, one after the other."""
    runs = [meld for meld in laid if meld.kind == "run"]
    return not any(
        one.of == other.of and longer in windows(rules, len(longer))
        for one, other in product(runs, repeat=2)
        for longer in [one.window + other.window]
    )

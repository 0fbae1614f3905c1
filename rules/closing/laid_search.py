"""The search for the best reading of a table of Rum 500 (`rules.closing.laid_cards`).

It goes once through the ranks, from the lowest to the highest, and remembers only what later ranks depend on:
the runs that go on, and the jokers that are left. Where an ace may follow a king, cards of the lowest ranks
are put aside for that in rows (`_Suit.high`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import NamedTuple

from rules.cards.melds import MeldRules
from rules.cards.patterns import Cards, Meld, MeldKind
from rules.errors import Illegal
from rules.events import Seat
from rules.lookup import Lookup
from rules.packs import Card
from rules.scoring.points import LOW_ACE

MOST_STEPS = 14_000
"""Of one table, before the search gives up."""

MANY_READINGS = 20
"""From here on it is worth the time to look for those that can be left out."""

Laid = tuple[Seat, Card]
"""A card, and before whom it lies."""


class LaidMeld(NamedTuple):
    """Cards that lie together in the end, and before whom each of them lies."""

    meld: Meld
    seats: tuple[Seat, ...]


WHOLE = -1  # in place of a seat
NOBODY = -2


class _Run(NamedTuple):
    """What later ranks depend on in a run that goes on."""

    start: int  # its place in the order of the ranks, or the number of `BestReading.top` if that is less
    seat: Seat  # who laid its last cards; WHOLE once a player's cards in it are a run by themselves
    cards: int  # how many of that player in a row, as far as they are needed
    naturals: int
    ends_in_joker: bool  # where no two may be side by side


class _Suit(NamedTuple):
    """The runs of a suit that go on; and rows of cards of the lowest ranks that will end a high run."""

    runs: tuple[_Run, ...] = ()
    high: tuple[tuple[Laid, ...], ...] = ()


class _Move(NamedTuple):
    """What happens to one suit at one rank."""

    suit: _Suit
    # of each run of `suit`: which run it was before, -1 for none; its new card
    runs: tuple[tuple[int, Laid], ...]
    ended: tuple[int, ...]  # the runs that do not go on
    jokers: tuple[Laid, ...]  # that are used
    loose: int  # cards that fit nowhere
    points: int


class _Ended(NamedTuple):
    """A meld that does not grow any more."""

    suit: int  # NO_SUIT for a set
    start: int  # of a run: the place of its first card in the order of the ranks
    cards: tuple[Laid, ...]


NO_SUIT = -1


class _Reading(NamedTuple):
    """A reading up to some rank."""

    loose: int  # cards that fit nowhere
    points: int
    melds: tuple[_Ended, ...]
    # of each suit the cards of each run that goes on
    runs: tuple[tuple[tuple[Laid, ...], ...], ...]


class _State(NamedTuple):
    """What the ranks to come depend on."""

    suits: tuple[_Suit, ...]
    jokers: tuple[Laid, ...]  # that are left, and wild cards
    # of each suit the cards of the rank that are left
    here: tuple[tuple[Laid, ...], ...]


class _Readings:
    """Of each state the best reading that leads to it."""

    def __init__(self) -> None:
        self.pairs: list[tuple[_State, _Reading]] = []
        self._places: Lookup[_State, int] = {}

    def add(self, state: _State, reading: _Reading) -> None:
        at = self._places.get(state)
        if at is None:
            self._places[state] = len(self.pairs)
            self.pairs.append((state, reading))
        elif _merit(reading) < _merit(self.pairs[at][1]):
            self.pairs[at] = state, reading


def _merit(reading: _Reading) -> tuple[object, ...]:
    """The sort key of readings, the best first."""
    return (
        reading.loose,
        -reading.points,
        len(reading.melds),
        reading.melds,
        reading.runs,
    )


class BestReading:
    def __init__(self, rules: MeldRules, tables: Mapping[Seat, Cards]) -> None:
        self.rules = rules
        ranks = len(rules.deck.ranks)
        self.order = rules.track[:ranks]
        # what may follow the highest rank
        self.top = rules.track[ranks : 2 * ranks - 1]
        self.first_start = ranks if len(rules.track) > 2 * ranks else 0
        laid = [(seat, card) for seat, cards in tables.items() for card in cards]
        self.jokers = tuple(
            sorted(laid_card for laid_card in laid if laid_card[1] in rules.stand_ins)
        )
        self.naturals = [
            [self._naturals_at(laid, suit, place) for place in range(ranks)]
            for suit in range(len(rules.deck.suits))
        ]
        self.held = [
            [
                {seat for seat, _card in laid}
                for laid in (*of_suit, *of_suit[: len(self.top)])
            ]
            for of_suit in self.naturals
        ]
        self.may_start = [self._places_to_start(held) for held in self.held]
        self.most_high = [self._most_high(suit) for suit in range(len(self.held))]
        self.steps = 0
        self._sets_found: Lookup[object, list[tuple[Laid, ...]]] = {}
        self._moves: Lookup[object, list[_Move]] = {}

    def _card(self, suit: int, place: int) -> Card:
        return Card(self.rules.deck.ranks[place], self.rules.deck.suits[suit])

    def _naturals_at(
        self, laid: Sequence[Laid], suit: int, place: int
    ) -> tuple[Laid, ...]:
        card = self._card(suit, self.order[place])
        return tuple(
            sorted(
                laid_card
                for laid_card in laid
                if laid_card[1] == card and card not in self.rules.stand_ins
            )
        )

    def _places_to_start(self, held: Sequence[set[Seat]]) -> list[bool]:
        """Whether a run can start at each place: somebody's whole one is there, or follows without a gap.
        `held` are the players with a card for each place.
        """
        starts = [False] * (len(held) + 1)
        for place in range(len(held) - 1, -1, -1):
            is_whole = self._is_whole_at(held, place)
            starts[place] = (
                bool(self.jokers)
                or is_whole
                or (bool(held[place]) and starts[place + 1])
            )
        return starts

    def _most_high(self, suit: int) -> int:
        """How many runs of a suit can go on with the lowest rank after the highest."""
        if not self.top:
            return 0
        highest = len(self.order) - 1
        if self.jokers:
            return len(self.naturals[suit][highest]) + len(self.jokers)
        held = self.held[suit]
        first = highest
        while first > 0 and held[first - 1]:
            first -= 1
        is_whole = any(
            self._is_whole_at(held, place) for place in range(first, len(held))
        )
        return len(self.naturals[suit][highest]) if is_whole else 0

    def _is_whole_at(self, held: Sequence[set[Seat]], place: int) -> bool:
        return any(
            _all_have(held, place, self.rules.run_min, seat) for seat in held[place]
        )

    def _can_be_whole(self, suit: int, place: int, run: _Run) -> bool:
        """Whether a run with its last card at `place` is whole, or can be with the cards that follow."""
        if run.seat == WHOLE or self.may_start[suit][place + 1]:
            return True
        return _all_have(
            self.held[suit], place + 1, self.rules.run_min - run.cards, run.seat
        )

    def melds(self) -> list[LaidMeld]:
        """The melds of the best reading. A table that people laid has one without a loose card, and few steps
        find it: so loose cards are allowed only where there is none.
        """
        may_be_loose = 0
        while (best := self._best(may_be_loose)) is None:
            may_be_loose = 2 * may_be_loose + 1
        return [self._to_meld(ended) for ended in best.melds]

    def _best(self, may_be_loose: int) -> _Reading | None:
        suits = len(self.naturals)
        readings = _Readings()
        readings.add(
            _State((_Suit(),) * suits, self.jokers, ()),
            _Reading(0, 0, (), ((),) * suits),
        )
        for place in range(len(self.order)):
            readings = self._after_rank(place, readings, may_be_loose)
        whole = [self._finished_reading(*pair) for pair in readings.pairs]
        few = [
            reading
            for reading in whole
            if reading is not None and reading.loose <= may_be_loose
        ]
        return min(few, key=_merit, default=None)

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Illegal("too-many-ways")

    def _after_rank(
        self, place: int, before: _Readings, may_be_loose: int
    ) -> _Readings:
        readings = _Readings()
        for state, reading in before.pairs:
            here = tuple(of_suit[place] for of_suit in self.naturals)
            for with_set in self._with_sets(place, state._replace(here=here), reading):
                readings.add(*with_set)
        for suit in range(len(self.naturals)):
            readings = self._after_suit(place, suit, readings, may_be_loose)
        return readings

    # Sets

    def _with_sets(
        self, place: int, state: _State, reading: _Reading
    ) -> Iterator[tuple[_State, _Reading]]:
        """The reading without a set of this rank, and with each set that is possible."""
        # one set takes as much as two
        shares_all = self.rules.copies_in_set == self.rules.deck.packs
        waiting = [(state, reading, 1 if shares_all else self.rules.deck.packs)]
        while waiting:
            state, reading, more = waiting.pop()
            self._step()
            yield state, reading
            for laid in self._sets(place, state, shares_all) if more else ():
                jokers = _without(state.jokers, laid)
                here = [_without(of_suit, laid) for of_suit in state.here]
                points = reading.points + self._pips(laid)
                melds = (*reading.melds, _Ended(NO_SUIT, 0, laid))
                longer = reading._replace(points=points, melds=melds)
                waiting.append(
                    (_State(state.suits, jokers, tuple(here)), longer, more - 1)
                )

    def _sets(
        self, place: int, state: _State, shares_all: bool
    ) -> list[tuple[Laid, ...]]:
        """The cards of each set of this rank. One leaves no card out that no run can take."""
        for_runs = tuple(
            of_suit if not shares_all or self._may_be_in_run(place, suit, state) else ()
            for suit, of_suit in enumerate(state.here)
        )
        key = state.here, for_runs, state.jokers
        sets = self._sets_found.get(key)
        if sets is None:
            free = [laid for of_suit in for_runs for laid in of_suit]
            others = _without(
                [laid for of_suit in state.here for laid in of_suit], free
            )
            rank = self.rules.deck.ranks[self.order[place]]
            sets = self._sets_found[key] = list(
                self._sets_with(rank, others, free, state.jokers)
            )
        return sets

    def _sets_with(
        self,
        rank: int,
        laid: Sequence[Laid],
        free: Sequence[Laid],
        jokers: Sequence[Laid],
    ) -> Iterator[tuple[Laid, ...]]:
        """Each set of all that is `laid`, some of the cards that are `free`, and some jokers."""
        room = self.rules.longest_set - len(laid)
        if room < 0 or len(laid) + len(free) + len(jokers) < self.rules.set_min:
            return
        for chosen in _choices(free, 0, room):
            self._step()
            if not self.rules.may_share_set(card for _seat, card in (*laid, *chosen)):
                continue
            for used in _choices(jokers, 0, room - len(chosen)):
                self._step()
                if self._is_whole_set(rank, (*laid, *chosen, *used)):
                    yield (*laid, *chosen, *used)

    def _may_be_in_run(self, place: int, suit: int, state: _State) -> bool:
        return (
            bool(state.suits[suit].runs)
            or self.may_start[suit][place]
            or (place < len(self.top) and self.most_high[suit] > 0)
        )

    def _is_whole_set(self, rank: int, laid: Sequence[Laid]) -> bool:
        """Whether somebody's cards among these, of one rank and jokers, are a set by themselves."""
        for seat in {seat for seat, _card in laid}:
            theirs = [card for by, card in laid if by == seat]
            naturals = sum(card.rank == rank for card in theirs)
            if (
                len(theirs) >= self.rules.set_min
                and naturals >= self.rules.min_naturals
            ):
                return True
        return False

    def _pips(self, laid: Iterable[Laid]) -> int:
        return sum(self.rules.deck.pips[card] for _seat, card in laid)

    # Runs

    def _after_suit(
        self, place: int, suit: int, before: _Readings, may_be_loose: int
    ) -> _Readings:
        readings = _Readings()
        for state, reading in before.pairs:
            here = (*state.here[:suit], (), *state.here[suit + 1 :])
            for move in self._moves_of(place, suit, state):
                if reading.loose + move.loose > may_be_loose:
                    continue
                self._step()
                suits = (*state.suits[:suit], move.suit, *state.suits[suit + 1 :])
                jokers = (
                    _without(state.jokers, move.jokers) if move.jokers else state.jokers
                )
                readings.add(
                    _State(suits, jokers, here),
                    _reading_after(place, suit, reading, move),
                )
        return (
            _without_worse(suit, readings)
            if len(readings.pairs) > MANY_READINGS
            else readings
        )

    def _moves_of(self, place: int, suit: int, state: _State) -> list[_Move]:
        key = place, suit, state.suits[suit], state.here[suit], state.jokers
        moves = self._moves.get(key)
        if moves is None:
            moves = self._moves[key] = list(self._new_moves(place, suit, *key[2:]))
        return moves

    def _new_moves(
        self,
        place: int,
        suit: int,
        before: _Suit,
        here: tuple[Laid, ...],
        jokers: tuple[Laid, ...],
    ) -> Iterator[_Move]:
        """Each way in which the runs of a suit go on, end and start at this place."""
        offered = [*sorted({*here, *jokers}), None]
        for going_on in product(*(offered for _run in before.runs)):
            self._step()
            taken = [laid for laid in going_on if laid is not None]
            if not _are_among(taken, (*here, *jokers)):
                continue
            ended = [at for at, laid in enumerate(going_on) if laid is None]
            if any(before.runs[at].seat != WHOLE for at in ended):
                continue
            left = _without(here, taken)
            # A run that can go on goes on, if it cannot get longer than the pack has ranks.
            if left and any(before.runs[at].start >= len(self.top) for at in ended):
                continue
            longer = [
                (at, laid) for at, laid in enumerate(going_on) if laid is not None
            ]
            for more, high in self._starts(
                place, suit, before, left, _without(jokers, taken)
            ):
                move = self._move(
                    place, suit, before, here, [*longer, *more], high, ended
                )
                if move is not None:
                    yield move

    def _starts(
        self,
        place: int,
        suit: int,
        before: _Suit,
        left: tuple[Laid, ...],
        jokers: tuple[Laid, ...],
    ) -> Iterator[tuple[list[tuple[int, Laid]], list[tuple[Laid, ...]]]]:
        """The runs that start with cards that are left, and the rows for the end of high runs."""
        free = (*left, *jokers)
        for rows, used in self._rows(place, suit, before.high, free):
            rest = _without(free, used)
            for started in (
                _choices(rest, 0, len(rest)) if self.may_start[suit][place] else [()]
            ):
                self._step()
                yield [(-1, laid) for laid in started], rows

    def _rows(
        self,
        place: int,
        suit: int,
        before: Sequence[tuple[Laid, ...]],
        free: Sequence[Laid],
    ) -> Iterator[tuple[list[tuple[Laid, ...]], Sequence[Laid]]]:
        """The rows with none, some or all of the cards that are free; and which of them these are."""
        growing = [at for at, row in enumerate(before) if len(row) == place]
        if place == 0:
            for used in _choices(free, 0, self.most_high[suit]):
                yield [(laid,) for laid in used], used
            return
        for used in _choices(free, 0, len(growing) if place < len(self.top) else 0):
            for chosen in permutations(growing, len(used)):
                rows = list(before)
                for at, laid in zip(chosen, used, strict=True):
                    rows[at] = (*rows[at], laid)
                yield rows, used

    def _move(
        self,
        place: int,
        suit: int,
        before: _Suit,
        here: Sequence[Laid],
        runs: Sequence[tuple[int, Laid]],
        high: Sequence[tuple[Laid, ...]],
        ended: Sequence[int],
    ) -> _Move | None:
        card = self._card(suit, self.order[place])
        new = _Run(min(place, len(self.top)), NOBODY, 0, 0, False)
        lines: list[tuple[_Run, int, Laid]] = []
        for at, laid in runs:
            run = self._longer(new if at < 0 else before.runs[at], laid, card)
            if run is None or not self._can_be_whole(suit, place, run):
                return None
            lines.append((run, at, laid))
        lines.sort()  # equal states must be found to be equal
        in_high = [row[place] for row in high if len(row) == place + 1]
        placed = [*(laid for _at, laid in runs), *in_high]
        low_aces = sum(
            at < 0 and laid[1] == card and card.rank == 1 for at, laid in runs
        )
        points = self._pips(placed) + low_aces * (LOW_ACE - self.rules.deck.pips[card])
        jokers = tuple(laid for laid in placed if laid[1] in self.rules.stand_ins)
        return _Move(
            _Suit(tuple(run for run, _at, _laid in lines), tuple(sorted(high))),
            tuple((at, laid) for _run, at, laid in lines),
            tuple(ended),
            jokers,
            len(here) + len(jokers) - len(placed),
            points,
        )

    def _longer(self, run: _Run, laid: Laid, place: Card) -> _Run | None:
        """The run with one more card, in that place; None where two jokers would be side by side."""
        seat, card = laid
        is_joker = card != place
        if is_joker and run.ends_in_joker:
            return None
        ends_in_joker = is_joker and not self.rules.adjacent_jokers
        if run.seat == WHOLE:
            return run._replace(ends_in_joker=ends_in_joker)
        before, naturals = (run.cards, run.naturals) if run.seat == seat else (0, 0)
        cards = min(before + 1, self.rules.run_min)
        naturals = min(naturals + (not is_joker), self.rules.min_naturals)
        if cards == self.rules.run_min and naturals == self.rules.min_naturals:
            return _Run(run.start, WHOLE, 0, 0, ends_in_joker)
        return _Run(run.start, seat, cards, naturals, ends_in_joker)

    def _finished_reading(self, state: _State, reading: _Reading) -> _Reading | None:
        """The reading with all runs ended; None where one of them is not whole."""
        melds = list(reading.melds)
        for suit, of_suit in enumerate(state.suits):
            rows = self._rows_of_ends(suit, of_suit)
            if rows is None:
                return None
            for cards, row in zip(reading.runs[suit], rows, strict=True):
                melds.append(_Ended(suit, len(self.order) - len(cards), (*cards, *row)))
        return _Reading(
            reading.loose + len(state.jokers), reading.points, tuple(melds), ()
        )

    def _rows_of_ends(self, suit: int, state: _Suit) -> list[tuple[Laid, ...]] | None:
        """The row of low cards that ends each run, most of them empty; None where some run is not whole."""
        for chosen in permutations(range(len(state.runs)), len(state.high)):
            rows: list[tuple[Laid, ...]] = [()] * len(state.runs)
            for at, row in zip(chosen, state.high, strict=True):
                rows[at] = row
            runs = zip(state.runs, rows, strict=True)
            if all(self._is_whole_with(suit, run, row) for run, row in runs):
                return rows
        return None

    def _is_whole_with(
        self, suit: int, run: _Run | None, row: tuple[Laid, ...]
    ) -> bool:
        is_too_long = run is not None and run.start < len(row)
        for place, laid in enumerate(row):
            run = (
                None
                if run is None
                else self._longer(run, laid, self._card(suit, self.top[place]))
            )
        return run is not None and run.seat == WHOLE and not is_too_long

    def _to_meld(self, ended: _Ended) -> LaidMeld:
        if ended.suit == NO_SUIT:
            laid = sorted(ended.cards, key=self._order_in_set)
            return LaidMeld(Meld(MeldKind.SET, _cards(laid)), _seats(laid))
        start = self.first_start + ended.start
        return LaidMeld(
            Meld(MeldKind.RUN, _cards(ended.cards), ended.suit, start),
            _seats(ended.cards),
        )

    def _order_in_set(self, laid: Laid) -> tuple[bool, int, Seat]:
        seat, card = laid
        return card in self.rules.stand_ins, self.rules.deck.order[card], seat


def _cards(laid: Sequence[Laid]) -> tuple[Card, ...]:
    return tuple(card for _seat, card in laid)


def _seats(laid: Sequence[Laid]) -> tuple[Seat, ...]:
    return tuple(seat for seat, _card in laid)


def _without_worse(suit: int, readings: _Readings) -> _Readings:
    """The readings without those that differ from a better one in this suit alone, where they can do less."""
    groups: list[list[tuple[_State, _Reading]]] = []
    places: Lookup[object, int] = {}
    for state, reading in readings.pairs:
        key = (
            state.suits[:suit],
            state.suits[suit + 1 :],
            state.suits[suit].high,
            state.jokers,
            state.here,
        )
        at = places.get(key)
        if at is None:
            at = places[key] = len(groups)
            groups.append([])
        groups[at].append((state, reading))
    best = _Readings()
    for group in groups:
        for state, reading in group:
            if not any(_is_better(suit, other, (state, reading)) for other in group):
                best.add(state, reading)
    return best


def _is_better(
    suit: int, first: tuple[_State, _Reading], other: tuple[_State, _Reading]
) -> bool:
    """Whether all that can become of the `other` reading can become of the `first` too."""
    state, reading = first
    than, worse = other
    runs = list(state.suits[suit].runs)
    fewer = than.suits[suit].runs
    if state is than or reading.loose > worse.loose or reading.points < worse.points:
        return False
    for run in fewer:
        at = next(
            (at for at, better in enumerate(runs) if _can_do_more(better, run)), None
        )
        if at is None:
            return False
        del runs[at]
    return all(run.seat == WHOLE for run in runs)  # a whole run may end


def _can_do_more(run: _Run, than: _Run) -> bool:
    if run.start < than.start or run.ends_in_joker > than.ends_in_joker:
        return False
    is_further = (
        run.seat == than.seat
        and run.cards >= than.cards
        and run.naturals >= than.naturals
    )
    return run.seat == WHOLE or is_further


def _reading_after(place: int, suit: int, reading: _Reading, move: _Move) -> _Reading:
    rows = reading.runs[suit]
    runs = tuple((*(rows[at] if at >= 0 else ()), laid) for at, laid in move.runs)
    ended = [_Ended(suit, place - len(rows[at]), rows[at]) for at in move.ended]
    return _Reading(
        reading.loose + move.loose,
        reading.points + move.points,
        (*reading.melds, *ended),
        (*reading.runs[:suit], runs, *reading.runs[suit + 1 :]),
    )


def _all_have(held: Sequence[set[Seat]], place: int, number: int, seat: Seat) -> bool:
    """Whether a player has a card for each of so many places from `place` on."""
    window = held[place : place + number]
    return len(window) == number and all(seat in seats for seats in window)


def _choices(
    laid: Sequence[Laid], fewest: int, most: int
) -> Iterator[tuple[Laid, ...]]:
    """Each different choice of so many of these cards."""
    for number in range(fewest, min(most, len(laid)) + 1):
        yield from sorted(set(combinations(sorted(laid), number)))


def _are_among(chosen: Sequence[Laid], laid: Sequence[Laid]) -> bool:
    return all(chosen.count(laid_card) <= laid.count(laid_card) for laid_card in chosen)


def _without(laid: Sequence[Laid], gone: Sequence[Laid]) -> tuple[Laid, ...]:
    """`laid` without those that are `gone`, as far as they were there."""
    left = list(laid)
    for laid_card in gone:
        if laid_card in left:
            left.remove(laid_card)
    return tuple(left)

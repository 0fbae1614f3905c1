"""A second opinion on rights and links that shares no code with the app: who may do what, said plainly.

A phone has its rights in the circle in which it got them (their home). While circles are merged they count
as one. So a split needs no undoing here: every home still has its rights.
"""

from collections import Counter
from typing import NamedTuple

NONE, WATCH, SCORE, OWN = range(4)
ROLES = (WATCH, SCORE, OWN)


class Circle(NamedTuple):
    number: int

    @property
    def home(self):
        return self


class Night(NamedTuple):
    number: int
    home: Circle


class Table(NamedTuple):
    """A table of a night, which has a card."""

    night: Night
    number: int

    @property
    def home(self):
        return self.night.home


class Match(NamedTuple):
    number: int
    home: Circle
    previous: int | None = None
    table: Table | None = None
    round: int = 0


class Link(NamedTuple):
    target: Circle | Match | Night | Table
    role: int
    issue: int  # how often it was renewed before


class Right(NamedTuple):
    role: int
    is_by_link: bool
    since: int = 0


NO_RIGHT = Right(NONE, False)


class Rights:
    """Phones are numbers. What may be seen and done is told by roles, from NONE to OWN."""

    def __init__(self):
        self.circles = []
        self.matches = []
        self.nights = []
        self.tables = []
        self.rounds = {}  # of each night: how many were published
        self.rights = {}  # by phone and target
        self.merges = []  # kept, emptied, time
        self.issues = Counter()  # by target and role: how often its link was renewed
        self.time = 0

    # Who may

    def may(self, phone, target):
        """The role of the phone, also in a circle that is hidden because it was merged."""
        in_circle = self._in_circle(phone, target.home)
        if isinstance(target, Night) and in_circle < OWN:
            in_circle = min(in_circle, WATCH)
        role = max(self.right(phone, target).role, in_circle)
        return min(role, SCORE) if isinstance(target, Table) else role

    def right(self, phone, target):
        return self.rights.get((phone, target), NO_RIGHT)

    def is_live(self, link):
        is_hidden = (
            isinstance(link.target, Circle) and self.root(link.target) != link.target
        )
        return not is_hidden and link == self.link(link.target, link.role)

    def link(self, target, role):
        return Link(target, role, self.issues[target, role])

    def card(self, table):
        return self.link(table, SCORE)

    def offered_role(self, link, target):
        """What the link gives there: one of a circle lets nobody help at its nights."""
        is_below = isinstance(target, Night) and target != link.target
        return WATCH if is_below and link.role < OWN else link.role

    def sees_the_card_of(self, phone, target):
        """Whether it organises the night of this table, or of this match."""
        table = target.table if isinstance(target, Match) else target
        return isinstance(table, Table) and self.may(phone, table.night) == OWN

    def offered(self, link):
        """All that a link leads to."""
        if isinstance(link.target, Circle):
            return [
                link.target,
                *self.matches_of(link.target),
                *self.nights_of(link.target),
            ]
        if isinstance(link.target, Table):
            last = self.rounds[link.target.night]
            return [
                link.target,
                *(one for one in self.matches_at(link.target) if one.round == last),
            ]
        if isinstance(link.target, Night) or link.target.table is not None:
            return [link.target]
        return [link.target, *self._rematches(link.target, link.role)]

    def visible_links(self, phone):
        """The links that pages show to the phone."""
        for match in self.matches:
            yield from (
                self.link(match, role)
                for role in ROLES
                if role <= self.may(phone, match)
            )
        for circle in self.circles:
            if self.root(circle) == circle and self.may(phone, circle) == OWN:
                yield from (self.link(circle, role) for role in ROLES)
        for table in self.tables:
            if self.right(phone, table).role or self.sees_the_card_of(phone, table):
                yield self.card(table)
        for night in self.nights:
            is_organised = self.may(phone, night) == OWN
            seen = OWN if is_organised else self.right(phone, night).role
            yield from (self.link(night, role) for role in ROLES if role <= seen)

    def owners(self, circle):
        phones = {phone for phone, _target in self.rights}
        return {phone for phone in phones if self._in_circle(phone, circle) == OWN}

    def root(self, circle):
        return self._path(circle)[-1]

    def merged(self, circle):
        """The circles that are one with this one."""
        return self._of_circle(self.circles, circle)

    def matches_of(self, circle):
        return self._of_circle(self.matches, circle)

    def nights_of(self, circle):
        return self._of_circle(self.nights, circle)

    def tables_of(self, circle):
        return self._of_circle(self.tables, circle)

    def _of_circle(self, targets, circle):
        root = self.root(circle)
        return [target for target in targets if self.root(target.home) == root]

    def matches_at(self, table):
        return [match for match in self.matches if match.table == table]

    def _below(self, match):
        """The match, its rematches, and what is played later at the tables of all these."""
        chain = [match, *self._rematches(match)]
        tables = [(one.table, one.round) for one in chain if one.table is not None]
        later = [
            one
            for one in self.matches
            if one not in chain
            and any(
                one.table == table and one.round > number for table, number in tables
            )
        ]
        return [*chain, *later]

    def _in_circle(self, phone, circle):
        return max(self.right(phone, one).role for one in self.merged(circle))

    def _rematches(self, match, role=None):
        """All later rematches. With `role` those that its link leads to: never past a renewed one."""
        chain = [match]
        for later in self.matches_of(match.home):
            is_reached = later.previous in [one.number for one in chain]
            if is_reached and (role is None or (later, role) not in self.issues):
                chain.append(later)
        return chain[1:]

    # What happens

    def start(self, home, previous=None):
        match = Match(
            self._free_number(), self.root(home), previous.number if previous else None
        )
        self.matches.append(match)
        if previous and previous.table is None:
            self.rights |= {
                (phone, match): right._replace(since=self.time)
                for (phone, target), right in self.rights.items()
                if target == previous
            }
        return match

    def open(self, circle, tables):
        night = Night(len(self.nights), self.root(circle))
        self.nights.append(night)
        self.tables += [Table(night, number) for number in range(1, tables + 1)]
        self.rounds[night] = 0
        return night

    def publish(self, night):
        """A match for each table. Of the round before everybody only watches."""
        for match in self._last_round(night):
            self._end(match)
        self.rounds[night] += 1
        begun = []
        for table in self.tables:
            if table.night == night:
                match = Match(
                    self._free_number(),
                    self.root(night.home),
                    None,
                    table,
                    self.rounds[night],
                )
                self.matches.append(match)
                begun.append(match)
                for phone in self.at_table(table):
                    self.rights[phone, match] = Right(
                        SCORE, True, self.right(phone, table).since
                    )
        return begun

    def take_back_round(self, night):
        """Its matches are gone, with all links to them; the tables keep score in the round before again."""
        for match in self._last_round(night):
            self.matches.remove(match)
            for role in ROLES:
                self.issues[match, role] += 1
            for phone, target in list(self.rights):
                if target == match:
                    del self.rights[phone, match]
        self.rounds[night] -= 1
        for match in self._last_round(night):
            for phone in self.at_table(match.table):
                if self.right(phone, match).role < SCORE:
                    since = self.right(phone, match.table).since
                    self.rights[phone, match] = Right(SCORE, True, since)

    def _last_round(self, night):
        return [
            match
            for match in self.matches
            if match.table is not None
            and match.table.night == night
            and match.round == self.rounds[night]
        ]

    def _free_number(self):
        return 1 + max((match.number for match in self.matches), default=-1)

    def _end(self, match):
        self.issues[match, SCORE] += 1
        for (phone, target), right in list(self.rights.items()):
            if target == match and right.role == SCORE:
                self.rights[phone, match] = Right(WATCH, False, right.since)

    def at_table(self, table):
        return [phone for phone, target in self.rights if target == table]

    def let_correct(self, match):
        for phone in self.at_table(match.table):
            if self.right(phone, match).role < SCORE:
                self.rights[phone, match] = Right(SCORE, False, self.time)

    def renew_card(self, table):
        """Its phones lose every match of the table."""
        first = self.matches_at(table)[0]
        losing = self.at_table(table)
        if any(
            self.right(phone, match).role
            for phone in losing
            for match in self._below(first)
        ):
            self._renew(first, ROLES)
        for phone in losing:
            for target in (table, *self._below(first)):
                self.rights.pop((phone, target), None)
        self.issues[table, SCORE] += 1

    def renew_link_of_night(self, night, role, asking):
        """Whoever came by it loses the night."""
        self.issues[night, role] += 1
        for (phone, target), right in list(self.rights.items()):
            if target == night and right.role == role and phone != asking:
                self.take_the_night_from(phone, night)

    def take_the_night_from(self, phone, night):
        self._lose_nights(phone, [night], NONE)

    def forget(self, phone, heir, *, has_key):
        """What the phone had waits, with a key, for whoever uses that: at `heir`, whom nobody holds."""
        for (one, target), right in list(self.rights.items()):
            if one == phone:
                del self.rights[one, target]
                self.rights |= {(heir, target): right} if has_key else {}

    def accept(self, phone, link):
        if isinstance(link.target, Circle):
            if self._in_circle(phone, link.target) < link.role:
                self.rights[phone, link.target] = Right(link.role, True, self.time)
            return
        for match in self.offered(link):
            if self.right(phone, match).role < link.role:
                self.rights[phone, match] = Right(link.role, True, self.time)

    def set_role(self, phone, target, role):
        """What an owner does on the page of a phone; NONE removes it."""
        before = self.given(phone, target)
        if role < before:
            self._lower(phone, target, role)
        elif role > before:
            self.rights[phone, target] = Right(
                role, False, self.right(phone, target).since
            )

    def revoke(self, target, role, asking, *, take):
        phones = self.by_link(target, role) - {asking}
        self._renew(target, [role])
        for phone in phones if take else ():
            self._lower(phone, target, NONE)

    def by_link(self, target, role):
        """The phones that have this role there through the link for it."""
        return {
            phone
            for (phone, at), right in self.rights.items()
            if at == target
            and right[:2] == (role, True)
            and self.given(phone, target) == role
        }

    def recover(self, old, phone):
        """The phone gets what the old one has of each target. What that one has by a merge is given to it."""
        targets = (*self.circles, *self.matches, *self.nights, *self.tables)
        given = {
            target: right
            for target in targets
            if (right := self._held(old, target)).role > self._held(phone, target).role
        }
        for target, right in given.items():
            self.rights[phone, target] = right._replace(since=self.time)

    def _held(self, phone, target):
        """What it has of this target alone, with what merges into this circle brought there."""
        own = self.right(phone, target)
        if not isinstance(target, Circle):
            return own
        role = max(
            self.right(phone, one).role
            for one in self.circles
            if target in self._path(one)
        )
        return own if own.role == role else Right(role, False)

    def _path(self, circle):
        into = {emptied: kept for kept, emptied, _time in self.merges}
        path = [circle]
        while path[-1] in into:
            path.append(into[path[-1]])
        return path

    # Merges

    def merge(self, kept, emptied):
        self.merges.append((kept, emptied, self.time))

    def split(self, kept, emptied, by):
        (merge,) = (merge for merge in self.merges if merge[:2] == (kept, emptied))
        self.merges.remove(merge)
        for circle in (kept, emptied):
            if not self.owners(circle):
                self.rights[by, circle] = Right(OWN, False)
        for circle, other in ((kept, emptied), (emptied, kept)):
            self._take_what_strangers_got(circle, other, since=merge[2])
            self._renew(circle, ROLES)
            self._reissue_of_nights(circle)

    def _take_what_strangers_got(self, circle, other, since):
        there = {
            *self.matches_of(circle),
            *self.nights_of(circle),
            *self.tables_of(circle),
        }
        for phone, target in list(self.rights):
            is_stranger = (
                self._in_circle(phone, other) > NONE
                and self._in_circle(phone, circle) == NONE
            )
            if (
                target in there
                and is_stranger
                and self.rights[phone, target].since >= since
            ):
                del self.rights[phone, target]

    def _reissue_of_nights(self, circle):
        for table in self.tables_of(circle):
            self.issues[table, SCORE] += 1
        for night in self.nights_of(circle):
            for role in ROLES:
                self.issues[night, role] += 1

    def given(self, phone, target):
        """The role that the page of a phone shows: the right to this match alone, or to the circle."""
        if isinstance(target, Match):
            return self.right(phone, target).role
        return self._in_circle(phone, target)

    def _lower(self, phone, target, role):
        if isinstance(target, Match):
            below = [*self._below(target)]
            self._renew(target, [one for one in ROLES if one > role])
            self._lose_tables(
                phone, [one.table for one in below if one.table is not None], role
            )
        else:
            below = [*self.merged(target), *self.matches_of(target)]
            if self._in_circle(phone, target) == OWN:
                self._reissue_of_nights(target)
            self._lose_tables(phone, self.tables_of(target), role)
            self._lose_nights(phone, self.nights_of(target), role)
            self._renew_in_circle(phone, target, role)
        for one in below:
            if self.right(phone, one).role > role or one == target:
                self._cap(phone, one, role)

    def _lose_tables(self, phone, tables, role):
        for table in tables:
            if role < SCORE and self.rights.pop((phone, table), None):
                self.issues[table, SCORE] += 1

    def _lose_nights(self, phone, nights, role):
        for night in nights:
            held = self.right(phone, night)
            if held.role <= role:
                continue
            self.rights[phone, night] = Right(role, False, held.since)
            for lost in range(role + 1, held.role + 1):
                self.issues[night, lost] += 1
            for table in self.tables if held.role == OWN else ():
                if table.night == night:
                    self.issues[table, SCORE] += 1

    def _renew_in_circle(self, phone, circle, role):
        highest = self._in_circle(phone, circle)
        self._renew(circle, range(role + 1, highest + 1))
        for match in self.matches_of(circle):
            self._renew(match, range(highest + 1, self.right(phone, match).role + 1))

    def _cap(self, phone, target, role):
        right = self.rights.pop((phone, target), NO_RIGHT)
        capped = min(right.role, role)
        if capped:
            self.rights[phone, target] = Right(capped, False, right.since)

    def _renew(self, target, roles):
        is_circle = isinstance(target, Circle)
        targets = (
            [target, *self.matches_of(target)] if is_circle else self._below(target)
        )
        for role in roles:
            for one in targets:
                self.issues[one, role] += 1

"""Club nights as steps of the random evening of rights: cards, rounds, links to watch."""

from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from scores.models import Role
from scores.night import links
from scores.night.cards import table_cards
from scores.night.models import NightTable as StoredTable
from tests.scores.support.naive_rights import (
    NONE,
    ROLES,
    Night,
    Table,
)
from tests.scores.support.nights import link as link_of, open_night, played, published
from tests.scores.support.table import send_to
from tests.scores.support.ways_back import at, phones

NIGHTS = 2
ROUNDS = 3
SIX = ("Ana", "Luis", "Eva", "Paco", "Luz", "Leo")  # at two tables
TABLES = 2
roles = st.sampled_from(ROLES)
with_a_night = precondition(lambda self: self.model.nights)


def picked(options, number):
    return options[number % len(options)]


class Nights(RuleBasedStateMachine):
    """Beside the steps of `test_rights_at_random`, which has what they ask and take."""

    @precondition(lambda self: len(self.model.nights) < NIGHTS)
    @rule(number=at)
    def a_night_opens(self, number):
        circles = self._circles_in_use()
        circle = picked(circles, number)
        self.model.time += 1
        stored = open_night(self._fresh(circle), *SIX)
        night = self.model.open(circle, TABLES)
        self.stored[night] = stored
        self._publish(night)
        for table in self.model.tables:
            if table.night == night:
                self.stored[table] = StoredTable.objects.get(
                    night=stored, number=table.number
                )

    @precondition(
        lambda self: any(last < ROUNDS for last in self.model.rounds.values())
    )
    @rule(number=at)
    def a_round_is_published(self, number):
        nights = [night for night, last in self.model.rounds.items() if last < ROUNDS]
        self._publish(picked(nights, number))

    def _publish(self, night):
        self.model.time += 1
        published(self._fresh(night))
        for match in self.model.publish(night):
            at = match.round, match.table.number
            self.stored[match] = played(self.stored[night], *at)

    @precondition(lambda self: any(last > 1 for last in self.model.rounds.values()))
    @rule(owner=at, number=at)
    def a_round_is_taken_back(self, owner, number):
        nights = [night for night, last in self.model.rounds.items() if last > 1]
        night = picked(nights, number)
        entry = self.stored[night].entries.count() - 1
        self._organise(owner, night, "night-log", entry=str(entry))
        self.model.take_back_round(night)

    @with_a_night
    @rule(phone=phones, number=at)
    def a_phone_scans_a_card(self, phone, number):
        self._take(phone, self._shown_link(self.model.card(self._table(number))))

    @with_a_night
    @rule(phone=phones, number=at, role=roles)
    def a_phone_takes_a_link_of_a_night(self, phone, number, role):
        night = picked(self.model.nights, number)
        self._take(phone, self._shown_link(self.model.link(night, role)))

    def _shown_link(self, link):
        self.paths.setdefault(link, self._path_of(link))
        return link

    @with_a_night
    @rule(owner=at, number=at)
    def the_organiser_renews_a_card(self, owner, number):
        table = self._table(number)
        self._organise(owner, table.night, "night-table", 1, table.number, do="renew")
        self.model.renew_card(table)

    @with_a_night
    @rule(owner=at, number=at, role=roles)
    def the_organiser_renews_a_link_of_a_night(self, owner, number, role):
        night = picked(self.model.nights, number)
        do = f"renew {links.NAMES[Role(role)]}"
        by = self._organise(owner, night, "night-share", do=do)
        self.model.renew_link_of_night(night, role, by)

    @precondition(lambda self: self._helpers())
    @rule(owner=at, helper=at)
    def the_organiser_sends_a_helper_away(self, owner, helper):
        helpers = self._helpers()
        phone, night = picked(helpers, helper)
        held = self.stored[night].grants.get(phone=self.phones[phone])
        self._organise(owner, night, "night-share", do=f"remove {held.pk}")
        self.model.take_the_night_from(phone, night)

    def _helpers(self):
        held = self.model.rights.items()
        return [
            (phone, target)
            for (phone, target), right in held
            if isinstance(target, Night) and right.role > NONE
        ]

    @with_a_night
    @rule(owner=at, number=at)
    def the_organiser_lets_a_table_correct(self, owner, number):
        matches = [match for match in self.model.matches if match.table is not None]
        match = picked(matches, number)
        at = match.round, match.table.number
        self._organise(owner, match.table.night, "night-table", *at, do="allow")
        self.model.let_correct(match)

    @with_a_night
    @rule(owner=at, number=at)
    def a_night_goes_to_the_bin_and_comes_back(self, owner, number):
        """Meanwhile nobody may anything there, and no link of it works."""
        night = picked(self.model.nights, number)
        client = self.clients[self._owner(self.model.root(night.home), owner)]
        paths = [self._path_of(self.model.link(night, role)) for role in ROLES]
        tables = [table for table in self.model.tables if table.night == night]
        matches = [one for one in self.model.matches if one.table in tables]
        self._post(client, night, "night-delete")
        assert {Client().post(path).status_code for path in paths} == {404}
        asked = {
            self._asked(phone, there)
            for phone in range(len(self.phones))
            for there in (night, *matches)
        }
        assert asked == {NONE}
        self._post(client, night, "restore-night")

    def _post(self, client, night, name, *args, **fields):
        answer = send_to(client, name, self.stored[night], *args, **fields)
        assert answer.status_code == 302

    def _organise(self, owner, night, name, *args, **fields):
        """The phone that did it: of an owner of the group, or an organiser by a link of the night."""
        by = self._owner(night, owner)
        self.model.time += 1
        self._post(self.clients[by], night, name, *args, **fields)
        return by

    def _table(self, number):
        return picked(self.model.tables, number)

    def _path_of(self, link):
        """The path of the link that works now."""
        if isinstance(link.target, Table):
            return table_cards.link_path(self._fresh(link.target))
        return link_of(self.stored[link.target], Role(link.role))

    def _paths_of_nights(self):
        works = [self.model.card(table) for table in self.model.tables]
        works += [
            self.model.link(night, role)
            for night in self.model.nights
            for role in ROLES
        ]
        return set(map(self._path_of, works))

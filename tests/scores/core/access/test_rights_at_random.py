"""Phones, links, removals, merges, rematches, nights, ways back, forgetting at random, against a naive model.

After every step each phone asks for each circle and match, every link that was ever seen is tried, and no
link that a phone could copy gives it back what was taken from it.
"""

from types import SimpleNamespace

import pytest
from django.db import transaction
from django.http import Http404
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, Phase, settings, strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scores.circle.circles import merging
from scores.core.access import grants, paper_keys, rights
from scores.models import Role
from scores.night import access
from scores.table.new_match import setup
from tests.scores.support.factories import new_phone, start
from tests.scores.support.naive_rights import (
    NONE,
    OWN,
    ROLES,
    SCORE,
    WATCH,
    Circle,
    Match,
    Night,
    Rights,
    Table as TableOfNight,
)
from tests.scores.support.nights_at_random import Nights, picked, roles
from tests.scores.support.ways_back import PHONES, WaysBack, at, phones
from tests.support.extent import IN_CI, share

CIRCLES = 3
MATCHES = 6
FORGOTTEN = 2  # times that a phone forgets itself


class Table(WaysBack, Nights):
    @initialize()
    def two_circles_with_a_match_each(self):
        """The first two phones have a circle each."""
        self.transaction = transaction.atomic()
        # transactions that must be the outermost may be inside this one
        self.transaction._from_testcase = True
        self.transaction.__enter__()
        self.model = Rights()
        self.phones = []
        self.clients = [Client() for _phone in range(PHONES)]
        self.stored = {}
        self.old_cookies = []  # what browsers had before they forgot
        self.paths = {}
        self.copied = [set() for _phone in range(PHONES)]
        # roles that a phone had and lost
        self.taken = {}
        self.had = {}
        self.raised_in_merged = set()
        for number, client in enumerate(self.clients):
            self.phones.append(new_phone(client))
            if number < 2:
                self._add_circle(number, start(client, "Ana", "Luis", circle="new"))
        self.begin_without_keys()
        link = self.model.link(self.model.circles[0], SCORE)
        self.paths[link] = grants.link_path(self._fresh(link.target), Role.SCORE)
        for number in range(2, PHONES):
            self._take(number, link)

    def teardown(self):
        transaction.set_rollback(True)
        self.transaction.__exit__(None, None, None)

    def _add_circle(self, phone, match):
        circle = Circle(len(self.model.circles))
        self.model.circles.append(circle)
        self.model.rights[phone, circle] = self.model.right(phone, circle)._replace(
            role=OWN
        )
        self.stored[circle] = match.circle
        self.stored[self.model.start(circle)] = match

    # Steps

    @rule(phone=phones, link=at)
    def take_a_link(self, phone, link):
        """One from a chat: any link that some phone could copy."""
        pool = sorted(set().union(*self.copied), key=str)
        self._take(phone, picked(pool, link))

    @rule(phone=phones, link=at)
    def take_a_link_that_works(self, phone, link):
        pool = sorted(filter(self.model.is_live, self.paths), key=str)
        self._take(phone, picked(pool, link))

    def _take(self, phone, link):
        answer = self.clients[phone].post(self.paths[link])
        is_live = self.model.is_live(link)
        assert answer.status_code == (302 if is_live else 404)
        if is_live:
            self._note_raise(phone, link.target, link.role)
            self.model.accept(phone, link)
            self.copied[phone].add(link)

    @rule(
        owner=at, holder=at, number=at, role=st.sampled_from((NONE, NONE, NONE, *ROLES))
    )
    def an_owner_changes_what_a_phone_may(self, owner, holder, number, role):
        targets = [target for target in self._targets() if self._given(target)]
        target = picked(targets, number)
        held = {grant.phone_id: grant for grant in self._fresh(target).grants.all()}
        given = self._given(target)
        assert {self.phones[phone].pk: role for phone, role in given.items()} == {
            pk: grant.role for pk, grant in held.items()
        }
        self._change_role(target, picked([*given], holder), role, owner)

    @precondition(lambda self: self.model.nights)
    @rule(owner=at, phone=phones, number=at, role=st.sampled_from((NONE, WATCH)))
    def who_has_just_scanned_a_card_is_sent_away(self, owner, phone, number, role):
        """From the group, if it is there too, or from the match of its table."""
        table = self._table(number)
        self._join_table(phone, table)
        circle = self.model.root(table.night.home)
        match = self.model.matches_at(table)[-1]
        if number % 3 == 0:  # it owns the group for a while
            link = self.model.link(circle, OWN)
            self.paths.setdefault(link, grants.link_path(self._fresh(circle), Role.OWN))
            self._take(phone, link)
        is_of_circle = self.model.given(phone, circle) > NONE and number % 2 == 0
        self._change_role(circle if is_of_circle else match, phone, role, owner)

    @precondition(lambda self: self.model.nights and len(self._circles_in_use()) > 1)
    @rule(one=at, other=at, phone=phones, number=at, owner=at)
    def a_card_is_scanned_while_two_circles_are_one(
        self, one, other, phone, number, owner
    ):
        self.two_circles_become_one(one=one, other=other)
        self._join_table(phone, self._table(number))
        self.the_newest_merge_is_undone(owner=owner)

    def _join_table(self, phone, table):
        for link in (self.model.card(table), self.model.link(table.night, WATCH)):
            self._take(phone, self._shown_link(link))

    def _change_role(self, target, phone, role, owner):
        grant = self._fresh(target).grants.get(phone=self.phones[phone])
        was_raised = isinstance(target, Circle) and phone in self.raised_in_merged
        if was_raised and NONE < role < grant.role:
            return  # raised and lowered again while two circles are one: a split may leave it less
        self._note_raise(phone, target, role)
        address = reverse(
            f"{self._kind(target)}-phone", args=[self.stored[target].code, grant.pk]
        )
        fields = {"name": "", "role": role} if role else {"do": "remove"}
        answer = self.clients[self._owner(target, owner)].post(address, fields)
        is_last = isinstance(target, Circle) and self.model.owners(target) == {phone}
        is_refused = is_last and role < OWN
        assert answer.status_code == (422 if is_refused else 302)
        if not is_refused:
            self.model.set_role(phone, target, role)

    @rule(owner=at, number=at, role=roles, take=st.booleans())
    def an_owner_revokes_a_link(self, owner, number, role, take):
        target = picked(self._targets(), number)
        asking = self._owner(target, owner)
        args = [self.stored[target].code, Role(role).name.lower()]
        answer = self.clients[asking].post(
            reverse(f"{self._kind(target)}-revoke", args=args),
            {"take": "on"} if take else {},
        )
        assert answer.status_code == 302
        self.model.revoke(target, role, asking, take=take)

    @precondition(lambda self: len(self._circles_in_use()) > 1)
    @rule(one=at, other=at)
    def two_circles_become_one(self, one, other):
        circles = self._circles_in_use()
        kept = circles.pop(one % len(circles))
        emptied = picked(circles, other)
        self.model.time += 1
        merging.merge(
            self._fresh(kept),
            self._fresh(emptied),
            {},
            self.phones[self._owner(kept, 0)],
        )
        self.model.merge(kept, emptied)

    @precondition(lambda self: self.model.merges)
    @rule(owner=at)
    def the_newest_merge_is_undone(self, owner):
        kept, emptied, _time = self.model.merges[-1]
        by = self._owner(kept, owner)
        self.model.time += 1
        address = reverse(
            "undo-merge", args=[self.stored[kept].code, self.stored[emptied].code]
        )
        assert self.clients[by].post(address).status_code == 302
        self.model.split(kept, emptied, by)
        self.raised_in_merged.clear()

    @precondition(lambda self: self._may_make_a_match())
    @rule(number=at)
    def a_rematch_starts(self, number):
        match = picked(self.model.matches, number)
        again = setup.rematch(self._fresh(match))
        if again not in self.stored.values():
            self.model.time += 1
            self.stored[self.model.start(match.home, match)] = again

    def _may_make_a_match(self):
        on_no_table = [match for match in self.model.matches if match.table is None]
        return len(on_no_table) < MATCHES

    @precondition(lambda self: len(self.phones) < PHONES + FORGOTTEN)
    @rule(phone=phones, has_key=st.booleans())
    def a_phone_forgets_itself(self, phone, has_key):
        """With a paper key, what it had waits for that. Its holder is another phone from then on."""
        owned = [
            one for one in self._circles_in_use() if phone in self.model.owners(one)
        ]
        if any(not self._holders(one) - {phone} for one in owned):
            return  # nobody would be left to take these steps
        known = self.phones[phone]
        heir = len(self.phones)
        words = " ".join(paper_keys.make(known, "es")) if has_key else ""
        self.old_cookies.append(known.uid)
        answer = self.clients[phone].post(
            reverse("forget"), {} if has_key else {"keys": "on"}
        )
        assert answer.status_code == 200
        self.model.forget(phone, heir, has_key=has_key)
        self.keep_keys(phone, heir, words)
        known.refresh_from_db()
        self.phones.append(known)
        self.copied.append(self.copied[phone])
        self._begin_anew(phone)

    def _begin_anew(self, phone):
        """Another browser, which has seen nothing."""
        self.clients[phone] = Client()
        self.phones[phone] = new_phone(self.clients[phone])
        self.copied[phone] = set()
        for facts in (self.had, self.taken):
            for key in [key for key in facts if key[0] == phone]:
                del facts[key]

    @precondition(lambda self: len(self.model.circles) < CIRCLES)
    @rule(phone=phones)
    def a_phone_starts_a_circle(self, phone):
        self._add_circle(phone, start(self.clients[phone], "Ana", "Eva", circle="new"))

    # What holds after every step

    @invariant()
    def every_phone_may_what_the_model_says(self):
        expected = {key: self._shown(*key) for key in self._pairs()}
        assert {key: self._asked(*key) for key in expected} == expected

    @invariant()
    def no_copy_of_a_cookie_outlives_forgetting(self):
        asked = {
            (cookie, target) for cookie in self.old_cookies for target in self.stored
        }
        assert {self._role_of(cookie, target) for cookie, target in asked} <= {NONE}

    @invariant()
    def every_link_ever_seen_works_as_the_model_says(self):
        for phone, copied in enumerate(self.copied):
            copied.update(self.model.visible_links(phone))
        for link in set().union(*self.copied) - self.paths.keys():
            is_of_night = isinstance(link.target, Night | TableOfNight)
            fresh = self._fresh(link.target)
            self.paths[link] = (
                self._path_of(link)
                if is_of_night
                else grants.link_path(fresh, Role(link.role))
            )
        current = self._current_paths() | self._paths_of_nights()
        works = {link: path in current for link, path in self.paths.items()}
        assert works == {link: self.model.is_live(link) for link in works}

    @invariant()
    def nothing_that_was_copied_gives_back_what_was_taken(self):
        self._note_what_was_taken()
        for phone, copied in enumerate(self.copied):
            for link in filter(self.model.is_live, copied):
                for target in self.model.offered(link):
                    if self.model.sees_the_card_of(phone, target):
                        continue
                    offered = self.model.offered_role(link, target)
                    lost = self.taken.get((phone, target), set())
                    assert not lost & {*range(1, offered + 1)}, (phone, link)

    def _note_what_was_taken(self):
        for key in self._pairs():
            before = self.had.get(key, NONE)
            now = self.model.may(*key)
            lost = self.taken.setdefault(key, set())
            lost |= set(range(now + 1, before + 1))
            lost -= set(range(1, now + 1))
            self.had[key] = now

    # Asking the app

    def _asked(self, phone, target):
        return self._role_of(self.phones[phone].uid, target)

    def _role_of(self, uid, target):
        request = SimpleNamespace(phone_uid=uid)
        stored = self.stored[target]
        if isinstance(target, TableOfNight):
            return SCORE if stored.grants.filter(phone__uid=uid).exists() else NONE
        try:
            if isinstance(target, Night):
                return access.night_to_watch(request, stored.code).role
            load = (
                rights.visit_to_watch
                if isinstance(target, Match)
                else rights.circle_to_watch
            )
            return load(request, stored.code).role
        except Http404:
            return NONE

    def _shown(self, phone, target):
        """What the app answers: of a table whether the phone scanned its card."""
        if isinstance(target, TableOfNight):
            return self.model.right(phone, target).role
        is_hidden = isinstance(target, Circle) and self.model.root(target) != target
        return NONE if is_hidden else self.model.may(phone, target)

    def _current_paths(self):
        """The links that work now. Those that a phone takes are also requested."""
        shown = list(map(self._fresh, self._targets()))
        return {
            grants.link_path(target, Role(role)) for target in shown for role in ROLES
        }

    # Choosing

    def _pairs(self):
        return [
            (phone, target)
            for phone in range(len(self.phones))
            for target in self.stored
        ]

    def _targets(self):
        matches = [target for target in self.stored if isinstance(target, Match)]
        return [*self._circles_in_use(), *matches]

    def _given(self, target):
        """What each phone was given there; phones without anything are left out."""
        given = {
            phone: self.model.given(phone, target) for phone in range(len(self.phones))
        }
        return {phone: role for phone, role in given.items() if role}

    def _circles_in_use(self):
        """Those that are not in another one."""
        root = self.model.root
        return [circle for circle in self.model.circles if root(circle) == circle]

    def _owner(self, target, number):
        return picked(sorted(self._holders(target)), number)

    def _holders(self, target):
        """The phones that somebody holds and that own it."""
        return {
            phone for phone in range(PHONES) if self.model.may(phone, target) == OWN
        }

    def _note_raise(self, phone, target, role):
        is_raised = isinstance(target, Circle) and role > self.model.may(phone, target)
        if is_raised and len(self.model.merged(target)) > 1:
            self.raised_in_merged.add(phone)

    def _kind(self, target):
        return grants.kind_of(self.stored[target])

    def _fresh(self, target):
        stored = self.stored[target]
        return type(stored).objects.get(pk=stored.pk)


@pytest.mark.long
def test_who_may_what_is_what_a_naive_model_says():
    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=share("long evenings of rights", nightly=80, here=4),
            stateful_step_count=share("long evenings of rights", nightly=25, here=10),
            deadline=None,
            derandomize=IN_CI,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.explicit, Phase.generate, Phase.shrink],
        ),
    )

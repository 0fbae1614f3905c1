"""The ways back from a lost phone, as steps of the random evening of rights."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from webauthn.helpers import bytes_to_base64url

from scores.models import Phone
from tests.scores.support.naive_rights import NONE, OWN, Circle, Match, Rights
from tests.scores.support.vouched import LONG_AGO
from tests.support.authenticator import Authenticator

PHONES = 4
STEPS = ("open", "second", "finish", "take-back")
LOCALHOST = {"host": "localhost"}  # where browsers have passkeys without HTTPS
at = st.integers(0, 10**6)
phones = st.integers(0, PHONES - 1)


class WaysBack(RuleBasedStateMachine):
    model: Rights
    phones: list[Phone]
    clients: list[Client]
    stored: dict[Circle | Match, Any]
    raised_in_merged: set[int]
    papers: list[tuple[int, str]]  # whose, and the words
    passkeys: list[tuple[int, Authenticator]]
    valid: dict[tuple[str, int], object]  # for each phone the words or passkey that are good

    def lose_owners(self) -> None:
        """No phone is seen from now on: days pass where vouching needs them."""
        self.papers, self.passkeys, self.valid = [], [], {}
        Phone.objects.update(seen_on=timezone.localdate() - timedelta(days=400))

    @rule(owner=phones, phone=phones, key=at, is_new=st.booleans())
    def a_phone_types_words(self, owner: int, phone: int, key: int, is_new: bool) -> None:
        """Of a sheet that was just made, or of any: also of one that was used, or replaced by a newer one."""
        if is_new or not self.papers:
            words = self.clients[owner].post(reverse("paper-key")).context["words"]
            self.valid["paper", owner] = " ".join(words)
            self.papers.append((owner, " ".join(words)))
        owner, words = self.papers[-1 - (0 if is_new else key % len(self.papers))]
        is_valid = self.valid.get(("paper", owner)) == words
        answer = self.clients[phone].post(reverse("recover"), {"words": words, "do": "take"})
        assert answer.status_code == (302 if is_valid else 422)
        if is_valid:
            del self.valid["paper", owner]
            self._recover(owner, phone)

    @rule(owner=phones, phone=phones, key=at, is_new=st.booleans())
    def a_phone_uses_a_passkey(self, owner: int, phone: int, key: int, is_new: bool) -> None:
        """One that was just made, or any: also one that was removed."""
        if (is_new and len(self.passkeys) < PHONES) or not self.passkeys:
            self._make_passkey(owner)
            key = -1
        number = key % len(self.passkeys)
        owner, authenticator = self.passkeys[number]
        is_valid = ("passkey", number) in self.valid
        signed = authenticator.signs(self._begin(phone, "recover-passkey"))
        assert self._send(phone, "recover-passkey", credential=signed) == (302 if is_valid else 422)
        if is_valid:
            self._recover(owner, phone)

    def _make_passkey(self, phone: int) -> None:
        authenticator = Authenticator(name=b"passkey %d" % len(self.passkeys))
        made = authenticator.makes(self._begin(phone, "passkeys"))
        assert self._send(phone, "passkeys", credential=made) == 302
        self.valid["passkey", len(self.passkeys)] = authenticator
        self.passkeys.append((phone, authenticator))

    @precondition(lambda self: self._passkeys_in_hand())
    @rule(key=at)
    def a_phone_removes_a_passkey(self, key: int) -> None:
        live = self._passkeys_in_hand()
        number = live[key % len(live)]
        owner = self.passkeys[number][0]
        name = bytes_to_base64url(self.passkeys[number][1].id)
        row = self.phones[owner].passkeys.get(credential=name)
        assert self._send(owner, "passkeys", do="remove", pk=row.pk) == 302
        del self.valid["passkey", number]

    def _passkeys_in_hand(self) -> list[int]:
        """The valid ones of phones that somebody holds."""
        live = [number for kind, number in self.valid if kind == "passkey"]
        return [number for number in live if self.passkeys[number][0] < PHONES]

    def keep_keys(self, phone: int, heir: int, words: str) -> None:
        """The phone has forgotten itself: with words for a new sheet all its keys are those of `heir`."""
        self.papers += [(phone, words)] if words else []
        self.valid["paper", phone] = words
        for papers in (self.papers, self.passkeys):
            papers[:] = [(heir if owner == phone else owner, key) for owner, key in papers]
        self.valid["paper", heir] = self.valid.pop(("paper", phone))
        if not words:
            gone = [number for number, (owner, _key) in enumerate(self.passkeys) if owner == heir]
            for number in gone:
                self.valid.pop(("passkey", number), None)

    # The table vouches

    @rule(phone=phones, candidate=phones, place=at, do=st.sampled_from((*STEPS, "refuse")))
    def anybody_vouches(self, phone: int, candidate: int, place: int, do: str) -> None:
        circles = self._circles_in_use()
        self._vouch(do, phone, circles[place % len(circles)], candidate)

    @rule(candidate=phones, place=at, steps=st.integers(1, len(STEPS)), refuses=st.booleans())
    def the_table_vouches(self, candidate: int, place: int, steps: int, refuses: bool) -> None:
        """From where it stands, by phones that may."""
        circles = self._circles_in_use()
        circle = circles[place % len(circles)]
        for do in ("refuse",) if refuses else STEPS[:steps]:
            able = [one for one in range(PHONES) if self._may(do, one, circle)]
            if able:
                self._vouch(do, able[place % len(able)], circle, candidate)

    def _may(self, do: str, phone: int, circle: Circle) -> bool:
        self._let_days_pass(do, circle)
        return self.model.may_do(do, phone, circle)

    def _vouch(self, do: str, phone: int, circle: Circle, candidate: int) -> None:
        is_chosen = do != "open" or NONE < self.model.given(candidate, circle) < OWN
        is_done = is_chosen and self._may(do, phone, circle)
        if do == "take-back" and is_done and self.raised_in_merged:
            return  # raised and lowered again while two circles are one: a split may leave it less
        address = reverse("vouch", args=[self.stored[circle].code])
        answer = self.clients[phone].post(address, self._fields(do, candidate, circle))
        assert (answer.status_code == 302) == is_done
        if is_done and do == "finish":
            self._note_raise(self.model.request(circle).candidate, circle, OWN)
        if is_done:
            self.model.do(do, phone, circle, candidate)

    def _let_days_pass(self, do: str, circle: Circle) -> None:
        stored = self.stored[circle]
        if do == "open":
            stored.grants.update(granted_at=timezone.now() - LONG_AGO)
        request = self.model.request(circle)
        if do == "finish" and request and request.second is not None and request.owners is None:
            stored.vouchings.filter(ended_at=None, passed_at=None).update(
                opened_at=timezone.now() - timedelta(days=8), seconded_at=timezone.now() - timedelta(days=7)
            )
            request.is_ripe = True

    def _fields(self, do: str, candidate: int, circle: Circle) -> dict[str, object]:
        grant = self.stored[circle].grants.filter(phone=self.phones[candidate]).first()
        return {"do": do, "phone": grant.pk if grant else 0}

    # Steps of several

    def _recover(self, old: int, phone: int) -> None:
        roots = {one: self.model.may(old, one) for one in self._circles_in_use()}
        for circle, role in roots.items():
            self._note_raise(phone, circle, role)
        self.model.recover(old, phone)

    def _begin(self, phone: int, name: str) -> dict[str, Any]:
        return self.clients[phone].post(reverse(name), {"do": "begin"}, headers=LOCALHOST).json()

    def _send(self, phone: int, name: str, **fields: object) -> int:
        return self.clients[phone].post(reverse(name), fields, headers=LOCALHOST).status_code

"""The ways back from a lost phone, as steps of the random evening of rights."""

from django.urls import reverse
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from webauthn.helpers import bytes_to_base64url

from tests.support.authenticator import Authenticator

PHONES = 4
LOCALHOST = {"host": "localhost"}  # where browsers have passkeys without HTTPS
at = st.integers(0, 10**6)
phones = st.integers(0, PHONES - 1)


class WaysBack(RuleBasedStateMachine):
    """Beside the steps of `test_rights_at_random`, which has the model and the phones."""

    def begin_without_keys(self):
        self.papers = []  # whose, and the words
        self.passkeys = []  # whose, and its authenticator
        self.valid = {}  # for each phone the words or passkey that are good

    @rule(owner=phones, phone=phones, key=at, is_new=st.booleans())
    def a_phone_types_words(self, owner, phone, key, is_new):
        """Of a sheet that was just made, or of any: also of one that was used, or replaced by a newer one."""
        if is_new or not self.papers:
            words = self.clients[owner].post(reverse("paper-key")).context["words"]
            self.valid["paper", owner] = " ".join(words)
            self.papers.append((owner, " ".join(words)))
        owner, words = self.papers[-1 - (0 if is_new else key % len(self.papers))]
        is_valid = self.valid.get(("paper", owner)) == words
        answer = self.clients[phone].post(
            reverse("recover"), {"words": words, "do": "take"}
        )
        assert answer.status_code == (302 if is_valid else 422)
        if is_valid:
            del self.valid["paper", owner]
            self._recover(owner, phone)

    @rule(owner=phones, phone=phones, key=at, is_new=st.booleans())
    def a_phone_uses_a_passkey(self, owner, phone, key, is_new):
        """One that was just made, or any: also one that was removed."""
        if (is_new and len(self.passkeys) < PHONES) or not self.passkeys:
            self._make_passkey(owner)
            key = -1
        number = key % len(self.passkeys)
        owner, authenticator = self.passkeys[number]
        is_valid = ("passkey", number) in self.valid
        signed = authenticator.signs(self._begin(phone, "recover-passkey"))
        answer = self._send(phone, "recover-passkey", credential=signed)
        assert answer.status_code == (302 if is_valid else 422)
        if is_valid:
            self._recover(owner, phone)

    def _make_passkey(self, phone):
        authenticator = Authenticator(name=b"passkey %d" % len(self.passkeys))
        made = authenticator.makes(self._begin(phone, "passkeys"))
        assert self._send(phone, "passkeys", credential=made).status_code == 302
        self.valid["passkey", len(self.passkeys)] = authenticator
        self.passkeys.append((phone, authenticator))

    @precondition(lambda self: self._passkeys_in_hand())
    @rule(key=at)
    def a_phone_removes_a_passkey(self, key):
        live = self._passkeys_in_hand()
        number = live[key % len(live)]
        owner = self.passkeys[number][0]
        name = bytes_to_base64url(self.passkeys[number][1].id)
        row = self.phones[owner].passkeys.get(credential=name)
        removed = self._send(owner, "passkeys", do="remove", pk=row.pk)
        assert removed.status_code == 302
        del self.valid["passkey", number]

    def _passkeys_in_hand(self):
        """The valid ones of phones that somebody holds."""
        live = [number for kind, number in self.valid if kind == "passkey"]
        return [number for number in live if self.passkeys[number][0] < PHONES]

    def keep_keys(self, phone, heir, words):
        """The phone has forgotten itself: with words for a new sheet all its keys are those of `heir`."""
        self.papers += [(phone, words)] if words else []
        self.valid["paper", phone] = words
        for papers in (self.papers, self.passkeys):
            papers[:] = [
                (heir if owner == phone else owner, key) for owner, key in papers
            ]
        self.valid["paper", heir] = self.valid.pop(("paper", phone))
        if not words:
            gone = [
                number
                for number, (owner, _key) in enumerate(self.passkeys)
                if owner == heir
            ]
            for number in gone:
                self.valid.pop(("passkey", number), None)

    # Steps of several

    def _recover(self, old, phone):
        roots = {one: self.model.may(old, one) for one in self._circles_in_use()}
        for circle, role in roots.items():
            self._note_raise(phone, circle, role)
        self.model.recover(old, phone)

    def _begin(self, phone, name):
        return self._send(phone, name, do="begin").json()

    def _send(self, phone, name, **fields):
        return self.clients[phone].post(reverse(name), fields, headers=LOCALHOST)

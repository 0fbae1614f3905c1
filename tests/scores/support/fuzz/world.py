"""Circles with matches, whose texts contain marks, and phones with every kind of right."""

from contextlib import contextmanager, suppress
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from unittest import mock
from uuid import UUID, uuid4

from django.core import signing
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from rules.match.corrections import Undone
from rules.night.presets import Format
from rules.night.stages import MatchOf
from rules.presets import RULESETS
from scores.circle.archive import lifecycle
from scores.circle.circles import merging
from scores.core.access import grants
from scores.models import Circle, Claim, Grant, HouseRules, Match, Phone, Player, Role
from scores.night.models import Night
from scores.table.new_match.setup import save_rules
from tests.rules.night.support.logs import stages_of
from tests.rules.support.table import hand
from tests.scores.support import factories
from tests.scores.support.nights import (
    EIGHT,
    all_reported,
    ended,
    open_night,
    played,
    published,
)
from tests.scores.support.photos import give_photo
from tests.scores.support.table import update_row

SALT = "scores.phone"  # of the cookie that names a phone
COOKIE = "phone"
DAY = 24 * 3600

STRANGER = "stranger"
OWNER = "circle own"
ELSEWHERE = "own elsewhere"
OF_A_MATCH = ("match watch", "match score", "match own")
OF_A_CIRCLE = ("circle watch", "circle score", OWNER)
FORGED = ("mangled", "unknown", "too old")
WHO = (STRANGER, *OF_A_MATCH, *OF_A_CIRCLE, ELSEWHERE, "revoked", *FORGED)


def mark(kind, pk):
    """A unique text for a circle, a match, a player or house rules."""
    return f"zqz{kind}{pk}zqz"


class World:
    """The circles and phones. `mend` restores the rights of all phones."""

    def __init__(self):
        self.ours, self.others, self.second = (
            Circle.objects.create(name=name) for name in ("Jueves", "Ajenos", "Martes")
        )
        self.phones = {
            who: Phone.objects.create(name=f"De {who}")
            for who in WHO
            if who != STRANGER
        }
        self.match = _matches(self.ours)
        _matches(self.others)
        _started(self.second, "chinchon", ("Ana", "Zoe"), (hand(0, 60),))
        self._happened()
        self.jars = {who: {COOKIE: self.cookie(who)} for who in self.phones}
        self.jars[STRANGER] = {}
        self.mend()

    def _happened(self):
        """Create what some addresses need: a match in the bin, merged players and circles, a club night."""
        for circle in (self.ours, self.others):
            lifecycle.delete(_started(circle, "chinchon", ("Ana", "Luis"), ()))
            save_rules(circle, "De casa", RULESETS["chinchon"])
        owner = self.phones[OWNER]
        ana = self.match.seats.first().player
        merging.merge_players(
            ana, Player.objects.create(circle=self.ours, name="Anita"), owner
        )
        give_photo(ana)
        gone = Circle.objects.create(name="Lunes")
        _started(gone, "gin", ("Ana", "Paz"), ())
        merging.merge(self.ours, gone, {}, owner)
        self._held_nights()

    def _held_nights(self):
        """One is over, two are level for the final of another, and the others are planned and in their first
        round; there are three of these, because somebody may end one at once."""
        ended(published(open_night(self.second)))
        final = stages_of(Format.EVERYBODY, MatchOf(), 1, 3)
        all_reported(published(open_night(self.ours, *EIGHT, stages=final)))
        first = [
            published(open_night(circle, *EIGHT, preset=Format.LEAGUE))
            for circle in (self.others, self.ours, self.ours, self.ours)
        ]
        Night.objects.filter(pk__in=[night.pk for night in first]).update(
            starts_on="2026-07-03"
        )
        at_tables = [
            reverse("match-night", args=[played(night).code]) for night in first[1:]
        ]
        result = reverse("tell", args=[self.ours.matches.finished().first().code])
        # with forms or links that few pages of their kind have
        self.rare_pages = [self.match.get_absolute_url(), result, *at_tables]

    def cookie(self, who):
        """The cookie of a phone as the app signs it; a forged one has a wrong signature."""
        phone = self.phones[who].uid.hex
        if who == "unknown":
            return signed(uuid4().hex)
        if who == "too old":
            return signed(phone, days=401)
        return signed(phone).replace(":", "_", 1) if who == "mangled" else signed(phone)

    # Rights

    def mend(self):
        """Restore the phones that forgot themselves, the rights, the claims, the bin and the marks."""
        Phone.objects.bulk_update(self.phones.values(), ["uid"])
        Grant.objects.filter(phone__in=self.phones.values()).delete()
        for holders, thing in ((OF_A_MATCH, self.match), (OF_A_CIRCLE, self.ours)):
            for who in holders:
                grants.grant(self.phones[who], thing, Role[who.split()[1].upper()])
        grants.grant(self.phones[OWNER], self.second, Role.OWN)
        grants.grant(self.phones[ELSEWHERE], self.others, Role.OWN)
        player = self.match.seats.first().player
        Claim.objects.get_or_create(phone=self.phones[ELSEWHERE], player=player)
        Match.objects.filter(pk=self.match.pk).update(deleted_at=None)
        Night.objects.update(deleted_at=None)
        _put_marks()


def _matches(circle):
    """Start a match of each game, and some with hands; in the newest a buy-back question is open."""
    for key in RULESETS:
        low, _high = RULESETS[key].players
        _started(circle, key, ("Ana", "Luis", "Eva", "Paz")[: max(low, 2)], ())
    for names in (("Ana", "Luis"), ("Luis", "Ana", "Eva")):
        _started(
            circle,
            "chinchon",
            names,
            (hand(0, *[60] * (len(names) - 1)),),
            limit=50,
            rebuys=0,
            stake=5,
        )
    lifecycle.archive(_started(circle, "chinchon", ("Ana", "Luis"), ()))
    undone = (hand(0, 10), hand(1, 5), Undone())
    _started(circle, "chinchon", ("Ana", "Luis"), undone)
    return _started(
        circle,
        "chinchon",
        ("Ana", "Luis", "Eva"),
        (hand(0, 10, 20), hand(1, 60, 5)),
        limit=50,
        rebuys=2,
        rebuy_choice="ask",
        stake=100,
        rebuy_stake=None,
    )


def _started(circle, key, names, hands, **turned):
    ruleset = RULESETS[key].with_options(turned)
    return factories.match_in(circle, names, ruleset, *hands, currency="€", place="Bar")


def _put_marks():
    """Write marks into free texts. Some names stay, because erasing asks to type them."""
    for kind, text, rows in (
        ("c", "Los", Circle.objects.all()),
        ("p", "Eva", Player.objects.filter(name__in=["Eva", "Paz"])),
        ("h", "Casa", HouseRules.objects.all()),
    ):
        for row in rows:
            update_row(row, name=f"{text} {mark(kind, row.pk)}")
    for match in Match.objects.all():
        match.note = f"Nota {mark('m', match.pk)}"
        match.save(update_fields=["note", "sought"])
    Match.objects.update(version=F("version") + 1)  # cached boards show the old names


def signed(text, days=0):
    """A cookie signed so many days ago."""
    then = timezone.now().timestamp() - days * DAY
    with mock.patch.object(signing, "time", SimpleNamespace(time=lambda: then)):
        return signing.TimestampSigner(salt=SALT).sign(text)


def phones_in(cookies):
    """All phones with a signed value anywhere in a Cookie header."""
    found = set()
    for part in cookies.replace('"', "").split(";"):
        value = part.partition("=")[2].strip()
        with suppress(signing.BadSignature, ValueError):
            found.add(
                UUID(
                    signing.TimestampSigner(salt=SALT).unsign(
                        value, max_age=timedelta(days=400)
                    )
                )
            )
    return found


@contextmanager
def same_dice(seed):
    """Make codes, keys and tokens random by the seed too, so that an evening can be repeated."""
    dice = Random(seed)
    drawn = Random(f"{seed} of the machine")
    with (
        mock.patch("os.urandom", drawn.randbytes),
        mock.patch("random._urandom", drawn.randbytes),
    ):
        yield dice

"""Phones at a table: send forms, read pages and the stored match.

A phone is Django's test client. Its requests go to the real addresses; only `start`, `phone_with` and `play`
write without requests (`factories`). `forms` parses the forms of a page as a browser without JavaScript does,
and `tap` submits one of them.
"""

import re
import threading
import time
from html import unescape
from types import SimpleNamespace
from uuid import uuid4
from weakref import WeakKeyDictionary

import pytest
from django.core import signing
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from scores.core.access import grants
from scores.core.matches.scoresheet import Sheet
from scores.fields import hand_fields
from scores.models import Match, Player, Role
from tests.rules.support import table as paper
from tests.rules.support.table import hand, nobody_closed
from tests.scores.support.factories import holder, phone_with, start, write
from tests.support.forms import Reader
from tests.support.wire import without_elements_of_names

__all__ = ["hand", "nobody_closed", "phone_with", "start"]

real_transactions = pytest.mark.django_db(transaction=True)
"""The mark of tests in which several connections write: what they write is committed."""

# Phones


def start_by_form(phone, *names, **fields):
    """Start a match through the form."""
    response = phone.post(reverse("new-match"), new_match(*names, **fields))
    assert response.status_code == 302, page_text(response)
    return Match.objects.get(code=response.url.split("/")[2])


def new_match(*names, **fields):
    """The fields of a filled-in form for a new match."""
    seated = {f"name_{index}": name for index, name in enumerate(names)}
    seats = {"places": max(4, len(names))}
    return {
        "uid": uuid4(),
        "preset": "chinchon",
        "dealer": 0,
        **seats,
        **seated,
        **fields,
    }


def later(monkeypatch, days):
    """Let the cookies be so many days older from now on."""
    then = time.time() + days * 24 * 3600
    monkeypatch.setattr(signing, "time", SimpleNamespace(time=lambda: then))


def take_link(phone, thing, role, name=""):
    thing.refresh_from_db()
    answer = phone.post(grants.link_path(thing, role), {"name": name})
    assert answer.status_code == 302


def taking(thing, role, name=""):
    """A phone that took a link and gave its name."""
    client = Client()
    take_link(client, thing, role, name)
    return client


def page_of_phone(thing, client):
    """The address at which owners look after what this phone may there."""
    grant = thing.grants.get(phone=holder(client))
    return address_of(f"{grants.kind_of(thing)}-phone", thing, grant.pk)


def roles_of(client, *things):
    """What this phone was given in each of them."""
    grants_of = [thing.grants.filter(phone=holder(client)).first() for thing in things]
    return [Role(grant.role) if grant else Role.NONE for grant in grants_of]


def links_of(*things):
    """All links of these, as a phone could copy them now."""
    for thing in things:
        thing.refresh_from_db()
    roles = (Role.WATCH, Role.SCORE, Role.OWN)
    return [grants.link_path(thing, role) for thing in things for role in roles]


def taken(links):
    """How the links are answered to strangers who take them."""
    return [Client().post(link).status_code for link in links]


# Sending forms


def address_of(name, thing, *more):
    """The address with this name of a match, a circle or a night; `more` are its other parameters."""
    return reverse(name, args=[thing.code, *more])


def page_at(phone, name, thing, *more):
    """The page at the address with this name."""
    return phone.get(address_of(name, thing, *more))


def send_to(phone, name, thing, /, *more, **fields):
    """POST these fields, and no others, to the address with this name."""
    return phone.post(address_of(name, thing, *more), fields)


def form_fields(match, **fields):
    """The hidden fields of a form that is rendered now, with `fields` added or replaced."""
    return {"seq": match.entries.count(), "client_key": uuid4().hex, **fields}


def score(phone, match, scored, **fields):
    """POST a hand to the match."""
    return post(phone, "score-hand", match, **{**hand_fields(scored), **fields})


def post(phone, address, match, /, *args, **fields):
    """POST to an address of the match; the form is rendered now unless `seq` and `client_key` are given."""
    return phone.post(address_of(address, match, *args), form_fields(match, **fields))


def play(phone, match, *hands):
    """Write hands of this phone to the log, without requests."""
    write(match, *hands, phone=phone)


def played(phone, *names_and_hands, **fields):
    """A match of players with these names, and with these hands. `fields` are those of `start`."""
    match = start(
        phone, *(name for name in names_and_hands if isinstance(name, str)), **fields
    )
    play(
        phone,
        match,
        *(scored for scored in names_and_hands if not isinstance(scored, str)),
    )
    return match


def won_by_ana(phone, **fields):
    """A match that Ana won from Luis in its only hand."""
    return played(phone, "Ana", "Luis", hand(0, 60), limit=50, rebuys=0, **fields)


def happen(phone, match, kind, /, **fields):
    response = post(phone, "happen", match, kind, **fields)
    assert response.status_code == 302, page_text(response)


def answer(phone, match, seat, yes_or_no):
    assert post(phone, "answer", match, seat, yes_or_no).status_code == 302


def undo(phone, match):
    assert post(phone, "undo", match).status_code == 302


def redo(phone, match):
    assert post(phone, "redo", match).status_code == 302


def at_once(*acts):
    """Run the functions at the same time, each in a thread with its own database connection.

    Returns their results; for an exception its type.
    """
    gate = threading.Barrier(len(acts))
    answers = [None] * len(acts)

    def run(index, act):
        try:
            gate.wait(timeout=5)
            answers[index] = act()
        except Exception as error:
            answers[index] = type(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=item) for item in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    return answers


_WAITS_FOR_US = "SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))"


def till_somebody_waits(is_done=None):
    """Wait until another connection waits for a lock of this one, or `is_done` is set.

    Only on PostgreSQL: on SQLite a writer waits before it has read anything.
    """
    end = time.monotonic() + 10
    while connection.vendor == "postgresql" and not (is_done and is_done.is_set()):
        with connection.cursor() as cursor:
            cursor.execute(_WAITS_FOR_US)
            if cursor.fetchone():
                return
        assert time.monotonic() < end, "nobody waited"
        time.sleep(0.01)


def meet(first, second, must_wait=True):
    """Run `first` in a transaction up to its `yield`, then `second` beside it, then the rest of `first`.

    Where the database locks rows, `second` then waits for those of `first`; it has to, if it `must_wait`.
    """
    has_begun = threading.Event()
    is_done = threading.Event()

    def in_transaction():
        with transaction.atomic():
            steps = first()
            next(steps)
            has_begun.set()
            till_somebody_waits(None if must_wait else is_done)
            try:
                return next(steps)
            except StopIteration as end:
                return end.value

    def beside():
        assert has_begun.wait(timeout=5)
        answer = second()
        is_done.set()
        return answer

    return at_once(in_transaction, beside)


# Reading the stored match


def update_row(row, **columns):
    """Change what is stored of a row, without the code of the app that would."""
    type(row)._default_manager.filter(pk=row.pk).update(**columns)


def rename(name, new_name):
    """Give another name to every player of that name."""
    Player.objects.filter(name=name).update(name=new_name)


def rows_of(*tables):
    """All rows of these tables, as they are stored."""
    return [
        row
        for table in tables
        for row in table._default_manager.order_by("pk").values()
    ]


def match_now(match):
    """The match as it is stored now."""
    return Match.objects.get(pk=match.pk)


def board(match):
    return Sheet(match_now(match)).board


def totals(match):
    return paper.totals(board(match))


def rebuys(match):
    return paper.rebuys(board(match))


def lines(match):
    """The entries of the log as pairs of number and kind."""
    return [(row.seq, row.kind) for row in match.entries.all()]


# Reading pages


_PARSED = WeakKeyDictionary()


def forms(page):
    """The forms of a page, which is parsed once."""
    if page not in _PARSED:
        found = Reader(page.text).forms
        _PARSED[page] = [form for form in found if not form.is_other]
    return _PARSED[page]


def form(page, words):
    """The first form with a button with the text `words`, or with that id."""
    for candidate in forms(page):
        if candidate.id == words or any(
            words == button.text for button in candidate.buttons
        ):
            return candidate
    raise AssertionError(
        f"no form {words!r} among those with the buttons {buttons(page)}"
    )


def tap(phone, page, words, **changed):
    """Submit the form with the button `words`, with some fields changed."""
    submitted = form(page, words)
    pressed = {
        button.name: button.value
        for button in submitted.buttons
        if button.text == words and button.name
    }
    address = submitted.action or page.request["PATH_INFO"]
    return phone.post(
        address,
        {
            **submitted.fields,
            **pressed,
            **{key: str(new) for key, new in changed.items()},
        },
    )


def buttons(page):
    return [
        button.text for form in forms(page) for button in form.buttons if button.text
    ]


def html_of(page):
    return without_elements_of_names(page.text)


def flat(page):
    """The HTML of a page without white space beside tags, so that patterns find it in one line."""
    return re.sub(r" ?(<[^>]*?) ?(>) ?", r"\1\2", " ".join(html_of(page).split()))


def text_of(html):
    """The words of HTML; names stay beside the next letter."""
    words = re.sub(r"<[^>]*>", " ", without_elements_of_names(html))
    return " ".join(unescape(words).split())


def page_text(page):
    """The text of a page without tags, scripts and images."""
    text = re.sub(
        r"<(svg|script|style|head)\b.*?</\1>", " ", html_of(page), flags=re.DOTALL
    )
    words = re.sub(r"<[^>]*>", " ", text).replace("&nbsp;", " ")
    return " ".join(words.replace("&quot;", '"').replace("&#x27;", "'").split())


def page_of(phone, thing):
    """The page of a match, a circle or a night, as the phone gets it."""
    return phone.get(thing.get_absolute_url())


def text_at(phone, address):
    """The text of the page that the phone gets there."""
    return page_text(phone.get(address))


def text_on(phone, name, thing, *more):
    """The text of the page at the address with this name."""
    return page_text(page_at(phone, name, thing, *more))


def refusal(page, status=422):
    """The text of the page with which something was refused."""
    assert page.status_code == status
    return page_text(page)


def errors(page):
    """The error messages, in the order of the page."""
    return [
        " ".join(message.split())
        for message in re.findall(r'class="error"[^>]*>([^<]*)<', html_of(page))
    ]

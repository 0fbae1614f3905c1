"""The account of a circle: for who may see it what each owes, for who keeps score what was paid."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.numbers import whole_number
from scores.circle.accounts import log, page
from scores.circle.accounts.account import AccountPayment, Fact
from scores.circle.accounts.log import Account, AccountRefusal
from scores.circle.accounts.page import RefusedPayment
from scores.core.access import phone_cookie, rights
from scores.core.access.phones import phone_in_words
from scores.core.list_pages import page_of_list
from scores.core.matches.dates import zone_of
from scores.core.notation.numbers import money, parsed_cents
from scores.models import Circle, Player, Role, distinct_names

LINES = 40  # of the log on a page
MOST_DIGITS = 13  # of a payment before the comma: the matches of years may be more than one of them


@require_http_methods(["GET", "POST"])
def account(request: HttpRequest, code: str) -> HttpResponse:
    circle = circle_of(request, code)
    refused = write(request, circle)
    if request.method == "POST" and refused is None:
        return redirect("account", circle.code)
    now = Account(circle)
    if not now.has_money:
        raise Http404
    names = _names(page.persons_in(now.facts, now.balances, now.changed))
    newest = now.facts[::-1]
    facts, pages = page_of_list(newest, request.GET.get("page", ""), LINES)
    title = _("Cuentas de %(group)s, %(day)s") % {
        "group": circle.display_name,
        "day": _day(circle, timezone.now()),
    }
    dues = now.dues()
    context = {
        "circle": circle,
        "title": title,
        "text": page.text_to_send(title, dues[: page.SHOWN], names),
        "zero_key": uuid4(),
        "changed": _changed(now, names),
        "shown": page.shown_money(now.balances, dues, names, _key_of(), refused),
        "log": _log(circle, now.facts, facts[::-1], names),
        "may_pay": circle.role >= Role.SCORE,
        **pages,
    }
    status = 422 if refused else 200
    return render(request, "scores/accounts/account.html", context, status=status)


def _changed(now: Account, names: page.Names) -> str:
    if now.zero is None or not now.changed:
        return ""
    return page.changed_text(now.changed, names, _day(now.circle, now.zero.at))


def evening_context(
    circle: Circle, day: date, refused: RefusedPayment | None
) -> dict[str, Any]:
    """What the page of an evening shows of the account: what was paid there, and what is still to be paid."""
    now = Account(circle)
    zero = now.zero_after(day)
    own = {fact.key for fact in now.facts if fact.day == day.isoformat()}
    facts = [fact for fact in now.facts if fact.key in own or fact.undoes in own]
    dues = now.dues(day)
    net = now.of_day(day, [])
    names = _names(page.persons_in(facts, net))
    return {
        "may_pay": circle.role >= Role.SCORE,
        "settled": _day(circle, zero.at) if zero else "",
        "shown": page.shown_money(net, dues, names, _key_of(), refused),
        "log": _log(circle, facts, facts[-LINES:], names),
    }


def circle_of(request: HttpRequest, code: str) -> Circle:
    """The circle, for who may read its account; of a POST for who may write in it."""
    is_post = request.method == "POST"
    load = rights.circle_to_score if is_post else rights.circle_to_watch
    return load(request, code)


def write(
    request: HttpRequest, circle: Circle, day: date | None = None
) -> RefusedPayment | None:
    """Do what a POST says: `all` or `part` of a payment was paid, all is at `zero`, or `undo` an entry. What
    was refused, if it was.
    """
    if request.method != "POST":
        return None
    typed = request.POST
    phone = phone_cookie.phone_of(request)
    do = typed.get("do", "")
    if do == "undo":
        log.undo(circle, phone, uuid4(), _uuid(typed.get("entry", "")))
        return None
    named = (typed.get("currency", ""), typed.get("payer", ""), typed.get("payee", ""))
    part = typed.get("part", "") if do == "part" else ""
    cents = (
        parsed_cents(part, MOST_DIGITS)
        if do == "part"
        else whole_number(typed.get("all", ""), MOST_DIGITS + 2)
    )
    make = _payments_of_all if do == "zero" else partial(_payment, named, cents, day)
    try:
        log.append(circle, phone, _uuid(typed.get("key", "")), make, day)
    except AccountRefusal as refusal:
        return RefusedPayment(named, part, _why(refusal, cents, named[0]))
    return None


def _payments_of_all(now: Account) -> list[AccountPayment]:
    return [paid for paid, _open in now.dues()]


def _payment(
    named: tuple[str, str, str], cents: int | None, day: date | None, now: Account
) -> list[AccountPayment]:
    """So much of the payment that is named. Raises AccountRefusal if it is not to be made, or less of it."""
    for paid, still_open in now.dues(day):
        if page.names_in_form(paid) == named:
            if cents is None or not 0 < cents <= still_open:
                raise AccountRefusal(open_cents=still_open)
            return [paid._replace(cents=cents)]
    raise AccountRefusal


def _why(refusal: AccountRefusal, cents: int | None, currency: str) -> str:
    if refusal.is_full:
        return _("En estas cuentas no caben más pagos.")
    if refusal.open_cents is None:
        return _("Ese pago ya no está pendiente: mira cómo ha quedado.")
    if cents is None or cents <= 0:
        return _("Escribe una cantidad, como 2 o 1,50.")
    most = money(refusal.open_cents, currency)
    return _("Quedan por pagar %(most)s: escribe eso o menos.") % {"most": most}


def _uuid(typed: str) -> UUID:
    try:
        return UUID(typed)
    except ValueError as wrong:
        raise Http404 from wrong


def _key_of() -> Callable[[int], str]:
    """Makes the keys of the forms of one page, by their numbers."""
    of_page = uuid4()
    return lambda number: str(uuid5(of_page, str(number)))


def _names(persons: set[int]) -> page.Names:
    return distinct_names(Player.objects.filter(pk__in=persons))


def _day(circle: Circle, at: datetime) -> str:
    return date_format(at.astimezone(zone_of(circle)), "DATE_FORMAT")


def _log(
    circle: Circle, facts: Sequence[Fact], shown: Sequence[Fact], names: page.Names
) -> list[page.AccountLogLine]:
    """These lines of the log, with the phones that wrote them."""
    zone = zone_of(circle)
    entries = circle.account_entries.filter(uid__in=[fact.key for fact in shown])
    rows = entries.exclude(by=None).values_list("uid", "by__name")
    return page.log_lines(
        facts,
        shown,
        names,
        lambda at: date_format(at.astimezone(zone), "SHORT_DATETIME_FORMAT"),
        {str(uid): phone_in_words(name) for uid, name in rows},
        may_undo=circle.role >= Role.SCORE,
    )

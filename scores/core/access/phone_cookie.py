"""The phone of a request: its signed cookie, and the middleware that reads and renews it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from scores.core import database
from scores.core.access import rights_log
from scores.models import Phone

COOKIE = "phone"
# names of the addresses that have a token
LINKS = (
    "link",
    "link-picture",
    "link-board",
    "link-overlay",
    "link-league",
    "link-league-csv",
    "link-nights",
    "table-link",
    "night-link",
)
# on a public site: no other name of the domain can set it
SECURE_COOKIE = "__Host-phone"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
RENEW_AFTER = 24 * 3600  # seconds
# Until then a public site takes COOKIE too, which its phones have from before version 0.6. Cookies that were
# signed before the release of 0.6 last no longer.
OLD_NAME_UNTIL = datetime(2028, 1, 1, tzinfo=UTC)
FORM_KEY_VALID = timedelta(hours=1)
# Each name has a salt of its own. A public site signs nothing for COOKIE, so what it takes under that name
# was signed before the upgrade, whenever that was: another name of the domain cannot plant a newer value.
_signer = TimestampSigner(salt="scores.phone")
_secure_signer = TimestampSigner(salt="scores.phone.secure")


class PhoneMiddleware(MiddlewareMixin):
    """Sets `request.phone_uid` from the signed cookie, or None. Once a day it renews the cookie and updates
    `Phone.seen_on`, but not on the page of a share link: opening one changes nothing.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        cookie = value_and_name(request.COOKIES)
        before = request.phone_uid = phone_from_cookie(*cookie)
        token = rights_log.asking.set(before)
        try:
            response = self.get_response(request)
        finally:
            rights_log.asking.reset(token)
        # keep the token in the address from other sites, search engines and caches
        if is_link(request):
            response["Referrer-Policy"] = "strict-origin"
            response["X-Robots-Tag"] = "noindex"
            response["Cache-Control"] = "no-store"
        if request.phone_uid and request.phone_uid != before:
            _write_cookie(response, request.phone_uid)
        elif request.phone_uid and not is_link(request) and _is_due(*cookie):
            # Where the database takes no writes: whoever opened the page shall see it.
            with suppress(*database.NOT_WRITABLE), database.derived_rows_transaction():
                Phone.objects.filter(uid=request.phone_uid).update(
                    seen_on=timezone.localdate()
                )
            _write_cookie(response, request.phone_uid)
        return response


def value_and_name(cookies: Mapping[str, str]) -> tuple[str, str]:
    """Value and name of the phone's cookie. Until OLD_NAME_UNTIL a public site also takes the older name."""
    takes_old = not settings.HTTPS or (
        SECURE_COOKIE not in cookies and timezone.now() < OLD_NAME_UNTIL
    )
    name = COOKIE if takes_old else SECURE_COOKIE
    return cookies.get(name, ""), name


def phone_from_cookie(
    cookie: str, name: str = COOKIE, max_age: int = COOKIE_AGE
) -> UUID | None:
    """The phone, or None. SECURE_COOKIE cannot be planted: it may hold what was signed for COOKIE."""
    for signer in (_signer, _secure_signer) if name == SECURE_COOKIE else (_signer,):
        with suppress(BadSignature, ValueError):
            return UUID(signer.unsign(cookie, max_age=max_age))
    return None


def phone_if_known(
    request: HttpRequest, counted: str = "", values: Sequence[Any] = ()
) -> Phone | None:
    """The phone of this request, read once; the first who asks may add SQL, `counted`, with its values."""
    if not hasattr(request, "phone"):
        uid = request.phone_uid
        query = f"SELECT scores_phone.*{counted} FROM scores_phone WHERE scores_phone.uid = %s"  # noqa: S608  # nothing in it was typed
        phones = Phone.objects.raw(query, [*values, stored_uid(uid)]) if uid else ()
        request.phone = next(iter(phones), None)
    return request.phone


def phone_of(request: HttpRequest) -> Phone:
    """The phone of this request, or 404: reading a page creates no phone."""
    phone = phone_if_known(request)
    if phone is None:
        raise Http404
    return phone


def phone_that_writes(request: HttpRequest, form_key: UUID | None = None) -> Phone:
    """The phone of this request, created if this is its first write. For FORM_KEY_VALID the same `form_key`,
    the secret of a form, gives the same phone: the answer with the cookie may get lost, and the form be sent
    again.
    """
    phone = phone_if_known(request)
    if phone is None:
        phone = Phone.objects.create() if form_key is None else _phone_of_form(form_key)
        request.phone = phone
        request.phone_uid = phone.uid
        rights_log.asking.set(phone.uid)
    return phone


def _phone_of_form(key: UUID) -> Phone:
    phone, created = Phone.objects.get_or_create(uid=uuid5(key, "phone"))
    is_fresh = created or phone.created_at > timezone.now() - FORM_KEY_VALID
    return phone if is_fresh else Phone.objects.create()


def stored_uid(phone_uid: UUID | None) -> Any:
    """A uid as the database has it."""
    return Phone._meta.get_field("uid").get_db_prep_value(phone_uid, connection)


def is_link(request: HttpRequest) -> bool:
    return (
        request.resolver_match is not None and request.resolver_match.url_name in LINKS
    )


def _is_due(cookie: str, name: str) -> bool:
    """Whether to renew the cookie: it is a day old, or has the name for plain HTTP on a public site."""
    has_old_name = settings.HTTPS and name == COOKIE
    return has_old_name or not phone_from_cookie(cookie, name, RENEW_AFTER)


def _write_cookie(response: HttpResponse, uid: UUID) -> None:
    name, signer = (
        (SECURE_COOKIE, _secure_signer) if settings.HTTPS else (COOKIE, _signer)
    )
    response.set_cookie(
        name,
        signer.sign(uid.hex),
        COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    if settings.HTTPS:
        response.delete_cookie(COOKIE, samesite="Lax")

"""Passkeys of a phone: with its fingerprint, its holder gives another phone what this one may do.

The browser keeps a secret and signs challenges with it, for this site alone; stored is what proves the
signature. A challenge is in a signed cookie of the browser that asked for it, and works once."""

import json
import re
from typing import Any, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port
from django.utils import timezone
from django.utils.ipv6 import is_valid_ipv6_address
from limits import parse
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from scores.core.access import rate_limits
from scores.models import Passkey, Phone

COOKIE = "passkey"
VALID = 5 * 60  # seconds
ONCE = parse("1/5 minutes")  # at least as long as a challenge is valid
MOST_PASSKEYS = 10
MOST_LETTERS = 20_000  # of what a browser sends
LONGEST_ID = 1023  # bytes of the id of a passkey (Web Authentication, 4)
REQUIRED = UserVerificationRequirement.REQUIRED
_signer = signing.TimestampSigner(salt="scores.passkey")


class Unproven(Exception):
    """Raised for what proves nothing: a wrong signature or origin, an old or used challenge, another site."""


class Cloned(Unproven):
    """Raised where the counter of a passkey went back: somebody else has a copy of it."""


class RelyingParty(NamedTuple):
    """The relying party: the domain of this request and its origin, as the settings allow them."""

    domain: str
    origin: str


def site_of(request: HttpRequest) -> RelyingParty | None:
    """The site for which passkeys are made. None where browsers have none: without HTTPS, or without a domain
    of REENGANCHE_HOSTS.
    """
    domain, _port = split_domain_port(request.get_host())
    is_number = domain.replace(".", "").isdigit() or is_valid_ipv6_address(
        domain.strip("[]")
    )
    is_ours = domain in settings.ALLOWED_HOSTS and not is_number
    if domain != "localhost" and not (settings.HTTPS and is_ours):
        return None
    return RelyingParty(domain, f"{request.scheme}://{request.get_host()}")


def creation_options(site: RelyingParty, phone: Phone, name: str) -> HttpResponse:
    """What the browser needs to make a passkey of this phone."""
    known = phone.passkeys.values_list("credential", flat=True)
    options = generate_registration_options(
        rp_id=site.domain,
        rp_name="Reenganche",
        user_id=phone.uid.bytes,
        user_name=name,
        timeout=VALID * 1000,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(id=base64url_to_bytes(credential))
            for credential in known
        ],
    )
    return _with_challenge(options)


def request_options(site: RelyingParty) -> HttpResponse:
    """What the browser needs to offer the passkeys that it has for this site."""
    options = generate_authentication_options(
        rp_id=site.domain, timeout=VALID * 1000, user_verification=REQUIRED
    )
    return _with_challenge(options)


def _with_challenge(options: Any) -> HttpResponse:
    """The browser that asked keeps the challenge in it."""
    response = JsonResponse(options_to_json_dict(options))
    value = _signer.sign(bytes_to_base64url(options.challenge))
    response.set_cookie(
        COOKIE, value, VALID, secure=settings.HTTPS, httponly=True, samesite="Strict"
    )
    return response


def make(request: HttpRequest, phone: Phone, typed: str) -> None:
    """Store the passkey that the browser made. Raises Unproven."""
    expected = _expected_answer(request)
    made = _verified_answer(verify_registration_response, typed, **expected)
    is_too_long = len(made.credential_id) > LONGEST_ID
    if is_too_long or phone.passkeys.count() >= MOST_PASSKEYS:
        raise Unproven
    values = {
        "public_key": made.credential_public_key,
        "sign_count": made.sign_count,
        "phone": phone,
    }
    _row, is_new = Passkey.objects.get_or_create(
        credential=bytes_to_base64url(made.credential_id), defaults=values
    )
    if not is_new:
        raise Unproven


def proven_passkey(request: HttpRequest, typed: str) -> Passkey:
    """The passkey with which the browser signed. Raises Unproven, or Cloned."""
    expected = _expected_answer(request)
    credential = _credential_of(typed)
    passkey = (
        Passkey.objects.select_related("phone").filter(credential=credential).first()
    )
    if passkey is None:
        raise Unproven
    signed = _verified_answer(
        verify_authentication_response,
        typed,
        credential_public_key=bytes(passkey.public_key),
        credential_current_sign_count=0,  # looked at below, to tell a clone from a wrong signature
        **expected,
    )
    counts = signed.new_sign_count or passkey.sign_count  # many count nothing
    if counts and signed.new_sign_count <= passkey.sign_count:
        raise Cloned
    same = Passkey.objects.filter(pk=passkey.pk, sign_count=passkey.sign_count)
    if not same.update(sign_count=signed.new_sign_count, used_on=timezone.localdate()):
        raise Unproven  # removed or used meanwhile
    return passkey


def _expected_answer(request: HttpRequest) -> dict[str, Any]:
    """What must have been signed. The challenge of the cookie is used up. Raises Unproven."""
    site = site_of(request)
    try:
        challenge = _signer.unsign(request.COOKIES.get(COOKIE, ""), max_age=VALID)
    except signing.BadSignature as wrong:
        raise Unproven from wrong
    if site is None or not rate_limits.count(
        rate_limits.write_counts, ONCE, COOKIE, challenge
    ):
        raise Unproven
    return {
        "expected_challenge": base64url_to_bytes(challenge),
        "expected_rp_id": site.domain,
        "expected_origin": site.origin,
        "require_user_verification": True,
    }


def _credential_of(typed: str) -> str:
    """The id of the passkey in what the browser sent. Raises Unproven."""
    try:
        credential = str(json.loads(typed[:MOST_LETTERS])["id"])
    except (ValueError, TypeError, KeyError, RecursionError) as wrong:
        raise Unproven from wrong
    if not re.fullmatch(r"[A-Za-z0-9_-]+", credential):
        raise Unproven
    return credential


def _verified_answer(verify: Any, typed: str, **expected: Any) -> Any:
    """The answer of the package. Malformed bytes raise there whatever its parsers raise."""
    if len(typed) > MOST_LETTERS:
        raise Unproven
    try:
        return verify(credential=typed, **expected)
    except Exception as wrong:
        raise Unproven from wrong

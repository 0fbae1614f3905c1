"""Ways back from a lost phone: guessed paper keys, and cookies that are planted."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tests.support.authenticator import Authenticator
from tests.support.servers import ROOT, Served, serving
from tests.support.wire import Phone
from tests.tools.attack.measuring import Measured, measured, processor
from tests.tools.lost_phone import (
    Group,
    a_group,
    begun,
    is_owner,
    new_phone,
    paper_key_of,
    passkey_of,
    sign_in,
)

WORDS = 12
LISTED = (ROOT / "scores/core/access/words/es.txt").read_text().split()
CPU_S = 0.25  # of a guess
WAIT_S = 1.0  # for a page of others
GROWN_MB = 50.0  # of both workers
TOGETHER = 8  # guesses at once
BEHIND = {"REENGANCHE_BEHIND_PROXY": "1"}  # so that the attack has many addresses
# As by default, but for all addresses together: a thousand guesses would take a minute of processor
ONE = 60
MANY = 100
FEW = 3
ADDRESSES = 100
TRIES = FEW + 1
CSRF_TOKEN = "c" * 32
USE = "/recover/passkey/"
KEYS = 1_000_000  # that exist
BOTS = 1_000_000  # addresses that guess
HOURS = 24 * 365.25

DOMAIN = "chinchon.example"
PUBLIC = {
    **BEHIND,
    "REENGANCHE_HTTPS": "1",
    "REENGANCHE_HOSTS": DOMAIN,
    **{
        f"REENGANCHE_{name}_KEY": secrets.token_urlsafe(60)
        for name in ("SECRET", "LINK")
    },
}
OVER_HTTPS = {
    "Host": DOMAIN,
    "Origin": f"https://{DOMAIN}",
    "X-Forwarded-Proto": "https",
}


# Guessing


def guessed_paper_keys(_server: Served) -> Measured:
    """From one address with a new browser for each guess, then from many, in any of which a person types."""
    with serving(**BEHIND, REENGANCHE_LIMIT_ALL_CODES=f"{MANY}/hour") as app:
        words = paper_key_of(_with_phone(app))
        _judged(app, [_address(998)] * 2 * TOGETHER)  # both workers have loaded all
        cpu = processor(app)
        with measured(app) as cost:
            of_one = _judged(app, [_address(0)] * (ONE + TOGETHER))
            of_many = _judged(
                app,
                [_address(1 + number // TRIES) for number in range(ADDRESSES * TRIES)],
            )
        each = (processor(app) - cpu) / (of_one + of_many)
        is_shown = _guess(app, _address(999), words) == 200
    most = MANY - ONE + TOGETHER + FEW * ADDRESSES
    costs = each <= CPU_S and cost.slowest_s <= WAIT_S and cost.grown_mb <= GROWN_MB
    return {
        "held": of_one == ONE and of_many <= most and is_shown and costs,
        "bound": f"{ONE} from one address, {most} from {ADDRESSES}, {CPU_S} s of processor",
        "judged of one": f"{of_one} of {ONE + TOGETHER}",
        "judged of many": f"{of_many} of {ADDRESSES * TRIES}",
        "right words": "shown" if is_shown else "refused",
        "cpu_s each": round(each, 3),
        "others wait": round(cost.slowest_s, 2),
        "grown_mb": round(cost.grown_mb, 1),
        f"years until {BOTS:,} addresses hit one of {KEYS:,} keys": f"{_years():.0e}",
    }


def _years() -> float:
    """Until a guess hits, on average, with as many guesses as may be."""
    return len(LISTED) ** WORDS / KEYS / (FEW * BOTS) / HOURS


def _with_phone(app: Served) -> Phone:
    phone = new_phone(app)
    phone.start("Ana", "Luis")
    return phone


def _judged(app: Served, addresses: Sequence[str]) -> int:
    """How many guesses from these addresses are judged, sent a few at a time."""
    with ThreadPoolExecutor(TOGETHER) as hands:
        answers = Counter(
            hands.map(lambda sender: _guess(app, sender, _wrong_words()), addresses)
        )
    assert set(answers) <= {422, 429}, answers
    return answers[422]


def _guess(app: Served, sender: str, words: str) -> int:
    browser = Phone(
        app.port, {"csrftoken": CSRF_TOKEN}, headers={"X-Forwarded-For": sender}
    )
    return browser.post("/recover/", words=words).status


def _wrong_words() -> str:
    return " ".join(secrets.choice(LISTED) for _word in range(WORDS))


def _address(number: int) -> str:
    return f"198.51.{number // 250}.{1 + number % 250}"


# Planting


def planted_cookies(_server: Served) -> Measured:
    """Another name of the domain plants cookies in a victim's browser, which then gets its groups back."""
    with serving(**PUBLIC) as app:
        group = a_group(app, **OVER_HTTPS)
        authenticator = passkey_of(group.owner, f"https://{DOMAIN}")
        opened = {
            act.__name__.strip("_").replace("_", " "): act(group, authenticator)
            for act in PLANTED
        }
    return {"held": not any(opened.values()), "bound": "nothing is opened", **opened}


def _a_phone(group: Group, authenticator: Authenticator) -> bool:
    """The thief's cookie, under the name that the thief can set: it would have the victim's rights."""
    thief, victim = _thief_and_victim(group)
    victim.cookies["phone"] = thief.cookies["__Host-phone"]
    assert sign_in(victim, authenticator) == 302
    assert is_owner(victim, group)
    return is_owner(thief, group)


def _a_challenge(group: Group, authenticator: Authenticator) -> bool:
    """The thief's, so that what the victim signs is good in the thief's browser."""
    thief, victim = _thief_and_victim(group)
    begun(thief, USE)
    signed = authenticator.signs(begun(victim, USE))
    victim.cookies["passkey"] = thief.cookies["passkey"]
    answers = [phone.post(USE, credential=signed).status for phone in (victim, thief)]
    return answers != [422, 422] or is_owner(thief, group)


def _a_used_challenge(group: Group, authenticator: Authenticator) -> bool:
    """The victim's challenge and answer, overheard, in the thief's browser."""
    thief, victim = _thief_and_victim(group)
    signed = authenticator.signs(begun(victim, USE))
    assert victim.post(USE, credential=signed).status == 302
    thief.cookies["passkey"] = victim.cookies["passkey"]
    return thief.post(USE, credential=signed).status != 422 or is_owner(thief, group)


def _an_answer(group: Group, authenticator: Authenticator) -> bool:
    """The thief's, sent by a page in the victim's browser."""
    thief, victim = _thief_and_victim(group)
    signed = authenticator.signs(begun(thief, USE))
    victim.cookies["passkey"] = thief.cookies["passkey"]
    victim.headers |= {"Origin": "https://evil.example"}
    return victim.post(USE, credential=signed).status != 403


def _thief_and_victim(group: Group) -> tuple[Phone, Phone]:
    """The thief has another phone; the site has never seen the victim's new one."""
    thief = new_phone(group.app, **OVER_HTTPS)
    thief.start("Eva", "Paco")
    return thief, new_phone(group.app, **OVER_HTTPS)


PLANTED = (_a_phone, _a_challenge, _a_used_challenge, _an_answer)
ATTACKS = {attack.__name__: attack for attack in (guessed_paper_keys, planted_cookies)}

"""How much of some tests is run: `make nightly` runs all (EVERY_EXAMPLE=1), a push what it must prove."""

import os
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

import pytest

Value = TypeVar("Value")

IN_CI = os.environ.get("CI", "").lower() in ("1", "true")
WHOLE = os.environ.get("EVERY_EXAMPLE") == "1"


@dataclass(frozen=True)
class Share:
    where: str  # the prefix of the ids of its tests
    what: str


SHARES = {
    "long properties": Share(
        "tests/",
        "three times as many examples of every property",
    ),
    "long walk": Share(
        "tests/scores/",
        "50 evenings of 2,000 random requests, new ones every day; `tests/scores/test_fuzz.py`",
    ),
    "long random addresses": Share(
        "tests/scores/table/checker/", "30 addresses of each game, here 2"
    ),
    "all pairs of pages": Share(
        "tests/browser/",
        "every state of every page in both languages and both themes; here the first state of each page and "
        "three others, in one pair of them; axe-core judges every third one",
    ),
    "other sizes": Share(
        "tests/browser/",
        "pages, the place of the finger, large letters and signs in every size, here in one or two; large "
        "letters of every page, here of a board; the finger of an organiser",
    ),
    "damaged files": Share(
        "tests/browser/offline/",
        "each way to damage a script, and each script that a page can lack; here one that it lacks",
    ),
    "wrong clocks": Share(
        "tests/browser/night/",
        "the hall with four clocks that are wrong, here one, and the clock of a desk without a signal",
    ),
    "photos": Share(
        "tests/browser/circle/",
        "photos that are large, detailed or none, and two fingers; here one that is cut and shown",
    ),
    "several machines": Share(
        "tests/site/test_several_machines.py",
        "a match, a rematch and a file at two machines of one database",
    ),
    "taps of ten hands": Share(
        "tests/browser/",
        "that ten hands are chosen in 38 touches, a hand of Rum 500 in as many as it has, and another match "
        "of the same four begun in twelve taps; here the first one",
    ),
    "groups by tapping": Share(
        "tests/browser/sharing/",
        "two groups merged and split by tapping; tests/scores proves each of the forms",
    ),
    "bytes of the engine": Share(
        "tests/browser/test_sizes.py", "what comes behind the first board, in bytes"
    ),
    "site at home": Share(
        "tests/site/requests/test_foreign_headers.py",
        "made-up headers at home, where no proxy is believed; here behind one",
    ),
    "uvicorn": Share(
        "tests/site/test_uvicorn.py", "a match under uvicorn, as on Windows"
    ),
    "long evenings of rights": Share(
        "tests/scores/core/access/",
        "80 evenings of 25 random steps with links, merges, nights and ways back, here 4 of 10",
    ),
    "random accounts": Share(
        "tests/scores/circle/accounts/",
        "20 groups that play for money, correct, pay, merge and delete at random, here 2",
    ),
    "random questions": Share(
        "tests/browser/phone/",
        "20,000 hands judged by the engine in the phone, here 80",
    ),
    "corners of forms": Share(
        "tests/browser/",
        "Enter without scripts and in a rule of the house, taps on the checker that are quicker than its "
        "scripts, too many or of another button, and answers that come after something newer was typed",
    ),
    "corners of boards": Share(
        "tests/browser/board/",
        "a proxy that answers polls in the place of the server, which tests/js/transport.test.js has for "
        "pushes; that a phone which writes calls its player to deal, here one that watches",
    ),
    "corners of operators": Share(
        "tests/site/",
        "lines of logs and counts for machines, the copy of every night, data of another user, a backup of "
        "PostgreSQL, nonsense to restore, starts that cannot be, and a server that stops;"
        " their parts are proven without a server",
    ),
    "accents in the phone": Share(
        "tests/browser/phone/",
        "a name with an accent that was typed as two letters, on a board that the phone draws",
    ),
    "every command": Share(
        "tests/site/tools/test_commands.py", "the smallest work of every command"
    ),
    "every fault": Share(
        "tests/site/tools/test_simulate.py",
        "that all faults that can be built in are found, and told in few choices",
    ),
    "first start": Share(
        "tests/site/test_serve.py",
        "that the first start compresses the static files; here it finds what the same function left",
    ),
    "trouble": Share(
        "tests/site/",
        "databases that hang or cannot be written",
    ),
    "matches without a server": Share(
        "tests/scores/phone/test_history.py",
        "200 random matches on a phone and on the server, here 20",
    ),
    "phones in MicroPython": Share(
        "tests/scores/phone/",
        "every answer of a phone by MicroPython too, in which phones run; here by CPython",
    ),
    "words without a server": Share(
        "tests/browser/static/",
        "that no page which a phone draws speaks of a server, and what axe finds there; journeys ask it of "
        "theirs, and tests/browser/test_pages.py sees the same templates",
    ),
    "corners without a server": Share(
        "tests/browser/static/",
        "the voice, how matches come to a server at the same address, files and records that nobody can "
        "read, posts with a guessed key, a newer version",
    ),
    "posts from elsewhere": Share(
        "tests/browser/",
        "what another site posts to each address, here a third of those of which a phone makes the page and "
        "a twelfth of the others",
    ),
    "static site again": Share(
        "tests/site/test_static_site.py", "that the files of a second run are the same"
    ),
    "databases of every version": Share(
        "tests/site/test_upgrade.py",
        "that databases of 0.3 to 1.0 and of a day after it are upgraded, here of 0.1, which runs every "
        "migration; and that they are filled in behind a served app",
    ),
    "wings": Share(
        "tests/site/test_wings.py",
        "the unit tests of the core in a copy without forecast and phone",
    ),
    "packages of the wheel": Share(
        "tests/site/test_wheel.py",
        "a hand with nothing installed but the wheel and what it asks for; here what is in the wheel",
    ),
    "signal": Share(
        "tests/browser/offline/",
        "corners of phones without a signal: two tabs, rights that are gone, hands before their board is "
        "drawn, the guide; their session is proven by tests/js and the simulation",
    ),
    "random starts of the phone": Share(
        "tests/scores/phone/", "12 random forms of a new match of five games, here 2"
    ),
    "translated rules": Share(
        "tests/phone/",
        "all tests of the rules over their translation, and each module without its white space; here the "
        "published cases in Chromium, and a third of the modules",
    ),
    "phones of others": Share(
        "tests/browser/",
        "an evening, and one without a server, in WebKit and in Firefox; all published cases in WebKit",
    ),
    "another language": Share(
        "tests/scores/test_invented_language.py",
        "every page, and the texts of a phone, in a language that nobody has written",
    ),
    "made-up games": Share(
        "tests/scores/test_made_up_game.py",
        "every address with four made-up games, here one",
    ),
    "nights of a club": Share(
        "tests/rules/night/", "2,000 random nights of a club, here 40"
    ),
    "random evenings": Share(
        "tests/rules/night/", "the seats of 5,000 random evenings of a club, here 25"
    ),
    "said hands": Share(
        "tests/rules/spoken/", "20,000 hands that somebody says, here 3,000"
    ),
    "small rooms": Share(
        "tests/rules/night/", "1,000 random rooms of up to eight people, here 50"
    ),
    "every path of every format": Share(
        "tests/scores/test_bounds.py",
        "every path of every file and push with each value beyond its bound",
    ),
    "odd records": Share(
        "tests/scores/transfer/",
        "100 random records of matches, here 16",
    ),
}


def share(name: str, *, nightly: int, here: int) -> int:
    """The number of examples in this run for an entry of `SHARES`."""
    assert name in SHARES
    return nightly if WHOLE else here


# The number of examples of each property, relative to `make nightly`.
TIMES = float(
    os.environ.get("TIMES") or share("long properties", nightly=3, here=1) / 3
)
FOR_A_MUTANT = TIMES < 0.3  # for mutation tests any failure is enough


def spread(
    name: str, values: Sequence[Value], index: int, part: int = 3
) -> Sequence[Value]:
    """All values by night; else one in `part`, with another remainder for each `index`."""
    assert name in SHARES
    return values if WHOLE else values[index % part :: part]


def left(name: str, values: Iterable[Value], by_night: Container[Value]) -> list[Value]:
    """All values by night; else those that are not `by_night`."""
    assert name in SHARES
    return [value for value in values if WHOLE or value not in by_night]


def by_night(name: str) -> pytest.MarkDecorator:
    """The mark of a test that only a run of everything has."""
    assert name in SHARES
    return pytest.mark.by_night


def night_param(name: str, *values: object) -> object:
    """Parameters that only a run of everything has."""
    return pytest.param(*values, marks=by_night(name))


def lacks(what: str) -> NoReturn:
    """Skip the test; a run that must be whole fails."""
    (pytest.fail if IN_CI or WHOLE else pytest.skip)(what)


def told(tests: list[str]) -> list[str]:
    """The lines to print after a run of these tests."""
    shares = [] if WHOLE else SHARES.items()
    return [
        f"Only `make nightly` runs: {name}: {share.what}"
        for name, share in shares
        if any(test.startswith(share.where) for test in tests)
    ]

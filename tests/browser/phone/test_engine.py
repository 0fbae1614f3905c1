"""The engine in the phone: the shipped worker, served with its real policy, gives the answers of CPython.

That the phone's modules in CPython do as the server does: tests/scores/phone/.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import urlopen

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser, Page

from rules.conformance import read_cases
from rules.match.corrections import ref_text
from rules.presets import RULESETS
from scores.core.matches.scoresheet import Sheet
from scores.table.table_events.forms import FORMS
from tests.scores.phone.test_same_checker import SITE, STATIC, practice_fields
from tests.scores.phone.test_same_numbers import fields_with
from tests.scores.support.drawn_boards import payload_of, random_sheets
from tests.scores.support.phone_process import PhoneProcess
from tests.scores.support.random_acts import random_act
from tests.scores.support.waiting import first_of_phone, waiting_from
from tests.support import extent, phone_engine, webkit
from tests.support.odd_numbers import ODD_NUMBERS
from tests.support.phone_engine import PAGE, PhoneEngine
from tests.support.phone_questions import (
    answer_of,
    asked,
    complaints,
    difference,
    random_questions,
)
from tests.support.servers import ROOT, Served

# selenium's own call
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")

CASES = list(
    read_cases(
        [str(ROOT / "tests" / "conformance" / folder) for folder in ("cases", "worked")]
    )
)
CALL = """async ([engine, calls]) => {
  const { call } = await import(engine);
  const answers = [];
  for (const [name, payload, options] of calls) {
    await call(name, payload, options).then(
      (answer) => answers.push(answer),
      ({ name, reason, message }) => answers.push([name, reason, message]),
    );
  }
  return answers;
}"""
SPOIL = """async () => {
  const cache = await caches.open("engine");
  for (const request of await cache.keys()) await cache.put(request, new Response("~".repeat(100)));
}"""
CLOSE = {
    "kind": "close",
    "ruleset": "chinchon",
    "cards": ["1o", "1c", "1e", "5o", "6o", "7o", "10o", "2c"],
}


@pytest.fixture(scope="module")
def engine_in(browser: Browser, app: Served) -> Iterator[Callable[[str], PhoneEngine]]:
    """The engine in a language, started once."""
    with ExitStack() as stack:
        yield cache(
            lambda language: stack.enter_context(
                phone_engine.in_chromium(browser, app, language)
            )
        )


@pytest.fixture
def engine(engine_in: Callable[[str], PhoneEngine]) -> PhoneEngine:
    return engine_in("es")


@pytest.fixture
def page(browser: Browser, app: Served) -> Iterator[Page]:
    with browser.new_context(base_url=app.url) as context:
        page = context.new_page()
        page.goto(PAGE)
        yield page


def differing(engine: PhoneEngine) -> list[str]:
    """The published cases whose answers differ, and how."""
    return [
        f"{case['id']}: {wrong}" for case, wrong in complaints(engine, CASES) if wrong
    ]


@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_chromium(engine: PhoneEngine):
    assert len(CASES) > 100
    assert differing(engine) == []


@extent.by_night("phones of others")
@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_webkit(
    app: Served, tmp_path: Path
):
    found = webkit.find() or extent.lacks(webkit.MISSING)
    with phone_engine.in_webkit(found, tmp_path, app) as engine:
        assert differing(engine) == []


@pytest.mark.long
def test_random_questions_are_answered_as_cpython_answers_them_keys_in_the_same_order(
    engine: PhoneEngine,
):
    number = extent.share("random questions", nightly=20_000, here=80)
    seed = date.today().toordinal() if extent.WHOLE else 1
    questions = random_questions(number, seed)
    differences = map(difference, questions, engine.answers(questions))
    assert [
        (index, questions[index], wrong)
        for index, wrong in enumerate(differences)
        if wrong
    ] == []


def test_a_call_that_fails_is_refused_by_name_and_the_next_one_is_answered(
    page: Page, app: Served
):
    calls = [
        ("conformance", CLOSE, {"deadline": 0}),
        ("conformance", CLOSE, {}),
        ("no such entry point", {}, {}),
        ("conformance", CLOSE, {}),
    ]
    page.context.route("**/*.wasm", lambda route: route.abort())
    [unavailable] = page.evaluate(CALL, [app.static("js/phone/engine.js"), calls[1:2]])
    page.context.unroute("**/*.wasm")
    late, answered, failed, again = page.evaluate(
        CALL, [app.static("js/phone/engine.js"), calls]
    )
    assert unavailable[:2] == ["EngineError", "unavailable"]
    assert late == ["EngineError", "deadline", "deadline"]
    assert failed[:2] == ["EngineError", "failed"]
    assert failed[2].splitlines()[-1] == "KeyError: no such entry point"
    assert answered == again
    assert (answered["legal"], answered["deadwood"]) == (True, 0)


@pytest.mark.django_db
def test_an_engine_that_was_started_before_starts_without_its_sources(
    page: Page, app: Served
):
    asked = [app.static("js/phone/engine.js"), [("conformance", CLOSE, {})]]
    first = page.evaluate(CALL, asked)
    page.wait_for_function(
        "async () => (await (await caches.open('engine')).keys()).length"
    )
    page.context.route("**/engine.*.json", lambda route: route.abort())
    page.reload()
    assert page.evaluate(CALL, asked) == first
    page.evaluate(SPOIL)
    page.reload()
    [[_error, reason, _message]] = page.evaluate(CALL, asked)
    assert reason == "unavailable"
    page.context.unroute("**/engine.*.json")
    assert page.evaluate(CALL, asked) == first


@extent.by_night("boards drawn by the phone")
def test_an_accent_typed_as_two_letters_is_one_letter_in_the_phone_too(
    engine: PhoneEngine,
):
    [sheet] = random_sheets(1, seed="accents")
    payload = payload_of(sheet)
    payload["document"]["names"][0][1] = "Jose\u0301"
    [drawn] = engine.run(CALL, [engine.engine, [("draw", payload, {})]])
    assert ("José" in drawn["html"], "e\u0301" in drawn["html"]) == (True, False)


def test_only_the_answer_with_the_worker_allows_web_assembly(page: Page, app: Served):
    policies = []
    for name in ("engine", "engine_worker"):
        with urlopen(app.url + app.static(f"js/phone/{name}.js")) as answer:
            policies.append(answer.headers["Content-Security-Policy"])
    assert policies == [
        None,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
    ]
    empty = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
    tried = page.evaluate(
        f"WebAssembly.compile({empty}).then(() => 'compiled', (error) => error.name)"
    )
    assert tried == "CompileError"


Payloads = Iterator[tuple[str, dict[str, Any]]]


def answers_as_in_cpython(
    engine: PhoneEngine, language: str, payloads: list[tuple[str, dict[str, Any]]]
) -> list[Any]:
    """The answers of the engine, which are those of its modules in CPython."""
    given = engine.answers([asked(*payload) for payload in payloads])
    in_worker = [answer_of(answer) for answer in given]
    with PhoneProcess(language) as phone:
        in_cpython = [phone.call(*payload) for payload in payloads]
    assert [
        pair for pair in zip(in_worker, in_cpython, strict=True) if pair[0] != pair[1]
    ] == []
    return in_worker


def about_boards(sheets: list[Sheet], dice: Random) -> Payloads:
    """Each board, a random form, a correction of a random line, the log, one event, and what waits."""
    kinds = list(FORMS)
    for index, sheet in enumerate(sheets):
        yield "draw", payload_of(sheet)
        yield from what_waits(sheet, dice)
        action, fields, more = random_act(dice, sheet)
        payload = {**payload_of(sheet), "now": 1_800_000_000_000}
        yield (
            "post",
            {
                **payload,
                "action": action,
                "fields": [*map(list, fields.items())],
                **more,
            },
        )
        if sheet.steps:
            path = reverse(
                "correct",
                args=[sheet.match.code, ref_text(dice.choice(sheet.steps).line.ref)],
            )
            yield "page", {**payload, "path": path}
            removed = {"seq": str(sheet.seq), "client_key": "k", "act": "remove"}
            yield (
                "page",
                {**payload, "path": path, "fields": [*map(list, removed.items())]},
            )
        yield "page", {**payload, "path": reverse("log", args=[sheet.match.code])}
        path = reverse("happen", args=[sheet.match.code, kinds[index % len(kinds)]])
        yield "page", {**payload, "path": path}
        chosen = {
            "seq": str(sheet.seq),
            "client_key": "k",
            "player": "0",
            "points": "5",
            "name": "Inés",
        }
        turned = {
            "position": "1",
            "limit": "90",
            "close_limit": "x",
            "place_0": "2",
            "place_1": "1",
        }
        yield (
            "page",
            {
                **payload,
                "path": path,
                "fields": [*map(list, {**chosen, **turned}.items())],
            },
        )


def what_waits(sheet: Sheet, dice: Random) -> Payloads:
    """A board with the end of its log waiting; what goes with its first line; and the question about that."""
    payload = waiting_from(sheet, first_of_phone(dice, sheet))
    whole = payload_of(sheet)
    yield "draw", {**payload, "is_brief": True}
    for mutation in payload["mutations"][:1]:
        yield "dropped", {**payload, "key": mutation["key"]}
        typed = {
            **payload,
            **whole,
            "mutations": [{**mutation, "key": "typed"}],
            "key": "typed",
        }
        since = [
            {
                "key": mutation["key"],
                "kind": mutation["entry"][0],
                "told": "-",
                "by": "",
            }
        ]
        yield "conflict", {**typed, "since": since}


def about_cards(dice: Random, index: int) -> Payloads:
    for preset in extent.spread(
        "boards drawn by the phone", list(RULESETS), index, part=2
    ):
        for _hand in range(
            extent.share("boards drawn by the phone", nightly=5, here=1)
        ):
            fields = [*map(list, practice_fields(dice, preset))]
            yield (
                "check_page",
                {"fields": fields, "path": "/check/", "site": SITE, "static": STATIC},
            )


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize(
    ("index", "language"),
    [(0, "es"), extent.night_param("boards drawn by the phone", 1, "en-gb")],
)
def test_the_worker_draws_judges_and_writes_as_its_modules_do_in_cpython(
    engine_in: Callable[[str], PhoneEngine], index: int, language: str
) -> None:
    boards = extent.share("boards drawn by the phone", nightly=100, here=4)
    with translation.override(language):
        sheets = random_sheets(boards, seed=language)
        payloads = [
            *about_boards(sheets, Random(f"{language} 12")),
            *about_cards(Random(language), index),
        ]
    in_worker = answers_as_in_cpython(engine_in(language), language, payloads)
    assert {answer.get("status") for answer in in_worker} >= {200, 422}


@pytest.mark.django_db
@pytest.mark.long
@extent.by_night("boards drawn by the phone")
def test_the_worker_takes_the_same_texts_for_numbers_as_its_modules_in_cpython(
    engine: PhoneEngine,
) -> None:
    [sheet] = random_sheets(1, seed="numbers")
    payload = {**payload_of(sheet), "now": 1_800_000_000_000, "action": "score-hand"}
    payloads = []
    for text in ODD_NUMBERS:
        for action, path, fields in fields_with(sheet.match, text):
            sent = [*map(list, {**fields, "seq": str(sheet.seq)}.items())]
            payloads.append((action, {**payload, "path": path, "fields": sent}))
    answers_as_in_cpython(engine, "es", payloads)

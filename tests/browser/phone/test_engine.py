"""The engine in the phone: the shipped worker, served with its real policy, gives the answers of CPython.

That the phone's modules do as the server does, by night in MicroPython too: tests/scores/phone/. What they
draw in the worker is seen on the journeys of tests/browser/offline/.
"""

from contextlib import ExitStack
from datetime import date
from functools import cache
from urllib.request import urlopen

import pytest

from rules.conformance import read_cases
from tests.scores.support.drawn_boards import payload_of, random_sheets
from tests.support import extent, phone_engine, webkit
from tests.support.phone_engine import PAGE
from tests.support.phone_questions import (
    complaints,
    difference,
    random_questions,
)
from tests.support.servers import ROOT

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
def engine_in(browser, app):
    """The engine in a language, started once."""
    with ExitStack() as stack:
        yield cache(
            lambda language: stack.enter_context(
                phone_engine.in_chromium(browser, app, language)
            )
        )


@pytest.fixture
def engine(engine_in):
    return engine_in("es")


@pytest.fixture
def page(browser, app):
    with browser.new_context(base_url=app.url) as context:
        page = context.new_page()
        page.goto(PAGE)
        yield page


def differing(engine):
    """The published cases whose answers differ, and how."""
    return [
        f"{case['id']}: {wrong}" for case, wrong in complaints(engine, CASES) if wrong
    ]


@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_chromium(engine):
    assert len(CASES) > 100
    assert differing(engine) == []


@extent.by_night("phones of others")
@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_webkit(app, tmp_path):
    found = webkit.find() or extent.lacks(webkit.MISSING)
    with phone_engine.in_webkit(found, tmp_path, app) as engine:
        assert differing(engine) == []


@pytest.mark.long
def test_random_questions_are_answered_as_by_cpython_with_keys_in_the_same_order(
    engine,
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


def test_a_call_that_fails_is_refused_by_name_and_the_next_one_is_answered(page, app):
    """And an engine that was started before starts without its sources."""
    engine = app.static("js/phone/engine.js")
    good = ("conformance", CLOSE, {})
    calls = [
        ("conformance", CLOSE, {"deadline": 0}),
        good,
        ("no such entry point", {}, {}),
        good,
    ]
    page.context.route("**/*.wasm", lambda route: route.abort())
    [unavailable] = page.evaluate(CALL, [engine, [good]])
    page.context.unroute("**/*.wasm")
    late, answered, failed, again = page.evaluate(CALL, [engine, calls])
    assert unavailable[:2] == ["EngineError", "unavailable"]
    assert late == ["EngineError", "deadline", "deadline"]
    assert failed[:2] == ["EngineError", "failed"]
    assert failed[2].splitlines()[-1] == "KeyError: no such entry point"
    assert answered == again
    assert (answered["legal"], answered["deadwood"]) == (True, 0)
    page.wait_for_function(
        "async () => (await (await caches.open('engine')).keys()).length"
    )
    page.context.route("**/engine.*.json", lambda route: route.abort())
    page.reload()
    assert page.evaluate(CALL, [engine, [good]]) == [answered]
    page.evaluate(SPOIL)
    page.reload()
    [spoilt] = page.evaluate(CALL, [engine, [good]])
    assert spoilt[:2] == ["EngineError", "unavailable"]
    page.context.unroute("**/engine.*.json")
    assert page.evaluate(CALL, [engine, [good]]) == [answered]


@extent.by_night("accents in the phone")
def test_an_accent_typed_as_two_letters_is_one_letter_in_the_phone_too(engine):
    [sheet] = random_sheets(1, seed="accents")
    payload = payload_of(sheet)
    payload["document"]["names"][0][1] = "Jose\u0301"
    [drawn] = engine.run(CALL, [engine.engine, [("draw", payload, {})]])
    assert ("José" in drawn["html"], "e\u0301" in drawn["html"]) == (True, False)


def test_only_the_answer_with_the_worker_allows_web_assembly(page, app):
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

"""The engine in the phone: the shipped worker, served with its real policy, gives the answers of CPython."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page

from rules.conformance import complaint, read_cases
from tests.support import chromium, extent, phone_engine, webkit
from tests.support.phone_engine import PAGE, PhoneEngine
from tests.support.phone_questions import answer_of, asked, difference, random_questions
from tests.support.servers import ROOT, Served

pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr")  # selenium's own call

CASES = list(read_cases([str(ROOT / "tests" / "conformance" / folder) for folder in ("cases", "worked")]))
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
CLOSE = {"kind": "close", "ruleset": "chinchon", "cards": ["1o", "1c", "1e", "5o", "6o", "7o", "10o", "2c"]}


@pytest.fixture(scope="module")
def engine(browser: Browser, app: Served) -> Iterator[PhoneEngine]:
    with phone_engine.in_chromium(browser, app) as engine:
        yield engine


@pytest.fixture
def page(browser: Browser, app: Served) -> Iterator[Page]:
    with browser.new_context(base_url=app.url) as context:
        page = context.new_page()
        page.goto(PAGE)
        yield page


def differing(engine: PhoneEngine) -> list[str]:
    """The published cases whose answers differ, and how."""
    answers = engine.answers([asked("conformance", case) for case in CASES])
    differences = [
        (case["id"], complaint(case, lambda _case, given=given: answer_of(given)))
        for case, given in zip(CASES, answers, strict=True)
    ]
    return [f"{name}: {wrong}" for name, wrong in differences if wrong]


@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_chromium(engine: PhoneEngine):
    assert len(CASES) > 100
    assert differing(engine) == []


@extent.by_night("phones of others")
@pytest.mark.long
def test_every_published_case_has_the_published_answer_in_webkit(app: Served, tmp_path: Path):
    found = webkit.find()
    if found is None:
        (pytest.fail if chromium.IN_CI else pytest.skip)(webkit.MISSING)
    with phone_engine.in_webkit(found, tmp_path, app) as engine:
        assert differing(engine) == []


@pytest.mark.long
def test_random_questions_are_answered_as_cpython_answers_them_keys_in_the_same_order(engine: PhoneEngine):
    questions = random_questions(extent.share("questions to the phone", nightly=2000, here=200), seed=1)
    differences = map(difference, questions, engine.answers(questions))
    assert [(place, questions[place], wrong) for place, wrong in enumerate(differences) if wrong] == []


def test_a_call_that_fails_is_refused_by_name_and_the_next_one_is_answered(page: Page, app: Served):
    calls = [
        ("conformance", CLOSE, {"deadline": 0}),
        ("conformance", CLOSE, {}),
        ("no such entry point", {}, {}),
        ("conformance", CLOSE, {}),
    ]
    page.context.route("**/*.wasm", lambda route: route.abort())
    [unavailable] = page.evaluate(CALL, [app.static("js/phone/engine.js"), calls[1:2]])
    page.context.unroute("**/*.wasm")
    late, answered, failed, again = page.evaluate(CALL, [app.static("js/phone/engine.js"), calls])
    assert unavailable[:2] == ["EngineError", "unavailable"]
    assert late == ["EngineError", "deadline", "deadline"]
    assert failed[:2] == ["EngineError", "failed"]
    assert failed[2].splitlines()[-1] == "KeyError: no such entry point"
    assert answered == again
    assert (answered["legal"], answered["deadwood"]) == (True, 0)


def test_only_the_answer_with_the_worker_allows_web_assembly(page: Page, app: Served):
    policies = []
    for name in ("engine", "engine_worker"):
        with urlopen(app.url + app.static(f"js/phone/{name}.js")) as answer:
            policies.append(answer.headers["Content-Security-Policy"])
    assert policies == [None, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"]
    empty = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])"
    tried = page.evaluate(f"WebAssembly.compile({empty}).then(() => 'compiled', (error) => error.name)")
    assert tried == "CompileError"

"""The engine as phones get it: the shipped worker on a page of the served app, with its real policy."""

from collections.abc import Callable
from contextlib import contextmanager
from typing import NamedTuple

from tests.support import webkit

PAGE = "/help/"
BATCH = 100  # questions for one message to the browser
PATIENCE = 600  # seconds for a batch
ASK = """async ([engine, questions]) => {
  const { callText } = await import(engine);
  const answers = [];
  for (const [name, text] of questions) {
    const failed = ({ reason, message }) => ({ reason, message });
    answers.push(await callText(name, text, { deadline: 60_000 }).then((text) => ({ text }), failed));
  }
  return answers;
}"""


class Answer(NamedTuple):
    """A text, or why there is none."""

    text: str | None = None
    reason: str | None = None
    message: str = ""


class PhoneEngine(NamedTuple):
    """Asks the engine on an open page; `run` calls a JavaScript function of one argument there."""

    run: Callable
    engine: str  # the path of engine.js

    def answers(self, questions):
        """In order. A question has the name of an entry point, and the payload as a text."""
        for start in range(0, len(questions), BATCH):
            batch = list(questions[start : start + BATCH])
            for given in self.run(ASK, [self.engine, batch]):
                yield Answer(**given)


@contextmanager
def in_chromium(browser, app, locale):
    with browser.new_context(locale=locale) as context:
        page = context.new_page()
        page.goto(app.url + PAGE)
        yield PhoneEngine(page.evaluate, app.static("js/phone/engine.js"))


@contextmanager
def in_webkit(found, home, app):
    with webkit.browsing(found, home) as driver:
        driver.set_script_timeout(PATIENCE)
        driver.get(app.url + PAGE)

        def run(function, argument):
            done = driver.execute_async_script(
                "const done = arguments[1];"
                f"({function})(arguments[0]).then((value) => done([value]), (error) => done(String(error)));",
                argument,
            )
            assert isinstance(done, list), done
            return done[0]

        yield PhoneEngine(run, app.static("js/phone/engine.js"))

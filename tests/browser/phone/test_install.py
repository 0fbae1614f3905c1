"""The app on the home screen: when it is offered, and files that are shared with it or opened with it."""

from playwright.sync_api import Page, expect

from rules.events import Finished
from tests.browser.support.pocket import is_ready
from tests.rules.support.table import hand

PROMPT = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.isAsked = true; };
  dispatchEvent(event);
}"""
IPHONE = "Object.defineProperty(navigator, 'standalone', { value: false });"
SHARE = """() => {
  const form = document.createElement("form");
  Object.assign(form, { action: "/import/?shared", method: "post", enctype: "multipart/form-data" });
  const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
  const files = new DataTransfer();
  files.items.add(new File(['{"reenganche": 1}'], "la peña.json"));
  input.files = files.files;
  form.append(input);
  document.body.append(form);
  form.submit();
}"""
OPENED = """Object.defineProperty(window, "launchQueue", { value: { setConsumer: (act) => act({ files: [
  { getFile: async () => new File(["{}"], "viernes.jsonl") }] }) } });"""
NAME = "() => document.querySelector('input[type=file]').files[0]?.name"


def offered(page: Page) -> bool:
    page.goto("/")
    page.evaluate(PROMPT)
    return page.locator("#install").is_visible()


def test_the_home_screen_is_offered_once_after_a_match_has_ended(evening):
    table = evening("Ana", "Luis")
    page = table.scorer().page
    assert not offered(page)
    table.plays(hand(0, 20), Finished())
    page.goto(table.match.get_absolute_url())
    assert offered(page)
    page.get_by_role("button", name="Ponerla en la pantalla de inicio").tap()
    expect(page.locator("#install")).to_be_hidden()
    assert (page.evaluate("window.isAsked"), offered(page)) == (True, False)
    page.goto("/phone/")
    page.evaluate(PROMPT)
    expect(page.locator("#install")).to_be_visible()


def test_an_iphone_which_asks_nothing_gets_the_steps(evening):
    page = evening("Ana", "Luis").scorer().page
    page.add_init_script(IPHONE)
    page.goto("/phone/")
    expect(page.locator("#install")).to_contain_text("Añadir a pantalla de inicio")
    assert page.locator("[data-way=prompt]").is_hidden()


def test_a_file_that_is_shared_with_the_app_is_in_the_form_and_not_sent(pocket):
    page = pocket().starts("Ana", "Luis").page
    is_ready(page)
    page.evaluate(SHARE)
    page.wait_for_url("**/import/?shared")
    page.wait_for_function(NAME)
    assert page.evaluate(NAME) == "la peña.json"
    page.reload()
    expect(page.get_by_role("button", name="Ver qué trae")).to_be_visible()
    assert page.evaluate(NAME) is None


def test_a_file_that_is_opened_with_the_app_is_in_the_form(evening):
    page = evening("Ana", "Luis").scorer().page
    page.add_init_script(OPENED)
    page.goto("/import/")
    page.wait_for_function(NAME)
    assert page.evaluate(NAME) == "viernes.jsonl"

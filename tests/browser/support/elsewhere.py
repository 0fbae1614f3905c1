"""A page of another site, which makes the browser of a phone post to the addresses of the app."""

import json
from contextlib import contextmanager

from django.urls import get_resolver

from scores.table.offline import without_server
from scores.table.offline.without_signal import PAGES
from tests.browser.support.steps import expect_text, expect_visible, expect_whole_text
from tests.support import extent
from tests.support.static_site import host_of

HEADING = "De otra página"
VALUES = {
    "slug": "start",
    "key": "chinchon",
    "kind": "finish",
    "ref": "0",
    "role": "score",
    "day": "2026-05-28",
    "uid": "97-110-97-",
}
"""What stands in the addresses of PAGES beside the code of a match; a number where nothing is named."""
CLOSED = {"type": "hand", "closer": 0, "close": "clean", "deadwood": {"1": 99}}
FIELDS = {
    "client_key": "0123456789abcdef0123456789abcdef",
    "uid": "0123456789abcdef0123456789abcdef",
    "seq": "1",
    "preset": "chinchon",
    "limit": "100",
    "dealer": "0",
    "places": "2",
    "name_0": "Mallory",
    "name_1": "Trudy",
    "act": "save",
    "changes": json.dumps([{"at": 0, "entry": CLOSED}]),
}
"""Of all forms whose posts a phone judges: to finish or correct a match with one hand, to begin another."""
POSTS = """([action, fields, enctype, texts]) => {
  const make = (name, facts) => Object.assign(document.createElement(name), facts);
  const form = make("form", { action, method: "post", enctype });
  for (const [name, value] of Object.entries(fields)) form.append(make("input", { name, value }));
  const files = new DataTransfer();
  for (const [name, text] of Object.entries(texts)) files.items.add(new File([text], name));
  if (files.items.length) form.append(make("input", { type: "file", name: "file", multiple: true }));
  if (files.items.length) form.lastChild.files = files.files;
  document.body.append(form);
  form.submit();
}"""
STORED = """async () => {
  const asked = indexedDB.open("reenganche");
  await new Promise((resolve) => { asked.onsuccess = resolve; });
  const all = asked.result.transaction("matches").objectStore("matches").getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  asked.result.close();
  const facts = ({ code, document, lines, start }) =>
    [code, document.entries.length, document.rematch, lines.length, start?.told];
  return all.result.map(facts);
}"""
"""The matches of a phone: the entries of each, its rematch, and what waits to be sent."""


@contextmanager
def another_site(folder):
    """The address of a page on another port."""
    (folder / "index.html").write_text("<!doctype html><title>Elsewhere</title>")
    with host_of(folder) as (address, _asked):
        yield address


def addresses(code, has_server=True):
    """Of each row of PAGES an address of the match with this code, from the root of the app on, and whether a
    phone makes the page, so that it judges what is posted there. By day a third of those that it makes, other
    ones with a server than without, and few of those that it does not make.
    """
    values = {**VALUES, "code": code}
    made = {}
    for page in PAGES:
        possibilities, *_others = get_resolver().reverse_dict.getlist(page.name)
        [(path, parameters), *_more] = possibilities[0]
        given = {
            name: page.only.get(name, values.get(name, "1")) for name in parameters
        }
        alone = not has_server and page.name in without_server.HISTORY
        made.setdefault(path % given, alone or page.made_by != "")
    ours = [(path, True) for path, is_made in made.items() if is_made]
    others = [(path, False) for path, is_made in made.items() if not is_made]
    return [
        *extent.spread("posts from elsewhere", ours, int(has_server), part=3),
        *extent.spread("posts from elsewhere", others, 0, part=12),
    ]


def posts(
    page,
    site,
    action,
    fields=None,
    enctype="application/x-www-form-urlencoded",
    files=None,
):
    """Open the page of the other site, which sends a form to an address of the app."""
    page.goto(site)
    with page.expect_navigation(url=lambda url: not url.startswith(site)):
        page.evaluate(
            POSTS, [action, FIELDS if fields is None else fields, enctype, files or {}]
        )
    expect_visible(page, "h1")


def is_asked_about(page):
    """The page says that what it was sent came from elsewhere, and what it is."""
    expect_whole_text(page, "h1", HEADING)
    expect_text(page, "#elsewhere", "name_1: Trudy")

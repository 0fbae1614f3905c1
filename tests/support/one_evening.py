"""One evening in a browser that Playwright does not drive: with a signal, without, and with it again.

Its phone `opens` an address, `evaluates` the body of an asynchronous function, `taps` what a selector finds,
and `types` a text there.
"""

import time

from selenium.common.exceptions import (
    StaleElementReferenceException,
    WebDriverException,
)

PATIENCE = 60  # seconds
NAMES = ("Ana", "Luis", "Eva")
# Whether the phone can do without the server: it has the pages, the engine, and the document with a hand.
IS_READY = """
const files = async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url);
const cached = (await Promise.all((await caches.keys()).map(files))).flat();
const engine = cached.some((url) => url.includes("/micropython."));
const paths = [location.pathname, "/check/", "/no-signal/"];
const pages = paths.map((path) => cached.includes(location.origin + path));
const asked = indexedDB.open("reenganche");
await new Promise((resolve, reject) => Object.assign(asked, { onsuccess: resolve, onerror: reject }));
const all = asked.result.transaction("matches").objectStore("matches").getAll();
await new Promise((resolve) => (all.onsuccess = resolve));
asked.result.close();
return engine && pages.every(Boolean) && all.result.some(({ document }) => document?.entries.length === 1);"""
LOG = [
    "Cierra Ana, con todo ligado · Luis 12 · Eva 14",
    "Cierra Luis, con carta suelta (3) · Ana 12 · Eva 8",
    "Cierra Ana, con todo ligado · Luis 23 · Eva 7",
]


def play(phone, line):
    """Fails where something is not as at every table."""
    starts(phone, f"{line.url}/new/")
    comes_true(phone, IS_READY)
    board = phone.evaluates("return location.href")
    line.cut()
    play_without_signal(phone, line, board)
    line.mend()
    phone.opens(board)
    comes_true(phone, "return document.getElementById('waiting').hidden")
    shows(phone, ".total", "−8", "38", "29")
    phone.opens(f"{board}log/")
    shows(phone, ".log li p:first-child", *LOG)


def starts(phone, form):
    """A match from the form at this address, and its first hand."""
    phone.opens(form)
    comes_true(phone, "return document.querySelector('[name=name_0]') !== null")
    for index, name in enumerate(NAMES):
        phone.types(f"[name=name_{index}]", name)
    taps(phone, "#new-match .start button")
    saves(phone, 0, "clean", "237")
    shows(phone, ".total", "−10", "23", "7")


def play_without_signal(phone, line, board):
    """Two hands, of which the second is typed on a page that was left and opened again; and a verdict."""
    saves(phone, 1, "knock-3", "128")
    shows(phone, "#waiting b", "1")
    shows(phone, ".total", "2", "26", "15")
    phone.opens("about:blank")
    phone.opens(board)
    shows(phone, ".total", "2", "26", "15")
    saves(phone, 0, "clean", "1214")
    shows(phone, "#waiting b", "2")
    shows(phone, ".total", "−8", "38", "29")
    shows(phone, "#no-storage")
    phone.opens(f"{line.url}/check/?players=3")
    comes_true(phone, "return 'ready' in document.documentElement.dataset")
    for card in ("1o", "2o", "3o", "4c", "4e", "4b", "3b"):
        taps(phone, f"label:has([id='b{card}-0'])")
        comes_true(phone, f"return document.getElementById('b{card}-0').checked")
    shows(phone, "#judged .headline", "Puede cerrar: le quedan 3")


def saves(phone, seat, way, digits):
    taps(phone, f".row[data-seat='{seat}'] .name")
    taps(phone, f"[value='{way}'] + label")
    for digit in digits:
        taps(phone, f"[data-key='{digit}']")
    taps(phone, ".points-panel .save")


def taps(phone, selector):
    """Tap what is there or comes, once it is no longer guarded against a second tap."""
    free = f"{selector}:not([aria-disabled=true])"
    comes_true(
        phone, f'return Boolean(document.querySelector("{free}")?.checkVisibility())'
    )
    try:
        phone.taps(selector)
    except (
        StaleElementReferenceException
    ):  # the board was drawn anew meanwhile, with the same in this place
        phone.taps(selector)


def shows(phone, selector, *texts):
    """Wait until the elements have these texts."""
    read = f'return [...document.querySelectorAll("{selector}")].map((element) => element.innerText.trim())'
    comes_true(phone, read, list(texts))


def comes_true(phone, body, expected=True):
    until = time.monotonic() + PATIENCE
    found = None
    while time.monotonic() < until:
        try:
            found = phone.evaluates(body)
        except WebDriverException as error:  # between two pages
            found = error
        if found == expected:
            return
        time.sleep(0.1)
    raise AssertionError(f"not {expected} but {found}: {body}")

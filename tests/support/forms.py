"""The forms and links of a page, as a browser without JavaScript has them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

# how an address of the app begins, in an attribute or as text
HERE = re.compile(r"(https?://localhost)?/(?!/)|\?")


@dataclass
class Control:
    name: str
    kind: str  # the type of an input; "select", "textarea", "button"
    value: str = ""
    options: list[str] = field(default_factory=list)
    # False for a radio or checkbox that is not checked, and for a button that sends not the form around it
    is_on: bool = True
    is_number: bool = False
    text: str = ""  # of a button


@dataclass
class Form:
    page: str  # the address of the page with the form
    action: str
    method: str
    controls: list[Control] = field(default_factory=list)
    id: str = ""
    is_other: bool = False  # the same controls for another address

    @property
    def fields(self):
        """What a browser would send that is not typed."""
        sent = [one for one in self.controls if one.kind not in ("button", "textarea")]
        return {one.name: one.value for one in sent if one.is_on}

    @property
    def buttons(self):
        return [one for one in self.controls if one.kind == "button" and one.is_on]


class Reader(HTMLParser):
    def __init__(self, html, page=""):
        super().__init__()
        self.page = page
        self.links = []
        self.forms = []
        self.by_id = {}
        self.open = None
        self.select = None
        self.button = None
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        for value in given.values():
            self._link(value)
        if tag == "form":
            self._form(given)
            return
        form = self.by_id.get(given.get("form", ""), self.open)
        if form is not None:
            for other in ("formaction", "hx-post"):
                self._other(given.get(other), form)
            self._inside(tag, given, form)

    def handle_data(self, data):
        self._link(data.strip())
        if self.button is not None:
            self.button.text = " ".join((self.button.text + data).split())

    def handle_endtag(self, tag):
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = None
        elif tag == "button":
            self.button = None

    def _link(self, text):
        if HERE.match(text):
            self.links.append(urljoin(self.page, text))

    def _form(self, given):
        action = given.get("action", "")
        action = urljoin(self.page, action) if action else self.page
        method = given.get("method", "get").upper()
        self.open = Form(self.page, action, method, id=given.get("id", ""))
        self.forms.append(self.open)
        self.by_id[given.get("id", "?")] = self.open
        if "data-passkey" in given:  # what its script asks for before it sends the form
            self.open.controls.append(Control("do", "button", "begin"))
        self._other(given.get("hx-post"), self.open)

    def _other(self, address, form):
        if address:
            action = urljoin(self.page, address)
            other = Form(self.page, action, "POST", form.controls, is_other=True)
            self.forms.append(other)

    def _inside(self, tag, given, form):
        if tag == "option" and self.select is not None:
            _add_option(given, self.select)
        elif tag == "button" or (
            tag in ("input", "select", "textarea") and given.get("name")
        ):
            one = _control(tag, given)
            form.controls.append(one)
            self.select = one if tag == "select" else self.select
            self.button = one if tag == "button" else self.button


def _add_option(given, select):
    select.options.append(given.get("value", ""))
    if "selected" in given or len(select.options) == 1:
        select.value = given.get("value", "")


def _control(tag, given):
    kind = given.get("type", "text") if tag == "input" else tag
    is_choice = kind in ("radio", "checkbox")
    is_on = not is_choice or "checked" in given
    if tag == "button":
        is_on = given.get("type", "submit") == "submit" and "form" not in given
    return Control(
        given.get("name", ""),
        kind,
        given.get("value", "on" if is_choice else ""),
        is_on=is_on,
        is_number=given.get("inputmode") in ("numeric", "decimal") or kind == "number",
    )

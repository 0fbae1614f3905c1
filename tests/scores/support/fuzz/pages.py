"""The addresses and forms of the pages of the app."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from dataclasses import dataclass, field
from functools import lru_cache
from html.parser import HTMLParser
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

from django.urls import Resolver404, resolve

# how an address of the app begins, in an attribute or as text
HERE = re.compile(r"(https?://localhost)?/(?!/)|\?")
KEPT = 40  # of each kind; older ones are dropped


@dataclass
class Field:
    name: str
    kind: str  # the type of an input; "select", "textarea"
    value: str = ""
    options: list[str] = field(default_factory=list)
    is_on: bool = True  # False for a radio or checkbox that is not checked
    is_number: bool = False


@dataclass
class Form:
    page: str  # the address of the page with the form
    action: str
    method: str
    fields: list[Field] = field(default_factory=list)

    @property
    def leads_to(self) -> str:
        """The name of the address to which the form is sent."""
        return resolved(urlsplit(self.action).path)[0]


@lru_cache(maxsize=10_000)
def resolved(path: str) -> tuple[str, dict[str, str]]:
    """The name and arguments of an address; empty for an unknown address."""
    try:
        match = resolve(unquote(path, errors="replace"))
    except Resolver404:
        return "", {}
    return match.url_name or "", {
        key: str(value) for key, value in match.captured_kwargs.items()
    }


class Page:
    """The links and forms of a page."""

    def __init__(self, address: str, html: str) -> None:
        reader = _Reader(address)
        reader.feed(html)
        self.forms = reader.forms
        self.links = dict.fromkeys(
            [*reader.links, *(form.action for form in reader.forms)]
        )


class SeenPages:
    """The addresses and forms seen so far, the newest of each kind."""

    def __init__(self) -> None:
        self.addresses: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=KEPT))
        self.forms: dict[str, deque[Form]] = defaultdict(lambda: deque(maxlen=KEPT))
        # arguments of an address, by its first part
        self.arguments: dict[str, deque[dict[str, str]]] = defaultdict(
            lambda: deque(maxlen=400)
        )
        self.values: deque[str] = deque(maxlen=400)

    def learn(self, page: Page) -> None:
        for link in page.links:
            self.see(link)
        for form in page.forms:
            self.forms[form.leads_to].append(form)
            self.values.extend(one.value for one in form.fields if one.value)

    def see(self, link: str) -> None:
        parts = urlsplit(link)
        name, arguments = resolved(parts.path)
        if not name:
            return
        known = self.addresses[name]
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        if target not in known:
            known.append(target)
        alike = self.arguments[parts.path.split("/")[1]]
        if arguments not in alike:
            alike.append(arguments)
        self.values.extend(value for _key, value in parse_qsl(parts.query))


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.links: list[str] = []
        self.forms: list[Form] = []
        self.by_id: dict[str, Form] = {}
        self.open: Form | None = None
        self.select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        for value in given.values():
            self._link(value)
        if tag == "form":
            self._form(given)
            return
        form = self.by_id.get(given.get("form", ""), self.open)
        if form is None:
            return
        for other in ("formaction", "hx-post"):
            if given.get(other):  # the same form for another object
                self.forms.append(
                    Form(
                        self.page, urljoin(self.page, given[other]), "POST", form.fields
                    )
                )
        self._inside(tag, given, form)

    def handle_data(self, data: str) -> None:
        self._link(data.strip())

    def _link(self, text: str) -> None:
        if HERE.match(text):
            self.links.append(urljoin(self.page, text))

    def _form(self, given: dict[str, str]) -> None:
        action = given.get("action", "")
        method = given.get("method", "get").upper()
        self.open = Form(
            self.page, urljoin(self.page, action) if action else self.page, method
        )
        self.forms.append(self.open)
        self.by_id[given.get("id", "?")] = self.open
        if "data-passkey" in given:  # what its script asks for before it sends the form
            self.open.fields.append(Field("do", "button", "begin"))
        if given.get("hx-post"):
            other = urljoin(self.page, given["hx-post"])
            self.forms.append(Form(self.page, other, "POST", self.open.fields))

    def _inside(self, tag: str, given: dict[str, str], form: Form) -> None:
        if tag == "option" and self.select is not None:
            self._option(given, self.select)
        elif tag in ("input", "select", "textarea", "button") and given.get("name"):
            one = _field(tag, given)
            form.fields.append(one)
            self.select = one if tag == "select" else self.select

    def _option(self, given: dict[str, str], select: Field) -> None:
        select.options.append(given.get("value", ""))
        if "selected" in given or len(select.options) == 1:
            select.value = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = None


def _field(tag: str, given: dict[str, str]) -> Field:
    kind = given.get("type", "text") if tag == "input" else tag
    is_choice = kind in ("radio", "checkbox")
    return Field(
        given["name"],
        kind,
        given.get("value", "on" if is_choice else ""),
        is_on=kind != "button" and (not is_choice or "checked" in given),
        is_number=given.get("inputmode") in ("numeric", "decimal") or kind == "number",
    )

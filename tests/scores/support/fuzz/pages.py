"""The addresses of the pages of the app, and what was seen of them."""

from collections import defaultdict, deque
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from django.urls import Resolver404, resolve

KEPT = 40  # of each kind; older ones are dropped


@lru_cache(maxsize=10_000)
def resolved(path):
    """The name and arguments of an address; empty for an unknown address."""
    try:
        match = resolve(unquote(path, errors="replace"))
    except Resolver404:
        return "", {}
    return match.url_name or "", {
        key: str(value) for key, value in match.captured_kwargs.items()
    }


def name_of(form):
    """The name of the address to which the form is sent."""
    return resolved(urlsplit(form.action).path)[0]


class SeenPages:
    """The addresses and forms seen so far, the newest of each kind."""

    def __init__(self):
        self.addresses = defaultdict(lambda: deque(maxlen=KEPT))
        self.forms = defaultdict(lambda: deque(maxlen=KEPT))
        # arguments of an address, by its first part
        self.arguments = defaultdict(lambda: deque(maxlen=400))
        self.values = deque(maxlen=400)

    def learn(self, page):
        actions = [form.action for form in page.forms]
        for link in dict.fromkeys([*page.links, *actions]):
            self.see(link)
        for form in page.forms:
            self.forms[name_of(form)].append(form)
            self.values.extend(one.value for one in form.controls if one.value)

    def see(self, link):
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

"""An HTTP client for a served app, with the cookies of a phone, like a browser without JavaScript."""

import json
import re
import socket
from contextlib import closing
from dataclasses import dataclass, field, replace
from email.message import Message
from html import unescape
from http.client import HTTPConnection, HTTPSConnection
from ssl import SSLContext
from urllib.parse import urlencode
from uuid import uuid4

from urllib3 import encode_multipart_formdata

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Answer:
    status: int
    location: str
    text: str
    tag: str
    headers: Message | None = field(default=None, compare=False)

    @property
    def hidden(self):
        return hidden_fields(self.text)


def hidden_fields(html):
    """The hidden fields of the forms of a page, but those that every form has."""
    fields = re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', html)
    return {
        name: unescape(value)
        for name, value in fields
        if name not in ("csrfmiddlewaretoken", "next")
    }


def without_elements_of_names(html):
    """The HTML of a page without what shows names: tests/scores/test_shown_names.py looks at that."""
    return re.sub(r"</?bdi\b[^>]*>| translate=\"no\"", "", html)


def hand_fields(closer, *left):
    """The fields of a hand that this seat closed clean; `left` are the points of the others."""
    seats = range(len(left) + 1)
    others = [seat for seat in seats if seat != closer]
    points = zip(others, left, strict=True)
    return {
        "closer": closer,
        "close": "clean",
        **{f"deadwood_{seat}": points_left for seat, points_left in points},
        **{f"called_{seat}": f"Seat {seat}" for seat in seats},
    }


def everything(port, sent):
    """What comes until the server closes."""
    received = b""
    with closing(socket.create_connection(("127.0.0.1", port), 60)) as wire:
        try:
            wire.sendall(sent)
            while part := wire.recv(65536):
                received += part
        except TimeoutError:
            raise
        except OSError:
            pass  # the server closed the connection before it had all
    return received


@dataclass
class Phone:
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    patience: float = 60  # seconds to wait for a response
    headers: dict[str, str] = field(default_factory=dict)  # of each request
    tls: SSLContext | None = None

    @property
    def cookie(self):
        """The header of its requests."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def at(self, port):
        """The same phone for another port, with the same cookies."""
        return replace(self, port=port)

    def get(self, path, seen=""):
        """GET. `seen` is the ETag of the page that the phone shows already."""
        return self._sent("GET", path, None, {"If-None-Match": seen} if seen else {})

    def post(self, path, **fields):
        form = urlencode({"csrfmiddlewaretoken": self._token(), **fields})
        return self._sent("POST", path, form, {"Content-Type": FORM})

    def upload(self, path, content):
        """POST a form with a file."""
        file = {"file": ("file.jsonl", content)}
        body, kind = encode_multipart_formdata(
            {"csrfmiddlewaretoken": self._token(), **file}
        )
        return self._sent("POST", path, body, {"Content-Type": kind})

    def push(self, match, seen, *mutations):
        """Push mutations, as a phone with the engine does."""
        body = json.dumps({"seen": seen, "mutations": mutations})
        own = {"X-CSRFToken": self._token(), "Content-Type": "application/json"}
        return self._sent("POST", f"{match}push/", body, own)

    def start(self, *names, **rules):
        """Start a match and return its address. Without `rules` it is Chinchón with a limit out of reach."""
        seated = {f"name_{index}": name for index, name in enumerate(names)}
        how = {
            "preset": "chinchon",
            "dealer": 0,
            "places": 4,
            **(rules or {"limit": 100_000}),
        }
        return self.post("/new/", uid=uuid4(), **how, **seated).location

    def save(self, match, seq, *left, closer=0, key=""):
        """POST a hand that this seat closed clean; `left` are the points of the others."""
        once = {"seq": seq, "client_key": key or uuid4().hex}
        return self.post(f"{match}hand/", **hand_fields(closer, *left), **once)

    @property
    def group(self):
        """The address of a group of this phone."""
        return re.search(r"/c/\w+/", self.get("/").text)[0]

    def link(self, address, role):
        """The link for this role that the page of a match or a group shows."""
        return re.search(
            rf"/l/\w+/\w+/{role}/[\w-]+/", self.get(f"{address}share/").text
        )[0]

    def invites(self, address, role):
        """Another phone, which accepted that link."""
        guest = Phone(self.port, headers=dict(self.headers))
        assert guest.post(self.link(address, role)).status == 302
        return guest

    def _token(self):
        """The token of its forms; the first form is fetched for it."""
        if not any(name.endswith("csrftoken") for name in self.cookies):
            self.get("/new/")
        return next(
            value for name, value in self.cookies.items() if name.endswith("csrftoken")
        )

    def _sent(self, method, path, body, own):
        headers = {**self.headers, "Cookie": self.cookie, **own}
        with closing(self._wire()) as wire:
            wire.request(method, path, body, headers)
            answer = wire.getresponse()
            text = answer.read().decode(errors="replace")  # may be a picture
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _is, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        location, tag = (answer.headers.get(name, "") for name in ("Location", "ETag"))
        return Answer(answer.status, location, text, tag, answer.headers)

    def _wire(self):
        where = {"port": self.port, "timeout": self.patience}
        if self.tls:
            return HTTPSConnection("localhost", context=self.tls, **where)
        return HTTPConnection("127.0.0.1", **where)

"""A request in parts, which can be changed one by one; and sending it to the app."""

import gzip
import io
import json
import sys
from dataclasses import dataclass, field
from urllib.parse import quote, quote_from_bytes, unquote_to_bytes
from wsgiref.util import setup_testing_defaults

from django.core.signals import got_request_exception

BOUNDARY = "boundary7ma4ywxk"
FORM = "form"
MULTIPART = "multipart"
JSON = "json"
NOTHING = "nothing"
TYPES = {
    FORM: "application/x-www-form-urlencoded",
    MULTIPART: f"multipart/form-data; boundary={BOUNDARY}",
    JSON: "application/json",
}
UNPREFIXED = ("CONTENT_TYPE", "CONTENT_LENGTH")


@dataclass(frozen=True)
class File:
    """An uploaded file."""

    content: bytes
    name: str = "file.json"
    type: str = "application/json"


Pair = tuple[str, "str | File"]


@dataclass(frozen=True)
class Ask:
    """One request. Texts may contain unpaired surrogates, which are sent as bytes."""

    who: str
    method: str
    path: str  # quoted
    query: tuple[Pair, ...] = ()
    fields: tuple[Pair, ...] = ()
    kind: str = NOTHING
    headers: tuple[tuple[str, str], ...] = ()
    raw_query: str | None = None
    body: bytes | None = None  # replaces the fields
    length: str | None = None  # a false Content-Length

    @property
    def target(self):
        asked = encoded(self.query) if self.raw_query is None else self.raw_query
        return f"{self.path}?{asked}" if asked else self.path

    @property
    def sent(self):
        return _body(self) if self.body is None else self.body


def bytes_of(text):
    return text.encode("utf-8", "surrogatepass")


def encoded(pairs):
    parts = ((bytes_of(key), _plain(value)) for key, value in pairs)
    return "&".join(
        f"{quote_from_bytes(key, '')}={quote_from_bytes(value, '')}"
        for key, value in parts
    )


def _plain(value):
    return value.content if isinstance(value, File) else bytes_of(value)


def _body(ask):
    if ask.kind == FORM:
        return encoded(ask.fields).encode()
    if ask.kind == MULTIPART:
        return (
            b"".join(_part(key, value) for key, value in ask.fields)
            + f"--{BOUNDARY}--\r\n".encode()
        )
    if ask.kind == JSON:
        return json.dumps(
            {key: _plain(value).decode("latin-1") for key, value in ask.fields}
        ).encode()
    return b""


def _part(key, value):
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{key}"'
    if isinstance(value, File):
        head += f'; filename="{value.name}"\r\nContent-Type: {value.type}'
    return bytes_of(head) + b"\r\n\r\n" + _plain(value) + b"\r\n"


# Sending


@dataclass
class Answer:
    status: int = 0
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    # an exception of the app, also if it answered 500
    failure: BaseException | None = None

    def header(self, name):
        return next(
            (value for key, value in self.headers if key.lower() == name.lower()), ""
        )

    @property
    def text(self):
        """The text of the response and its headers."""
        headers = "\n".join(value for _name, value in self.headers)
        return f"{headers}\n{self.plain.decode('utf-8', 'replace')}"

    @property
    def plain(self):
        zipped = self.header("Content-Encoding") == "gzip" and self.body
        return gzip.decompress(self.body) if zipped else self.body

    @property
    def is_page(self):
        return self.header("Content-Type").startswith("text/html")


def environ(ask):
    """The WSGI environment as gunicorn would build it."""
    sent = ask.sent
    path, _mark, query = ask.target.partition("?")
    variables = {
        "REQUEST_METHOD": ask.method,
        "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
        "QUERY_STRING": query,
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "localhost",
        "wsgi.input": io.BytesIO(sent),
        "wsgi.errors": io.StringIO(),
    }
    setup_testing_defaults(variables)
    if sent or ask.length is not None:
        variables["CONTENT_LENGTH"] = (
            str(len(sent)) if ask.length is None else ask.length
        )
    if ask.kind in TYPES:
        variables["CONTENT_TYPE"] = TYPES[ask.kind]
    return variables | _meta(ask.headers)


def _meta(headers):
    """The headers of the environment. gunicorn joins repeated headers."""
    meta = {}
    for name, value in headers:
        key = name.upper().replace("-", "_")
        key = key if key in UNPREFIXED else f"HTTP_{key}"
        value = bytes_of(value).decode("latin-1")
        meta[key] = (
            f"{meta[key]},{value}" if key in meta and key not in UNPREFIXED else value
        )
    return meta


def send(app, variables):
    """The response of the whole app with its middlewares, and the exception if one was raised."""
    answer = Answer()

    def note(**signal):
        answer.failure = sys.exception()

    def start(status, headers, *_rest):
        answer.status = int(status.split()[0])
        answer.headers = list(headers)

    got_request_exception.connect(note)
    try:
        parts = app(variables, start)
        answer.body = b"".join(parts)
        getattr(parts, "close", lambda: None)()
    except Exception as error:
        answer.failure = error
    finally:
        got_request_exception.disconnect(note)
    return answer


def as_address(text):
    """A text quoted as one part of a path."""
    return quote(bytes_of(text), safe="")

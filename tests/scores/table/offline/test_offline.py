"""The headers, service worker and manifest for offline use."""

import html
import json
import re

import pytest
from django.conf import settings
from django.test import Client

from scores.core import metrics
from scores.core.access import grants
from scores.models import Phone, Role
from scores.table.offline import without_signal as offline
from tests.scores.support.factories import grow_up, phone_with, start
from tests.scores.support.table import address_of, page_text, send_to
from tests.tools import icons

ICONS = settings.BASE_DIR / "static" / "icons"


def cacheable_for(phone, address, **headers):
    """The phone and language for which a page may be cached; None if it may not."""
    return phone.get(address, headers=headers).headers.get(offline.CACHE_HEADER)


# Pages that may be cached


def test_pages_that_are_read_may_be_kept_and_no_others(phone, match):
    board, *of_match = [
        address_of(name, match) for name in ("match", "big", "log", "help-of-match")
    ]
    games = ("/help/", "/help/gin/", "/help/gin/example/", "/help/gin/example/7/")
    read = [
        board,
        *of_match,
        *games,
        "/",
        "/check/",
        "/no-signal/",
        f"/c/{match.circle.code}/",
    ]
    assert [address for address in read if not cacheable_for(phone, address)] == []
    others = [
        f"{board}{page}/"
        for page in ("share", "everyday", "correct/0", "phones", "pulse")
    ]
    others += ["/new/", "/phone/", "/sw.js", f"/c/{match.circle.code}/settings/"]
    others.append(grants.link_path(match, Role.WATCH))
    assert [address for address in others if cacheable_for(phone, address)] == []


def test_what_is_filled_in_refused_or_sent_is_not_kept(phone, match):
    board = address_of("match", match)
    assert cacheable_for(phone, f"{board}?closer=0&close=clean") is None
    assert cacheable_for(phone, "/check/?c=1o") is None
    assert cacheable_for(Client(), board) is None
    answer = send_to(phone, "undo", match, seq=7, client_key="k")
    assert answer.status_code == 409
    assert answer.headers.get(offline.CACHE_HEADER) is None


def test_a_page_is_kept_for_one_phone_in_one_language_without_its_name(phone, match):
    board = address_of("match", match)
    phones = (phone, phone_with(Role.WATCH, match))
    whose = {cacheable_for(phone, board) for phone in phones}
    whose |= {cacheable_for(phone, board, accept_language="en") for phone in phones}
    assert sorted(one.split(".")[1] for one in whose) == ["en-gb", "en-gb", "es", "es"]
    assert cacheable_for(phone, board) == cacheable_for(phone, "/")
    assert [
        phone for phone in Phone.objects.all() if phone.uid.hex[:12] in "".join(whose)
    ] == []


def test_for_a_stranger_pages_are_kept_that_are_about_nobody(phone, match):
    stranger = Client()
    for_all = (
        "/",
        "/demo/",
        "/check/",
        "/help/",
        "/help/gin/",
        "/no-signal/",
        "/new/document/",
    )
    assert {cacheable_for(stranger, address) for address in for_all} == {
        f"{offline.NOBODY}.es"
    }
    others = (
        "/history/",
        "/new/",
        grants.link_path(match, Role.WATCH),
        address_of("match", match),
    )
    assert [address for address in others if cacheable_for(stranger, address)] == []


# Versions


def test_every_answer_says_of_which_version_it_is(phone, match):
    board = address_of("match", match)
    answers = [phone.get(address) for address in (board, "/nowhere/", "/sw.js")]
    answers += [phone.post("/"), Client().get(board)]
    assert {answer.headers[offline.VERSION_HEADER] for answer in answers} == {
        offline.version()
    }
    assert f'data-version="{offline.version()}"' in answers[0].text


def test_the_version_is_another_with_any_other_file(tmp_path):
    (tmp_path / "a.js").write_text("1")
    first = offline.version_of(tmp_path)
    assert offline.version_of(tmp_path) == first
    (tmp_path / "a.js").write_text("2")
    second = offline.version_of(tmp_path)
    (tmp_path / "a.js").rename(tmp_path / "b.js")
    third = offline.version_of(tmp_path)
    assert len({first, second, third}) == 3
    (tmp_path / "b.cpython-311.pyc").write_text("compiled anew with every start")
    assert offline.version_of(tmp_path) == third


# The worker


def test_the_worker_is_asked_for_anew_and_not_sent_twice():
    answer = Client().get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    script = answer.text
    assert f'const VERSION = "{offline.version()}";' in script
    assert "{%" not in script
    again = Client().get("/sw.js", headers={"if-none-match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert again.content == b""


# Repairing


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("http://testserver/m/abc/?hand=3", "/m/abc/?hand=3"),
        ("http://testserver/", "/"),
        ("", "/"),
        ("http://testserver.evil.example/m/abc/", "/"),
        ("http://testserver//evil.example/", "/"),
        ("http://testserver/\\\\evil.example/", "/"),
        ("https://evil.example/m/abc/", "/"),
        ("http://[::1/", "/"),
    ],
)
def test_a_repair_leads_back_to_its_page_and_to_none_of_another_site(page, back):
    answer = Client().get("/repair/", headers={"referer": page})
    [(address, files)] = re.findall(
        r'id="repaired" href="([^"]*)" data-files="([^"]*)"', answer.text
    )
    assert html.unescape(address) == back
    files = set(json.loads(html.unescape(files)))
    assert files >= {
        "/static/css/app.css",
        "/static/js/night/hall.js",
        "/static/django_htmx/htmx-2.min.js",
    }


# The manifest


def manifest_in(language):
    answer = Client().get(
        "/manifest.webmanifest", headers={"accept-language": language}
    )
    assert answer.headers["Content-Type"] == "application/manifest+json"
    return json.loads(answer.content)


def test_the_app_can_be_installed_in_both_languages():
    spanish = manifest_in("es")
    english = manifest_in("en")
    assert [spanish["short_name"], spanish["lang"]] == ["Reenganche", "es"]
    assert english["lang"] == "en-gb"
    assert spanish["name"] != english["name"]
    assert [(one["name"], one["url"]) for one in spanish["shortcuts"]] == [
        ("Nueva partida", "/new/"),
        ("¿Puede cerrar?", "/check/"),
    ]
    one_app = dict.fromkeys(("id", "start_url", "scope"), "/")
    assert one_app.items() <= spanish.items()


def test_the_installed_app_takes_files_of_matches_and_groups():
    manifest = manifest_in("es")
    [opened] = manifest["file_handlers"]
    shared = manifest["share_target"]
    assert opened["action"] == "/import/"
    assert [shared["action"], shared["method"]] == ["/import/?shared", "POST"]
    types = {kind for kinds in opened["accept"].values() for kind in kinds}
    assert types == {".json", ".jsonl", ".txt"}
    assert types < {*shared["params"]["files"][0]["accept"]}


@pytest.mark.parametrize("name", icons.ICONS)
def test_the_icons_are_those_of_our_drawing(name):
    assert (ICONS / f"{name}.png").read_bytes() == icons.drawn(name)


# Totals of a phone


TOTALS_DIFFER = "reenganche_phone_totals_differ_total"


def test_totals_that_differ_are_said_of_partners_once_and_counted(phone, caplog):
    match = start(phone, "Ana", "Luis", "Inés", "Eva", preset="rum-500-pairs")
    grow_up()
    before = metrics.registry.get_sample_value(TOTALS_DIFFER)
    shown = {f"shown_{seat}": "<26>" for seat in (0, 2)}
    counted = {f"counted_{seat}": "27" for seat in (0, 2)}
    answer = send_to(phone, "differs", match, **shown, **counted)
    assert page_text(answer).endswith(
        "Este teléfono mostraba: Ana e Inés &lt;26&gt; El servidor: Ana e Inés 27"
    )
    assert metrics.registry.get_sample_value(TOTALS_DIFFER) == before + 1
    uid = Phone.objects.get().uid
    assert caplog.messages[-1:] == [
        f"totals of a phone differ: match {match.code}, phone {uid}"
    ]


def test_a_page_from_before_an_upgrade_says_only_that_totals_differ(phone, match):
    posted = {"shown": "Luis 26", "counted": "Luis 27"}  # as until 1.0.1
    answer = send_to(phone, "differs", match, **posted)
    assert page_text(answer).strip() == (
        "El servidor suma otra cosa, y eso es lo que cuenta."
    )

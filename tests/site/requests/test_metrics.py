"""The Prometheus metrics and their token."""

import re

import pytest
from django.db import OperationalError, connection
from django.test import Client

from scores.core.access import grants
from scores.fields import hand_fields
from scores.models import Match, Role
from tests.rules.support.table import hand
from tests.scores.support.factories import start
from tests.scores.support.table import form_fields, play
from tests.support import extent
from tests.support.servers import serving
from tests.support.wire import Phone

TOKEN = "t0k3n-" * 10
HELP = 'method="GET",status="200",view="help"'
COUNT = re.compile(r"^(reenganche_\w+_total)\{(.*)\} (\d+)", re.MULTILINE)


@pytest.fixture
def counting(settings):
    settings.METRICS_TOKEN = TOKEN


def shown(token=TOKEN):
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    return answer.status_code, answer.content.decode()


def counts(text):
    return {(name, labels): int(count) for name, labels, count in COUNT.findall(text)}


def risen(before, name):
    """The increase of the metric `name` since `before`, without the request that reads it."""
    after = counts(shown()[1])
    new = {
        labels: after[of, labels] - before.get((of, labels), 0)
        for of, labels in after
        if of == name
    }
    return {labels: count for labels, count in new.items() if count}


def test_metrics_are_for_who_has_the_token_and_for_nobody_where_none_was_set(
    settings, db
):
    assert [shown(token)[0] for token in ("", TOKEN)] == [404, 404]
    settings.METRICS_TOKEN = TOKEN
    assert [shown(token)[0] for token in ("", "x" * 60, TOKEN[:-1], TOKEN)] == [
        404,
        404,
        404,
        200,
    ]


def test_requests_are_counted_by_the_name_of_their_address_and_never_by_the_address(
    counting, client, db
):
    match = start(client, "Ana", "Luis")
    before = counts(shown()[1])
    for path in (
        match.get_absolute_url(),
        grants.link_path(match, Role.WATCH),
        "/nowhere/",
        "/healthz",
    ):
        client.get(path)
    client.generic("FORGED", "/help/")
    news = client.get(f"{match.get_absolute_url()}pulse/")
    client.get(
        f"{match.get_absolute_url()}pulse/", headers={"If-None-Match": news["ETag"]}
    )
    assert risen(before, "reenganche_requests_total") == {
        'method="GET",status="200",view="match"': 1,
        'method="GET",status="200",view="link"': 1,
        'method="GET",status="404",view="none"': 1,
        'method="GET",status="200",view="none"': 1,
        'method="other",status="405",view="help"': 1,
        'method="GET",status="200",view="pulse"': 1,
        'method="GET",status="304",view="pulse"': 1,
    }
    assert match.code not in shown()[1]


@pytest.mark.django_db(transaction=True)
def test_hands_are_counted_once_however_often_they_are_sent(counting, client):
    match = start(client, "Ana", "Luis")
    before = counts(shown()[1])
    sent = form_fields(match, **hand_fields(hand(0, 12)))
    for _time in range(2):
        client.post(f"{match.get_absolute_url()}hand/", sent)
    assert risen(before, "reenganche_entries_written_total") == {'kind="hand"': 1}


def test_refused_saves_are_counted_by_their_code(counting, client, db):
    match = start(client, "Ana", "Luis")
    late = form_fields(match, **hand_fields(hand(0, 12)))
    client.post(f"{match.get_absolute_url()}redo/", form_fields(match))
    play(client, match, hand(0, 1))
    before = counts(shown()[1])
    client.post(
        f"{match.get_absolute_url()}redo/", form_fields(Match.objects.get(pk=match.pk))
    )
    client.post(f"{match.get_absolute_url()}hand/", late)
    assert risen(before, "reenganche_writes_refused_total") == {
        'code="nothing-to-redo"': 1,
        'code="stale"': 1,
    }


def test_failures_of_the_database_are_counted_by_their_kind(counting, client, db):
    def fail(*query):
        raise OperationalError("disk I/O error")

    before = counts(shown()[1])
    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        assert (
            client.get(
                "/m/frnzh3b5px/pulse/", headers={"If-None-Match": '"0.1"'}
            ).status_code
            == 503
        )
    assert risen(before, "reenganche_database_errors_total") == {
        'error="OperationalError"': 1
    }


@extent.by_night("corners of operators")
def test_the_workers_of_a_machine_are_counted_together(tmp_path):
    with serving(tmp_path, REENGANCHE_METRICS_TOKEN=TOKEN) as app:
        for _time in range(20):
            Phone(app.port).get("/help/")
        monitor = Phone(app.port, headers={"Authorization": f"Bearer {TOKEN}"})
        # whichever worker answers
        texts = [monitor.get("/metrics").text for _time in range(8)]
    assert [counts(text)["reenganche_requests_total", HELP] for text in texts] == (
        [20] * 8
    )

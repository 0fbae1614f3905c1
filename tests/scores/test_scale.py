"""Every query is restricted to a circle, match or phone, so that the tables can be split (docs/SCALE.md)."""

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scores.core.access import rate_limits
from scores.night import log
from scores.table.board import html_cache
from tests.scores.support.table import match_now
from tests.scores.test_urls import (
    _phone_of_yesterday,
    _prepared,
    written,
)
from tests.support.addresses import TABLE, match_to_walk, night_of

NOT_OURS = re.compile(
    r"(SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT|BEGIN|COMMIT|SELECT 1\b)"
)
INNER = re.compile(r"\(\s*SELECT\b")
ALIAS = re.compile(r'"scores_(\w+)" (?:AS )?"?([A-Z]\d+)\b')
COLUMN = re.compile(r'(?:"?scores_(\w+)"?|\b([A-Z]\d+))\."?(\w+)"?')
# Columns that name a circle, a match or a phone, or a row that one of these was asked for; by table
COLUMNS = """
circle: id uid code
match: id code circle_id previous_id
phone: id uid
entry: by_id match_id
seat: match_id player_id
result: match_id
grant: id circle_id match_id phone_id
claim: id phone_id player_id
player: id uid circle_id
playerphoto: player_id
houserules: id circle_id
rating: id circle_id player_id
records: circle_id
merge: id emptied_id kept_id
playermerge: id emptied_id kept_id
typedcode: id digest match_id
typedcode_used_by: typedcode_id
keptfile: uid phone_id
limitcount: key
rightsline: circle_id match_id
accountentry: circle_id
paperkey: phone_id
passkey: phone_id
tournament: id uid code circle_id
tournamententry: tournament_id
tournamentgrant: id phone_id tournament_id
rounddraft: tournament_id
place: id digest tournament_id
placegrant: phone_id place_id
sitting: id match_id place_id
"""
OWNER = {
    (table, column)
    for table, columns in re.findall(r"^(\w+): (.+)$", COLUMNS, re.MULTILINE)
    for column in columns.split()
}
# What is over within the hour belongs to no circle, and may be looked through for what is to go.
PASSING = re.compile(r'(SELECT .*|DELETE )FROM "scores_(limitcount|keptfile)" ')
# The rows of a subquery, which is looked at itself: Django writes a condition on a window function so.
OF_A_SUBQUERY = re.compile(
    r'\s*SELECT (?:(?! JOIN |FROM).)*FROM … "\w+" (?:(?! JOIN ).)*$'
)


def queries_in(sql):
    """The query without its subqueries, and each subquery."""
    while inner := INNER.search(sql):
        depth = 0
        end = inner.start()
        while end == inner.start() or depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        yield from queries_in(sql[inner.start() + 1 : end - 1])
        sql = f"{sql[: inner.start()]}…{sql[end:]}"
    yield sql


def owners(sql):
    """The columns of `OWNER` in the conditions of a query, or in the rows that it inserts."""
    if sql.startswith("INSERT"):
        table, columns = re.match(
            r'INSERT (?:OR IGNORE )?INTO "scores_(\w+)"[^(]* \((.*?)\)', sql
        ).groups()
        makes = {(table, "id")} if table in ("circle", "phone") else set()
        return OWNER & (
            makes | {(table, column) for column in re.findall(r'"(\w+)"', columns)}
        )
    tables = {alias: table for table, alias in ALIAS.findall(sql)}
    conditions = sql.partition(" WHERE ")[2]
    return OWNER & {
        (table or tables.get(alias), column)
        for table, alias, column in COLUMN.findall(conditions)
    }


def test_a_query_over_everybody_is_seen_also_inside_another():
    inner = 'SELECT U0."emptied_id" FROM "scores_merge" U0 WHERE U0."undone_at" IS NULL'
    for sql in (
        'SELECT "scores_entry"."match_id" FROM "scores_entry" WHERE "scores_entry"."id" > 5',
        'INSERT INTO "scores_entry" ("seq", "kind") VALUES (1, "hand")',
        inner,
    ):
        assert owners(sql) == set()
    outer = f'SELECT 1 FROM "scores_circle" WHERE "scores_circle"."code" = 1 AND NOT (2 IN ({inner}))'
    assert [one == inner for one in queries_in(outer) if not owners(one)] == [True]


@pytest.mark.long
def test_every_query_names_circle_match_or_phone_and_pages_cost_what_the_table_says():
    """What one address writes is taken back before the next one is asked. The group plays a night."""
    match = written(match_to_walk(), 30)
    night_of(match)
    phone = _phone_of_yesterday(match)
    too_wide = []
    costs = {}
    for name, method in [
        (name, method) for name in TABLE for method in ("GET", "POST")
    ]:
        with transaction.atomic():
            rate_limits.read_counts.reset()
            send = _prepared(phone, match_now(match), name, method)
            html_cache.cache.clear()
            log.remembered_now.cache_clear()
            with CaptureQueriesContext(connection) as captured:
                send()
            transaction.set_rollback(True)
        costs[name, method] = len(captured)
        sent = [
            " ".join(query["sql"].split())
            for query in captured
            if not NOT_OURS.match(query["sql"])
        ]
        queries = [one for sql in sent for one in queries_in(sql)]
        asked = [
            one
            for one in queries
            if not PASSING.match(one) and not OF_A_SUBQUERY.match(one)
        ]
        too_wide += [(name, one) for one in asked if not owners(one)]
    assert too_wide == []
    told = {(name, "GET"): one.reads for name, one in TABLE.items()}
    told |= {(name, "POST"): one.writes for name, one in TABLE.items()}
    assert [
        (page, costs[page], cost)
        for page, cost in told.items()
        if cost not in (None, costs[page])
    ] == []

"""The two addresses of the door: a batch of mutations, and a match that was made on a phone."""

from collections.abc import Callable
from functools import wraps

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from rules.errors import Malformed
from scores.core import error_pages
from scores.core.access import grants
from scores.core.house_rules import saved_rules
from scores.core.matches.scoresheet import Sheet
from scores.group.circles import people, room
from scores.models import Circle, Match
from scores.table.board import views as board_views
from scores.table.new_match import page, setup
from scores.table.new_match.groups_document import StoredGroups
from scores.table.new_match.setup import code_of
from scores.table.push import reading
from scores.table.push.reading import Start
from scores.table.push.writing import Batch, answer

View = Callable[[HttpRequest, str], HttpResponse]


def _refused_if_unreadable(view: View) -> View:
    """Answers for a body that the view cannot read. Then nothing was written."""

    @wraps(view)
    def answering(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except reading.TooMany:
            text = _("Son demasiados apuntes de una vez: como mucho %(most)s.")
            return error_pages.json_refusal(413, [text % {"most": reading.MOST_MUTATIONS}])
        except reading.TooLarge:
            return error_pages.too_big(request)
        except Malformed:
            return error_pages.json_refusal(400, [_("Lo que ha llegado no se entiende. Recarga la página.")])

    return answering


def _body(request: HttpRequest) -> bytes:
    if request.content_type != error_pages.JSON:
        raise Malformed("a form, which was read already")
    return request.body


@require_POST
@_refused_if_unreadable
def push(request: HttpRequest, code: str) -> HttpResponse:
    """Write a batch of mutations, and answer what the document of the phone lacks."""
    sheet = Sheet(grants.match_to_score(request, code))
    asked = reading.push_of(_body(request))
    batch = Batch(sheet, asked, grants.phone_that_writes(request), request.entries_left)
    batch.write()
    request.entries_written = batch.new
    return JsonResponse(answer(batch))


def match(request: HttpRequest, code: str) -> HttpResponse:
    """The board of a match; with PUT the match is made."""
    return start(request, code) if request.method == "PUT" else board_views.match(request, code)


@_refused_if_unreadable
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Make the match of these facts. Repeated, it is the same match.

    The answer may have another code: that of an unfinished rematch that began alike.
    """
    asked = reading.start_of(_body(request))
    if code_of(asked.key) != code:
        raise Malformed("a code of another key")
    uid = setup.uid_of(asked.key)
    made = Match.objects.filter(code=code, uid=uid).first()
    if made:
        grants.phone_that_writes(request, asked.key)  # the answer with its cookie may have got lost
    try:
        match = made or _started(request, asked)
    except room.GroupFull:
        return error_pages.json_refusal(422, [str(room.FULL)])
    is_new = not made and match.uid == uid
    return JsonResponse({"code": match.code, "version": match.version}, status=201 if is_new else 200)


@transaction.atomic
def _started(request: HttpRequest, asked: Start) -> Match:
    previous = grants.match_to_score(request, asked.previous) if asked.previous else None
    match = setup.start_match(
        previous.circle if previous else _circle(request, asked),
        asked.key,
        asked.facts,
        asked.names,
        uids=asked.uids,
        previous=previous,
        happened_at=asked.happened_at,
    )
    if not previous:  # who may only score that match may change nothing in its group
        saved_rules.remember(match, asked.save_as)
    return match


def _circle(request: HttpRequest, asked: Start) -> Circle:
    """Raises Http404 for a group in which this phone may start no match."""
    groups = StoredGroups(request)
    if asked.circle not in ("", page.NEW) and groups.named(asked.circle) is None:
        raise Http404
    phone = grants.phone_that_writes(request, asked.key)
    if asked.circle == page.NEW:
        return people.new_circle(phone, asked.key)
    return people.circle_for_new_match(phone, page.chosen_circle(groups, asked.circle))

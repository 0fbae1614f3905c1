"""Pages to export matches and circles, and to import them."""

from __future__ import annotations

from typing import BinaryIO
from uuid import UUID, uuid4

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from scores.core.access import grants, rate_limits, turns
from scores.core.matches.scoresheet import Sheet
from scores.group.circles import people, room
from scores.group.transfer import error_text, exporter, importer, limits, spreadsheet, staging
from scores.group.transfer.forms import FileForm, WhoForm
from scores.group.transfer.importer import ImportSummary
from scores.group.transfer.reader import BadFile
from scores.models import Circle, Match

exports = turns.Turns()

# Export


@require_GET
def record(request: HttpRequest, code: str) -> HttpResponse:
    """A match as a JSON document."""
    sheet = Sheet(grants.match_to_watch(request, code))
    answer = HttpResponse(exporter.record_of(sheet), content_type="application/json")
    return _as_file(answer, _filename(sheet.match, "json"))


@require_GET
def sheet_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The scoresheet of a match as CSV."""
    sheet = Sheet(grants.match_to_watch(request, code))
    answer = HttpResponse(spreadsheet.of_sheet(sheet), content_type="text/csv; charset=utf-8")
    return _as_file(answer, _filename(sheet.match, "csv"))


@require_GET
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The file of a circle. If it is more than a page can import, the page with its parts; then one of them
    is `part` in the address."""
    circle = grants.circle_to_own(request, code)
    try:
        with exports.turn():
            return _exported(request, circle)
    except turns.Busy:
        request.wait = turns.SOON
        return rate_limits.too_many(request)


def _exported(request: HttpRequest, circle: Circle) -> HttpResponse:
    parts = exporter.parts(circle)
    part = exporter.part_named(parts, request.GET.get("part", "")) if len(parts) > 1 else parts[0]
    if part is None:
        return render(request, "scores/transfer/export.html", {"circle": circle, "parts": parts})
    content = "".join(exporter.circle_text(circle, part))
    days = f"{part.since}-{part.until}" if len(parts) > 1 else timezone.localdate().isoformat()
    name = f"reenganche-{slugify(circle.name) or circle.code}-{days}.jsonl"
    return _as_file(HttpResponse(content, content_type="application/jsonl"), name)


def _filename(match: Match, ending: str) -> str:
    return f"reenganche-{match.played_on.isoformat()}-{match.code}.{ending}"


def _as_file(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = content_disposition_header(True, name)
    answer["Cache-Control"] = "no-store"
    return answer


# Import


@require_http_methods(["GET", "POST"])
def import_into(request: HttpRequest, code: str) -> HttpResponse:
    """Import into a circle of this phone: preview, then confirmation."""
    return _import(request, grants.circle_to_own(request, code))


@require_http_methods(["GET", "POST"])
def import_new(request: HttpRequest) -> HttpResponse:
    """Import into a new circle."""
    return _import(request, None)


def _import(request: HttpRequest, circle: Circle | None) -> HttpResponse:
    if request.method == "GET":
        return _show_file_form(request, circle, FileForm())
    if "kept" in request.POST:
        return _confirm(request, circle, WhoForm.posted(request.POST, circle))
    is_too_long = getattr(request, "is_too_long", False)
    form = FileForm(request.POST, request.FILES, is_too_long=is_too_long)
    if not form.is_valid():
        return _show_file_form(request, circle, form, 422)
    with form.opened() as file:
        return _show_preview(request, circle, file)


def _show_file_form(
    request: HttpRequest, circle: Circle | None, form: FileForm, status: int = 200, **problem: str
) -> HttpResponse:
    """The form, with `problem` of the last file: `late`, or `reason` and `where`."""
    return render(
        request, "scores/transfer/import.html", {"circle": circle, "form": form, **problem}, status=status
    )


def _refused(request: HttpRequest, circle: Circle | None, bad: BadFile) -> HttpResponse:
    problem = {"reason": error_text.reason(bad), "where": error_text.where(bad)}
    return _show_file_form(request, circle, FileForm(), 422, **problem)


def _show_preview(
    request: HttpRequest, circle: Circle | None, file: BinaryIO, refused: WhoForm | None = None
) -> HttpResponse:
    """What the file would add and who is who; writes nothing."""
    file.seek(0)
    try:
        summary = importer.preview(file, circle, limits.PAGE)
    except BadFile as bad:
        return _refused(request, circle, bad)
    initial = {} if refused else {"kept": _stage(request, file), "key": uuid4()}
    form = WhoForm.of(summary, circle, refused and refused.data, initial)
    adds_something = summary.adds_something(form.guess)
    context = {"circle": circle, "summary": summary, "form": form, "adds_something": adds_something}
    return render(request, "scores/transfer/import_preview.html", context, status=422 if refused else 200)


def _stage(request: HttpRequest, file: BinaryIO) -> UUID:
    return staging.stage(file, grants.phone_if_known(request))


def _confirm(request: HttpRequest, circle: Circle | None, form: WhoForm) -> HttpResponse:
    try:
        file = form.opened(grants.phone_if_known(request))
    except staging.StagingExpired:
        late = _("Ha pasado demasiado tiempo: elige el archivo otra vez.")
        return _show_file_form(request, circle, FileForm(), 409, late=late)
    with file:
        if not form.is_valid():
            return _show_preview(request, circle, file, form)
        try:
            circle, summary = _import_confirmed(request, circle, file, form)
        except BadFile as bad:
            return _refused(request, circle, bad)
        except room.GroupFull:
            return _show_file_form(request, circle, FileForm(), 422, late=str(room.FULL))
    if summary.has_more:
        return _show_next_part(request, circle, summary, form)
    return redirect(circle)


def _show_next_part(
    request: HttpRequest, circle: Circle, summary: ImportSummary, form: WhoForm
) -> HttpResponse:
    """The page after one part of a long file, with the form for the next one."""
    there = summary.matches + summary.existing
    context = {"circle": circle, "there": there, "sent": form.sent}
    return render(request, "scores/transfer/import_next.html", context)


def _import_confirmed(
    request: HttpRequest, circle: Circle | None, file: BinaryIO, form: WhoForm
) -> tuple[Circle, ImportSummary]:
    """Write the next part of the file. It is read and judged before the transaction, which blocks others."""
    part = importer.next_part(file, circle, limits.PAGE)
    if circle is not None:
        room.verify_room(circle, len(part.matches), sum(len(one.entries) for one in part.matches.values()))
    with transaction.atomic():
        if circle is None:
            key = form.cleaned_data["key"]
            circle = people.new_circle(grants.phone_that_writes(request, key), key)
            summary = importer.write_part(part, circle, {})
            importer.name_circle(circle, summary)
        else:
            summary = importer.write_part(part, circle, form.same())
    return circle, summary

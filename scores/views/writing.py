"""Append what a form says and show what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rules.errors import Illegal
from scores import access, log
from scores.forms.writing import WritingForm
from scores.sheet import Sheet, loaded
from scores.words import happened


@dataclass(frozen=True)
class Trouble:
    """Why nothing was written although the form was in order: what others wrote meanwhile."""

    status: int
    said: str
    meanwhile: list[str] = field(default_factory=list)


Redraw = Callable[[Sheet, int, Trouble | None], HttpResponse]
"""Shows the form again: on which sheet, with which status, after what trouble."""


def append_and_show(
    request: HttpRequest,
    sheet: Sheet,
    form: WritingForm,
    redraw: Redraw,
    show: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """Write the form's entry; then `show`, or go to the match. What is refused is drawn again as typed."""
    if not form.is_valid():
        return redraw(sheet, 422, None)
    try:
        log.append(
            sheet.match,
            form.entry(),
            seq=form.drawn_for,
            client_key=form.key,
            phone=access.phone_that_writes(request),
            happened_at=form.happened,
        )
    except Illegal as refusal:
        form.refuse(refusal)
        return redraw(sheet, 422, None)
    except (log.Stale, log.KeyReused) as clash:
        return redraw(Sheet(sheet.match), 409, trouble(sheet, clash))
    return show() if show else redirect(sheet.match)


def trouble(sheet: Sheet, clash: log.Stale | log.KeyReused) -> Trouble:
    """What to tell somebody whose form came too late."""
    names = Sheet(sheet.match).names
    if isinstance(clash, log.KeyReused):
        said = _("Esto ya se había guardado de otra manera. Comparar y guardar otra vez si hace falta.")
        return Trouble(409, said, [happened(loaded(clash.written), names)])
    said = _("Mientras tanto se escribió esto. Los números siguen aquí: mirar y guardar otra vez.")
    return Trouble(409, said, [happened(loaded(row), names) for row in clash.since])

"""Pages to export matches and circles, and to import them: the file, then who of it is who here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO
from uuid import UUID, uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_GET

from scores.circle.accounts import account, log
from scores.circle.circles import people
from scores.circle.circles.forms import SamePlayersForm
from scores.circle.sharing.rights_in_words import rights_in_words
from scores.core import own_files
from scores.core.access import phone_cookie, rate_limits, rights, turns
from scores.core.csv_files import csv_response, file_response
from scores.core.form_pages import require_GET_or_POST
from scores.core.match_facts import TEXT_KEYS
from scores.core.notation.names import alphabetical
from scores.core.notation.shown_names import marked_name
from scores.core.wording.refusals import phrase
from scores.models import Circle, Player, by_name
from scores.transfer import exporter, importer, limits
from scores.transfer.importer import (
    Existing,
    Importer,
    ImportSummary,
    SamePersons,
    guess_same_persons,
)
from scores.transfer.lines import AccountLine
from scores.transfer.reader import BadFile, FoldedPart, folded_parts

ASKED = 100  # persons asked about; the others are imported as new players
OPTIONS = 20_000  # options on the whole page
RIGHTS = 10_000  # newest lines of the log of rights in a file: 1 s of processor


class FileForm(forms.Form):
    """A file, or its content as text."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Archivo"),
        # With `accept` an iPhone does not let a file be chosen whose type it does not know.
        widget=forms.FileInput(),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label=gettext_lazy("O pega aquí lo que hay dentro"),
        widget=forms.Textarea(
            {
                "rows": 4,
                "maxlength": limits.PASTED,
                "spellcheck": "false",
                "autocomplete": "off",
            }
        ),
    )

    def __init__(self, *args: Any, is_too_long: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_too_long = is_too_long

    def open_file(self) -> BinaryIO:
        """The file. Only for a valid form."""
        file = self.cleaned_data["file"]
        return (
            file if file and file.size else BytesIO(self.cleaned_data["text"].encode())
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.is_too_long:
            facts = {"megabytes": limits.UPLOADED // limits.MEGABYTE}
            message = _(
                "El archivo pasa de %(megabytes)s MB. Quien lleva el servidor puede traerlo."
            )
            raise ValidationError(message % facts)
        file = data.get("file")
        text = data.get("text", "")
        if not self.errors and not (file and file.size) and not text.strip():
            raise ValidationError(_("Falta el archivo, o está vacío."))
        return data


class WhoForm(SamePlayersForm):
    """The confirmation of a preview: for each person of the file the same player here, or a new one."""

    kept = forms.UUIDField(widget=forms.HiddenInput)
    # a repeated POST creates no second circle
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(
        self,
        *args: Any,
        names: Mapping[UUID, str],
        here: Iterable[Player],
        same: SamePersons,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.guess = same
        self.here = {player.uid.hex: player for player in here}
        self.there = {f"is_{uid.hex}": uid for uid in names} if self.here else {}
        labels = [names[uid] for uid in self.there.values()]
        self.ask([player.display_name for player in self.here.values()], labels, same)

    @classmethod
    def of(
        cls,
        summary: ImportSummary,
        circle: Circle | None,
        data: Any,
        initial: dict[str, Any],
    ) -> WhoForm:
        """For the page of a preview. Persons with a namesake here come first; nameless ones are left out."""
        known = {person.uid for person in summary.known}
        here = [player for player in _here(circle) if player.uid not in known]
        same = guess_same_persons(here, summary.persons)
        with_name = [person for person in summary.persons if person.name]
        offered = sorted(
            with_name,
            key=lambda person: (person.uid not in same, alphabetical(person.name)),
        )
        offered = offered[: min(ASKED, OPTIONS // max(len(here), 1))]
        names = {person.uid: marked_name(person.name) for person in offered}
        return cls(data, names=names, here=here, same=same, initial=initial)

    @classmethod
    def from_post(cls, data: Mapping[str, str], circle: Circle | None) -> WhoForm:
        """For the POST of that page; the persons are those of the sent fields, as far as it asked."""
        sent = islice(filter(None, map(_uid, data)), ASKED)
        names = dict.fromkeys(sent, "")
        return cls(data, names=names, here=_here(circle), same={})

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The fields as they were sent, for the next part of the file."""
        return [
            (name, self.data.get(name, ""))
            for name in ("kept", "key", "more", *self.there)
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        chosen = [uid for name in self.there if (uid := data.get(name))]
        if len(set(chosen)) < len(chosen):
            raise ValidationError(
                _("Dos personas del archivo no pueden ser aquí la misma.")
            )
        return data


def _here(circle: Circle | None) -> list[Player]:
    """The players that can be chosen: all with a name."""
    return by_name(circle.players.current().exclude(name="")) if circle else []


def _uid(key: str) -> UUID | None:
    try:
        return UUID(key.removeprefix("is_")) if key.startswith("is_") else None
    except ValueError:
        return None


exports = turns.Turns()

# Export


@require_GET
def match_file(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """A match as a JSON document, or its scoresheet as CSV."""
    sheet = rights.visit_to_watch(request, code).sheet
    write, content_type = {
        "json": (exporter.record_of, own_files.MATCH),
        "csv": (exporter.sheet_csv, "text/csv; charset=utf-8"),
    }[kind]
    name = f"reenganche-{sheet.match.played_on.isoformat()}-{sheet.match.code}.{kind}"
    return file_response(write(sheet), content_type, name)


@require_GET
def export(request: HttpRequest, code: str) -> HttpResponse:
    """The file of a circle. If it is more than a page can import, the page with its parts; then one of them
    is `part` in the address."""
    circle = rights.circle_to_own(request, code)
    try:
        with exports.turn():
            return _send_file(request, circle)
    except turns.Busy:
        rate_limits.limits_of(request).wait = turns.RETRY_AFTER
        return rate_limits.too_many(request)


def _send_file(request: HttpRequest, circle: Circle) -> HttpResponse:
    is_asked = "photos" in request.GET
    photos = exporter.photos_of(circle) if is_asked else exporter.NO_PHOTOS
    parts = exporter.parts(circle, photos)
    part = (
        exporter.part_named(parts, request.GET.get("part", ""))
        if len(parts) > 1
        else parts[0]
    )
    if part is None:
        return render(
            request,
            "scores/transfer/export.html",
            {"circle": circle, "parts": parts, "photos": is_asked},
        )
    content = "".join(exporter.circle_text(circle, part, photos))
    days = (
        f"{part.days[0]}-{part.days[-1]}"
        if len(parts) > 1
        else str(timezone.localdate())
    )
    kind = own_files.CIRCLE
    name = _file_name(circle, f"{days}{own_files.ENDINGS[kind]}")
    return file_response(content, kind, name)


def _file_name(circle: Circle, end: str) -> str:
    return f"reenganche-{slugify(circle.name) or circle.code}-{end}"


@require_GET
def rights_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The newest lines of the log of rights, with names of phones and without anything that opens a door."""
    circle = rights.circle_to_own(request, code)
    headings = [
        _("Fecha"),
        _("Teléfono"),
        _("Qué"),
        _("Permiso"),
        _("Partida"),
        _("Cómo"),
        _("Quién lo hizo"),
    ]
    rows = [
        [
            timezone.localtime(row.line.at).isoformat(" ", "seconds"),
            row.phone,
            row.what,
            row.right,
            row.line.match.code if row.line.match else row.where,
            row.way,
            row.by,
        ]
        for row in rights_in_words(circle, RIGHTS)
    ]
    return csv_response(
        [headings, *rows], _file_name(circle, f"{timezone.localdate()}.csv")
    )


# Import


@require_GET_or_POST
def import_file(request: HttpRequest, code: str | None = None) -> HttpResponse:
    """Import into a circle of this phone, or into a new one: preview, then confirmation."""
    circle = rights.circle_to_own(request, code) if code else None
    if request.method == "GET":
        return _show_file_form(request, circle, FileForm())
    try:
        if "kept" in request.POST:
            return _confirm(request, circle, WhoForm.from_post(request.POST, circle))
        is_too_long = getattr(request, "is_too_long", False)
        form = FileForm(request.POST, request.FILES, is_too_long=is_too_long)
        if not form.is_valid():
            return _show_file_form(request, circle, form, 422)
        with form.open_file() as file:
            return _show_preview(request, circle, file)
    except BadFile as bad:
        problem = {"reason": reason(bad), "where": where(bad), "code": bad.code}
    except people.CircleFull:
        problem = {"late": str(people.FULL)}
    return _show_file_form(request, circle, FileForm(), 422, **problem)


def _show_file_form(
    request: HttpRequest,
    circle: Circle | None,
    form: FileForm,
    status: int = 200,
    **problem: str,
) -> HttpResponse:
    """The form, with `problem` of the last file: `late`, or `reason`, `where` and `code`."""
    context = {
        "circle": circle,
        "form": form,
        "endings": " · ".join(own_files.ENDINGS.values()),
        "texts": TEXT_KEYS,
        **problem,
    }
    return render(request, "scores/transfer/import.html", context, status=status)


def _show_preview(
    request: HttpRequest,
    circle: Circle | None,
    file: BinaryIO,
    refused: WhoForm | None = None,
) -> HttpResponse:
    """What the file would add and who is who; writes nothing."""
    file.seek(0)
    summary = importer.preview(file, circle, limits.PAGE, parts=1)
    initial = {}
    if not refused:
        initial = {
            "kept": importer.stage(file, phone_cookie.phone_if_known(request)),
            "key": uuid4(),
        }
    form = WhoForm.of(summary, circle, refused and refused.data, initial)
    context = {
        "circle": circle,
        "summary": summary,
        "form": form,
        "adds_something": summary.adds_something(form.guess),
    }
    return render(
        request,
        "scores/transfer/import_preview.html",
        context,
        status=422 if refused else 200,
    )


def _confirm(
    request: HttpRequest, circle: Circle | None, form: WhoForm
) -> HttpResponse:
    file = importer.staged_file(
        form.data.get("kept", ""), phone_cookie.phone_if_known(request)
    )
    if file is None:
        late = _("Ha pasado demasiado tiempo: elige el archivo otra vez.")
        return _show_file_form(request, circle, FileForm(), 409, late=late)
    with file:
        if not form.is_valid():
            return _show_preview(request, circle, file, form)
        circle, summary = _import_confirmed(request, circle, file, form)
    if summary.has_more:  # a page with the form for the next part of a long file
        there = summary.matches + summary.existing
        context = {"circle": circle, "there": there, "sent": form.sent}
        return render(request, "scores/transfer/import_next.html", context)
    if request.POST.get("more"):  # another file was shared
        return redirect(f"{reverse('import-into', args=[circle.code])}?more")
    return redirect(circle)


def _import_confirmed(
    request: HttpRequest, circle: Circle | None, file: BinaryIO, form: WhoForm
) -> tuple[Circle, ImportSummary]:
    """Write the next part of the file. It is read and judged before the transaction, which blocks others.
    Raises BadFile and CircleFull."""
    part = next(folded_parts(file, Existing.of(circle).matches, limits.PAGE))
    key = form.cleaned_data["key"]
    with transaction.atomic():
        target = circle or people.new_circle(
            phone_cookie.phone_that_writes(request, key), key
        )
        _verify_room(target, part)
        summary = Importer(target, form.same()).write(part)
        if circle is None:
            importer.name_circle(target, summary)
    return target, summary


def _verify_room(circle: Circle, part: FoldedPart) -> None:
    """Raises CircleFull."""
    here = Existing.of(circle)
    new = [match for uid, match in part.matches.items() if uid not in here.matches]
    people.verify_room(circle, len(new), sum(len(match.entries) for match in new))
    lines = [line for line in part.lines if isinstance(line, AccountLine)]
    paid = [line for line in lines if line.uid not in here.account]
    if paid and not account.has_room(log.facts_of(circle), paid, account.FILES):
        raise people.CircleFull


# Why and where a file cannot be imported

REASONS: dict[str, Promise] = {
    # The file
    "no-json": gettext_lazy("Esto no se entiende: puede que el archivo esté cortado."),
    "cut": gettext_lazy("El archivo está cortado: falta el final."),
    "after-end": gettext_lazy("Hay algo después del final."),
    "table": gettext_lazy(
        "Esto es una tabla (CSV) para una hoja de cálculo. Aquí se trae el archivo .json o .jsonl de "
        "Reenganche. Las manos de una tabla se copian y se pegan en una hoja de papel."
    ),
    "utf-8": gettext_lazy("Esto no es un archivo de Reenganche: no es texto (UTF-8)."),
    "long": gettext_lazy("Es demasiado largo."),
    "many": gettext_lazy("Son demasiados para un solo archivo."),
    "no-record": gettext_lazy("Esto no es una partida ni un grupo de Reenganche."),
    "version": gettext_lazy("Es de una versión de Reenganche que aquí no se conoce."),
    "line": gettext_lazy("Esta línea no dice nada que se conozca."),
    # A value
    "deep": gettext_lazy("Hay cosas metidas unas dentro de otras sin fin."),
    "twice": gettext_lazy("Está dos veces."),
    "missing": gettext_lazy("Falta."),
    "unknown": gettext_lazy("Eso no se conoce."),
    "object": gettext_lazy("Aquí tendría que haber un objeto, {…}."),
    "list": gettext_lazy(
        "Aquí tendría que haber una lista, ni más corta ni más larga de lo que puede ser."
    ),
    "number": gettext_lazy("Ese número no puede ser."),
    "letters": gettext_lazy("Hay signos que no se pueden guardar."),
    "name": gettext_lazy("Eso no es un nombre, o es demasiado largo."),
    "text": gettext_lazy("Eso no es un texto, o es demasiado largo."),
    "uid": gettext_lazy("Ese identificador no está bien escrito."),
    "time": gettext_lazy("Eso no es una hora con su zona."),
    "day": gettext_lazy("Eso no es una fecha."),
    "photo": gettext_lazy("Esa foto no se puede leer."),
    "zone": gettext_lazy("Esa zona horaria no se conoce."),
    # A match
    "rule": gettext_lazy("Con esa regla no se puede jugar."),
    "teams": gettext_lazy("Con esas reglas no pueden jugar así."),
    "start": gettext_lazy("Aquí todas las partidas empiezan de cero."),
    "seat": gettext_lazy("No es nadie de los que se conocen hasta aquí."),
    "match": gettext_lazy("No es ninguna partida de las anteriores."),
    "entry": gettext_lazy("Eso no es un apunte."),
    "log-full": gettext_lazy("Una partida no puede tener tantos apuntes."),
    "table-full": gettext_lazy("En una partida no puede sentarse tanta gente."),
    "night": gettext_lazy("Esa noche no puede haber sido así."),
    "one-person": gettext_lazy(
        "Dos que jugaron esta partida son aquí la misma persona."
    ),
}


def reason(bad: BadFile) -> str:
    if bad.refusal:
        return phrase(bad.refusal, bad.names)
    return str(REASONS.get(bad.code) or _("Aquí hay algo que no puede ser."))


def where(bad: BadFile) -> str:
    """The line number and the JSON path in it; `$` is the whole line."""
    text = _("Línea %(line)s") if bad.path == "$" else _("Línea %(line)s, %(place)s")
    return text % {"line": bad.line, "place": bad.path}

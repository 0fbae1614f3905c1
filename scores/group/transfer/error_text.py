"""Why and where a file cannot be imported, for the user."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scores.core.wording.refusals import phrase
from scores.group.transfer.reader import BadFile

REASONS: dict[str, Promise] = {
    # The file
    "no-json": gettext_lazy("Esto no se entiende: puede que el archivo esté cortado."),
    "cut": gettext_lazy("El archivo está cortado: falta el final."),
    "after-end": gettext_lazy("Hay algo después del final."),
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
    "list": gettext_lazy("Aquí tendría que haber una lista, ni más corta ni más larga de lo que puede ser."),
    "number": gettext_lazy("Ese número no puede ser."),
    "letters": gettext_lazy("Hay signos que no se pueden guardar."),
    "name": gettext_lazy("Eso no es un nombre, o es demasiado largo."),
    "text": gettext_lazy("Eso no es un texto, o es demasiado largo."),
    "uid": gettext_lazy("Ese identificador no está bien escrito."),
    "time": gettext_lazy("Eso no es una hora con su zona."),
    "day": gettext_lazy("Eso no es una fecha."),
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
    "one-person": gettext_lazy("Dos que jugaron esta partida son aquí la misma persona."),
}


def reason(bad: BadFile) -> str:
    if bad.refusal:
        return phrase(bad.refusal, bad.names)
    return str(REASONS.get(bad.code) or _("Aquí hay algo que no puede ser."))


def where(bad: BadFile) -> str:
    """The line number and the JSON path in it; `$` is the whole line."""
    if bad.place == "$":
        return _("Línea %(line)s") % {"line": bad.line}
    return _("Línea %(line)s, %(place)s") % {"line": bad.line, "place": bad.place}

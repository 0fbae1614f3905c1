"""What the rules refuse, said in the table's words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.errors import Illegal
from rules.events import Seat
from scores.numbers import signed

PHRASES = {
    "unknown-player": gettext_lazy("Hay un nombre que no está en esta mesa."),
    "duplicate-player": gettext_lazy("%(name)s ya está en la mesa."),
    "missing-player": gettext_lazy("Falta %(name)s en el orden."),
    "match-over": gettext_lazy("La partida ya terminó. Para seguir hay que deshacer o corregir algo."),
    "answer-pending": gettext_lazy("Antes tiene que decir si se reengancha: %(names)s."),
    "not-bust": gettext_lazy("%(name)s no se ha pasado: no hay nada que reenganchar."),
    "no-rebuys-left": gettext_lazy("A %(name)s no le quedan reenganches."),
    "rebuy-not-allowed": gettext_lazy("%(name)s no puede reengancharse: quedaban muy pocos en juego."),
    "not-in-play": gettext_lazy("%(name)s no está jugando esta mano."),
    "bad-close": gettext_lazy("Con estas reglas no se puede cerrar así."),
    "over-close-limit": gettext_lazy("Para cerrar hacen falta %(limit)s puntos o menos."),
    "closer-would-bust": gettext_lazy(
        "%(name)s no puede cerrar así: llegaría a %(total)s y se pasaría de %(limit)s."
    ),
    "missing-points": gettext_lazy("Faltan los puntos de %(name)s."),
    "bad-points": gettext_lazy("%(name)s no puede tener %(points)s: como mucho %(most)s."),
    "nothing-to-undo": gettext_lazy("No hay nada que deshacer."),
    "nothing-to-redo": gettext_lazy("No hay nada que rehacer."),
    "no-such-entry": gettext_lazy("Ese apunte ya no está."),
    "bad-rules": gettext_lazy("Esas reglas no se entienden (%(knob)s)."),
}


def phrase(refusal: Illegal, names: Mapping[Seat, str]) -> str:
    """The sentence for a refusal, with the names of the seats it speaks of."""
    facts = {
        key: signed(value) if type(value) is int else value
        for key, value in refusal.details.items()
        if key not in ("seat", "seats")
    }
    facts["name"] = names.get(refusal.details.get("seat", -1), "?")
    facts["names"] = ", ".join(names.get(seat, "?") for seat in refusal.details.get("seats", ()))
    if refusal.code == "bad-points" and refusal.details["points"] < 0:
        return _("Los puntos de %(name)s no pueden ser negativos.") % facts
    return PHRASES[refusal.code] % facts

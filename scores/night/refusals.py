"""Sentences for what a club night refuses (docs/rules/FORMAT.md#night-codes)."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy

from rules.night.refusals import NightRefusal
from scores.circle.circles.people import FULL, CircleFull

PHRASES = {
    "apart-from-itself": gettext_lazy("Di otra persona: %(name)s no puede ir consigo."),
    "bad-stage": gettext_lazy(
        "Ese plan no se puede jugar: revisa cuántas rondas, vidas o manos, y las mesas."
    ),
    "cut-is-decided": gettext_lazy("Eso ya se decidió delante de todos, y vale."),
    "changes-nothing": gettext_lazy("Lo que vino después ya lo cambió."),
    "has-a-result": gettext_lazy(
        "Ya hay algo apuntado en la mesa %(table)s: nadie cambia de sitio."
    ),
    "is-here": gettext_lazy(
        "%(name)s ya está. Si es otra persona, escribe también su apellido."
    ),
    "is-in-already": gettext_lazy(
        "Esa persona ya está apuntada, con el número %(entrant)s."
    ),
    "level-at-the-cut": gettext_lazy(
        "Hay empate por las últimas plazas: decídelo primero."
    ),
    "log-full": gettext_lazy(
        "La noche tiene ya %(most)s apuntes, y no caben más: termínala."
    ),
    "match-is-attached": gettext_lazy(
        "Esa partida ya es la mesa %(table)s de la ronda %(round)s."
    ),
    "night-full": gettext_lazy("En una noche caben %(most)s, y ya están."),
    "night-is-over": gettext_lazy(
        "La noche ya terminó: solo quedan resultados, cobros y premios."
    ),
    "no-stage": gettext_lazy("Todavía no ha empezado nada: sienta primero la ronda 1."),
    "no-such-entrant": gettext_lazy("No hay nadie con el número %(entrant)s."),
    "no-such-table": gettext_lazy("En la ronda %(round)s no hay mesa %(table)s."),
    "no-tables": gettext_lazy("No queda ninguna mesa libre en la sala."),
    "nobody-played-yet": gettext_lazy(
        "Nadie ha jugado todavía: la noche no empieza por la final."
    ),
    "not-here": gettext_lazy("%(name)s no está."),
    "not-in-force": gettext_lazy("Ya está deshecho."),
    "not-in-the-stage": gettext_lazy("%(name)s no juega esta ronda."),
    "not-places": gettext_lazy(
        "Los puestos de la mesa %(table)s no cuadran: empiezan en 1 y los empates se comparten (1, 1, 3)."
    ),
    "not-taken-back": gettext_lazy("Se reabre desde la página de la noche."),
    "not-the-last-round": gettext_lazy("Solo se cambia la última ronda, la %(round)s."),
    "not-the-next-round": gettext_lazy(
        "La siguiente es la ronda %(round)s: otro teléfono publicó antes."
    ),
    "not-who-sat-there": gettext_lazy("En la mesa %(table)s se sentaron otros."),
    "not-who-is-level": gettext_lazy("Solo se elige entre quienes empatan."),
    "number-taken": gettext_lazy("El número %(entrant)s ya es de otro."),
    "one-or-two-people": gettext_lazy(
        "Se juega solo o en pareja: uno o dos nombres distintos."
    ),
    "round-is-seated": gettext_lazy(
        "Ya hay rondas publicadas: nadie se borra, pero puede irse."
    ),
    "size-of-table": gettext_lazy(
        "La mesa %(table)s tiene que ser de %(least)s a %(most)s."
    ),
    "stage-has-begun": gettext_lazy("Ya no entra nadie: ha empezado."),
    "stands-on-it": gettext_lazy("Antes hay que deshacer lo que vino después."),
    "table-twice": gettext_lazy("Hay una mesa dos veces."),
    "too-few-entrants": gettext_lazy(
        "Son muy pocos para una mesa: hay %(entrants)s y hacen falta %(least)s."
    ),
    "too-long-ago": gettext_lazy(
        "Ha pasado demasiado desde entonces: ya no se deshace."
    ),
    "too-many-people": gettext_lazy(
        "La mesa %(table)s sería de %(people)s personas, y a su juego juegan %(most)s como mucho. Cambia a "
        "alguien de mesa, o prepara la noche con mesas más pequeñas o con otro juego: cada pareja ocupa dos "
        "sillas."
    ),
    "too-many-rounds": gettext_lazy("En una noche caben %(most)s rondas, y ya están."),
    "too-many-stages": gettext_lazy("En una noche caben %(most)s fases, y ya están."),
    "too-many-tables": gettext_lazy("En una noche caben %(most)s mesas."),
    "twice-in-a-stage": gettext_lazy("Hay alguien dos veces en la fase."),
    "two-seats": gettext_lazy("%(name)s tendría dos sitios."),
}
"""By code; a sentence may name the details of its code, and `name`."""


def phrase(refusal: NightRefusal | CircleFull, names: Mapping[int, str]) -> str:
    """The sentence for a refusal; `names` are those of the entrants."""
    if isinstance(refusal, CircleFull):
        return str(FULL)
    facts = dict(refusal.details)
    facts["name"] = names.get(facts.get("entrant", 0), str(facts.get("entrant")))
    return str(PHRASES[refusal.code] % facts)

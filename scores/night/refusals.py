"""Sentences for what a club night refuses (docs/design/tournament.md#codes)."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _, gettext_lazy

from rules.tournament.refusals import NightRefusal
from scores.night.knobs import LABELS

PHRASES = {
    "apart-from-himself": gettext_lazy("%(name)s no puede estar lejos de sí mismo."),
    "bad-stage": gettext_lazy("«%(label)s» no cuadra con lo demás: %(why)s"),
    "has-a-result": gettext_lazy("La mesa %(table)s ya tiene resultado: nadie cambia de sitio."),
    "is-here": gettext_lazy("%(name)s ya está."),
    "is-in-already": gettext_lazy("Esa persona ya está apuntada, con el número %(entrant)s."),
    "log-full": gettext_lazy("La noche tiene ya %(most)s apuntes, y no caben más: termínala."),
    "match-is-attached": gettext_lazy("Esa partida ya es la mesa %(table)s de la ronda %(round)s."),
    "night-full": gettext_lazy("En una noche caben %(most)s, y ya están."),
    "night-is-over": gettext_lazy("La noche ya terminó: solo quedan resultados, cobros y premios."),
    "no-life-to-buy": gettext_lazy("Ya no se compran vidas: solo hasta la ronda %(until)s."),
    "no-stage": gettext_lazy("Todavía no ha empezado nada: sienta primero la ronda 1."),
    "no-such-entrant": gettext_lazy("No hay nadie con el número %(entrant)s."),
    "no-such-table": gettext_lazy("En la ronda %(round)s no hay mesa %(table)s."),
    "no-tables": gettext_lazy("No queda ninguna mesa libre en la sala."),
    "no-totals": gettext_lazy("Faltan los totales de la mesa %(table)s: esta noche cuentan para los puntos."),
    "nobody-played-yet": gettext_lazy("Nadie ha jugado todavía: en la primera fase entran todos."),
    "not-here": gettext_lazy("%(name)s no está."),
    "not-in-the-stage": gettext_lazy("%(name)s no juega esta fase."),
    "not-places": gettext_lazy(
        "Los puestos de la mesa %(table)s no cuadran: empiezan en 1 y los empates se comparten (1, 1, 3)."
    ),
    "not-the-last-round": gettext_lazy("Solo se cambia la última ronda, la %(round)s."),
    "not-the-next-round": gettext_lazy("La siguiente es la ronda %(round)s: otro teléfono publicó antes."),
    "not-who-sat-there": gettext_lazy("En la mesa %(table)s se sentaron otros."),
    "number-taken": gettext_lazy("El número %(entrant)s ya es de otro."),
    "one-or-two-people": gettext_lazy("Se juega solo o en pareja: uno o dos nombres distintos."),
    "round-is-seated": gettext_lazy(
        "La ronda %(round)s ya está publicada: los demás empiezan a la vez que la fase, no después."
    ),
    "size-of-table": gettext_lazy("La mesa %(table)s tiene que ser de %(least)s a %(most)s."),
    "table-twice": gettext_lazy("Hay una mesa dos veces."),
    "too-few-entrants": gettext_lazy(
        "Son muy pocos para una mesa: hay %(entrants)s y hacen falta %(least)s."
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
"""By code; a sentence may name the details of its code, `name` and, of a knob, its `label` and `why`."""

CONTRADICTIONS = {
    "enters": gettext_lazy("di cuántos pasan, menos que los de la mesa más pequeña."),
    "lasts": gettext_lazy("hasta que queden pocos solo se juega con vidas o eliminando en cada mesa."),
    "lives": gettext_lazy("con vidas no se elimina en cada mesa, y sin vidas no se compran."),
    "points": gettext_lazy("en ese juego no hay dinero."),
    "match": gettext_lazy("di cuántas manos o minutos, y los tamaños de mesa de menos a más."),
}
"""What is wrong with the knob of a stage that contradicts another one."""


def phrase(refusal: NightRefusal, names: Mapping[int, str]) -> str:
    """The sentence for a refusal; `names` are those of the entrants."""
    facts = dict(refusal.details)
    facts["name"] = names.get(facts.get("entrant", 0), str(facts.get("entrant")))
    knob = facts.get("knob", "")
    facts["label"] = LABELS.get(knob, knob)
    facts["why"] = CONTRADICTIONS.get(knob) or _("ese valor no puede ser.")
    return str(PHRASES[refusal.code] % facts)

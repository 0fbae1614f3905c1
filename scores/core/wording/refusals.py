"""Sentences for the refusals of the rules and for closes that are not legal.

A code in both `PHRASES` and `CLOSE_PHRASES` has two sentences: the forms that write an entry say the first,
the checker and the help pages the second. A sentence can name the details of its code, which
`rules/match/verify.py` gives for an entry, with the seat, and `rules/closing/check.py` for a close.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext_lazy

from rules.cards.meld_faults import MeldFault
from rules.errors import Illegal
from rules.events import Seat
from rules.packs import Card
from scores.core.notation.cards import contract_in_words, contracts_in_words, name
from scores.core.notation.names import joined_names
from scores.core.notation.numbers import signed

if TYPE_CHECKING:
    from rules.cards.meld_faults import NoMeld
    from rules.closing.verdict import Verdict

PHRASES = {
    "unknown-player": gettext_lazy("Hay un nombre que no está en esta mesa."),
    "duplicate-player": gettext_lazy("%(name)s ya está en la mesa."),
    "missing-player": gettext_lazy("Falta %(name)s en el orden."),
    "hand-scored": gettext_lazy("El reparto se sortea antes de la primera mano."),
    "wrong-dealer": gettext_lazy("Según las cartas del sorteo no reparte %(name)s."),
    "match-over": gettext_lazy(
        "La partida ya terminó. Para seguir, deshaz o corrige algo."
    ),
    "answer-pending": ngettext_lazy(
        "Antes tiene que decir si se reengancha: %(names)s.",
        "Antes tienen que decir si se reenganchan: %(names)s.",
        "seats",
    ),
    "not-bust": gettext_lazy("%(name)s no se ha pasado: no hay nada que reenganchar."),
    "no-rebuys-left": gettext_lazy("A %(name)s no le quedan reenganches."),
    "rebuy-not-allowed": gettext_lazy(
        "%(name)s no puede reengancharse: quedaban muy pocos en juego."
    ),
    "not-in-play": gettext_lazy("%(name)s no está jugando esta mano."),
    "bad-close": gettext_lazy("Con estas reglas no se puede cerrar así."),
    "over-close-limit": ngettext_lazy(
        "Para cerrar hace falta %(limit)s punto o menos.",
        "Para cerrar hacen falta %(limit)s puntos o menos.",
        "limit",
    ),
    "closer-would-bust": gettext_lazy(
        "%(name)s no puede cerrar así: llegaría a %(total)s y se pasaría de %(limit)s."
    ),
    "wrong-opponent": gettext_lazy(
        "Cada mano es contra uno solo, y del otro bando: sobran los puntos de %(name)s."
    ),
    "missing-points": gettext_lazy("Faltan los puntos de %(name)s."),
    "bad-points": gettext_lazy(
        "%(name)s no puede tener %(points)s: como mucho %(most)s."
    ),
    "impossible-hand": gettext_lazy(
        "Esas cartas no pueden estar en una mano: %(card)s."
    ),
    "wrong-hand-size": gettext_lazy(
        "Hay %(cards)s cartas y la mano es de %(hand_size)s."
    ),
    "not-in-hand": gettext_lazy("Esa carta no está en la mano: %(cards)s."),
    "card-reused": gettext_lazy("Una carta no puede estar en dos juegos: %(cards)s."),
    "too-many-loose": ngettext_lazy(
        "Quedan %(loose)s cartas sueltas y para cerrar se admite %(allowed)s.",
        "Quedan %(loose)s cartas sueltas y para cerrar se admiten %(allowed)s.",
        "allowed",
    ),
    "first-lap": gettext_lazy("En la primera vuelta no se puede cerrar."),
    "must-meld-all": ngettext_lazy(
        "Hay que ligarlo todo y queda %(loose)s suelta.",
        "Hay que ligarlo todo y quedan %(loose)s sueltas.",
        "loose",
    ),
    "contract-mismatch": gettext_lazy("Esta mano pide %(asked)s, y hay %(laid)s."),
    "sequence-not-broken": gettext_lazy(
        "Dos escaleras del mismo palo no pueden ir una a continuación de la otra."
    ),
    "final-discard-required": gettext_lazy(
        "Para salir hace falta una última carta que tirar."
    ),
    "last-card-discarded": gettext_lazy(
        "La última carta no se puede tirar: hay que jugarla."
    ),
    "too-many-ways": gettext_lazy(
        "Hay demasiadas formas de ligar estas cartas: agrúpalas o cuéntalas a mano."
    ),
    "nothing-to-undo": gettext_lazy("No hay nada que deshacer."),
    "nothing-to-redo": gettext_lazy("No hay nada que rehacer."),
    "no-such-entry": gettext_lazy("Ese apunte ya no está."),
    "log-full": gettext_lazy(
        "En esta partida no cabe nada más: como mucho %(most)s apuntes. Puedes deshacer, corregir o "
        "terminar, y seguir en otra."
    ),
    "table-full": gettext_lazy(
        "En una partida no caben más de %(most)s, contando a quien ya se fue."
    ),
    "bad-rules": gettext_lazy("Esas reglas no se entienden (%(knob)s)."),
}
"""The sentence for each code; the checker says it too, unless `CLOSE_PHRASES` has another."""


def phrase(refusal: Illegal, names: Mapping[Seat, str]) -> str:
    """The sentence for a refusal, with the names of its seats."""
    seats = refusal.details.get("seats", ())
    facts = {
        **{key: _number(key, value) for key, value in refusal.details.items()},
        "name": names.get(refusal.details.get("seat", -1), "?"),
        "seats": len(seats),
        "names": joined_names([names.get(seat, "?") for seat in seats]),
    }
    if refusal.code == "bad-points" and refusal.details["points"] < 0:
        return _("Los puntos de %(name)s no pueden ser negativos.") % facts
    if refusal.code == "missing-points" and refusal.details["seat"] is None:
        return _("Falta decir contra quién jugó, y sus puntos.")
    return PHRASES[refusal.code] % facts


CLOSE_PHRASES = {
    "over-close-limit": ngettext_lazy(
        "Queda %(deadwood)s punto suelto y se cierra con %(limit)s o menos.",
        "Quedan %(deadwood)s puntos sueltos y se cierra con %(limit)s o menos.",
        "deadwood",
    ),
    "closer-would-bust": gettext_lazy(
        "Con esa carta llegaría a %(total)s y se pasaría de %(limit)s."
    ),
    "bad-close": gettext_lazy(
        "Con estas reglas no se puede salir con toda la mano de una vez."
    ),
}
"""The sentences of the checker that differ from `PHRASES`: it knows the cards, but not who closes."""

_CHOOSE_PLURAL = ("loose", "allowed", "limit", "deadwood")

FLAWS = {
    MeldFault.TOO_SHORT: gettext_lazy("hacen falta al menos %(needed)s cartas"),
    MeldFault.TOO_FEW_NATURALS: ngettext_lazy(
        "hace falta al menos %(needed)s que no sea comodín",
        "hacen falta al menos %(needed)s que no sean comodín",
        "needed",
    ),
    MeldFault.TOO_MANY: gettext_lazy("caben como mucho %(needed)s cartas"),
    MeldFault.EQUAL_CARDS: gettext_lazy("está repetida: %(cards)s"),
    MeldFault.TWO_SUITS: gettext_lazy("hay más de un palo: %(cards)s"),
    MeldFault.TWO_RANKS: gettext_lazy("no es igual a las demás: %(cards)s"),
    MeldFault.JOKERS_TOGETHER: gettext_lazy("dos comodines no pueden ir juntos"),
    MeldFault.CORNER: gettext_lazy("el as no enlaza ahí"),
    MeldFault.GAP: gettext_lazy("falta %(cards)s"),
}


def close_phrases(verdict: Verdict) -> list[str]:
    """Why a close is not legal: one sentence, or one for each group that is no meld."""
    if verdict.code == "invalid-meld":
        sentence = _("Juego %(number)s: %(why)s.")
        melds = verdict.details["melds"]
        return [
            sentence % {"number": index + 1, "why": flaw_in_words(why)}
            for index, why in melds
        ]
    phrases = {**PHRASES, **CLOSE_PHRASES}
    facts = {key: _fact(key, value) for key, value in verdict.details.items()}
    return [str(phrases[verdict.code or ""] % facts)]


def flaw_in_words(why: NoMeld) -> str:
    """Why cards are no meld, as the second half of a sentence."""
    return str(FLAWS[why.fault] % {"needed": why.needed, "cards": _cards(why.cards)})


def _fact(key: str, value: Any) -> object:
    """A detail of a verdict as text."""
    if key == "asked":
        return contracts_in_words(value)
    if key == "laid":
        return contract_in_words(value)
    if isinstance(value, Card):
        return name(value)
    if isinstance(value, tuple):
        return _cards(value)
    return _number(key, value)


def _number(key: str, value: Any) -> Any:
    """A number as text, but for those that choose singular or plural; other values as they are."""
    if type(value) is not int or key in _CHOOSE_PLURAL:
        return value
    return signed(value)


def _cards(cards: Iterable[Card]) -> str:
    return ", ".join(map(name, cards))

"""Advice on good play: what the text of a game advises, or what follows from its knobs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.knobs import CleanFor, LayOff, Scoring, at_table
from rules.presets import Says
from rules.ruleset import Ruleset
from scores.help.page_model import Section, TableRules, non_empty


def lead(ruleset: Ruleset) -> str:
    """Where the advice comes from."""
    if TableRules(ruleset).text_says(Says.ADVICE):
        return _("Lo que aconseja el texto del que salen las reglas.")
    return _("El texto de este juego no da consejos. Estos salen de sus reglas.")


def sections(ruleset: Ruleset) -> list[Section]:
    if ruleset.scoring is Scoring.DIFFERENCE:
        return _gin(ruleset)
    return [Section("tips", _("Consejos"), items=_advice(TableRules(ruleset)))]


def _advice(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    if ruleset.contracts:
        return _chinaso(table)
    if ruleset.scoring is Scoring.TABLE:
        return _rum_500(table)
    if ruleset.scoring is Scoring.COUNT:
        return _for_anyone(ruleset) if ruleset.clean_for is CleanFor.ANYONE else _chinchon(table)
    if ruleset.lay_off is LayOff.NONE:
        return _queen_city(ruleset)
    return _double_rum(table) if at_table(ruleset.packs, table.seats) > 1 else _rummy()


def _chinchon(table: TableRules) -> list[str]:
    advice = [
        _("Toma la carta boca arriba solo si te conviene. Si no, prueba con el mazo."),
        _("Que te quede poco suelto: si cierra otro, lo sumas."),
        _("Cuando cierre otro, mira todos los juegos de la mesa antes de contar."),
    ]
    if table.text_says(Says.BESIDE):
        advice.append(_("Lo que tiras queda a mano del siguiente. Mira qué carta le dejas."))
    if table.text_says(Says.WRONG_NUMBER):
        advice.append(
            _("Cuenta tus cartas: con una de más o de menos ya no cierras y solo te queda perder poco.")
        )
    return advice


def _for_anyone(ruleset: Ruleset) -> list[str]:
    """Where the prize for melding everything is also for those who do not close."""
    loose_joker = _(
        "Si cierra otro, un comodín en tu mano te cuesta %(points)s puntos. No lo guardes suelto."
    )
    return non_empty(
        _("Puedes cerrar ya o esperar a ligarlo todo: nadie te obliga."),
        loose_joker % {"points": ruleset.joker_points} if TableRules(ruleset).has_jokers else "",
        _("Ligarlo todo también te da el premio cuando cierra otro."),
    )


def _rummy() -> list[str]:
    return [
        _("Si parece que la mano va a acabar, baja lo que tengas: los juegos sin bajar también se pagan."),
        _("Si jugáis con «¡rummy!», no tires una carta que entra en un juego de la mesa."),
    ]


def _queen_city(ruleset: Ruleset) -> list[str]:
    return non_empty(
        _("Cobras lo que valen tus cartas: un trío de reyes paga más que uno de doses."),
        _("Puedes ganar con ocho cartas ligadas: no hace falta que guardes una para tirar.")
        if ruleset.hand_size == 7 and not ruleset.final_discard
        else "",
    )


def _double_rum(table: TableRules) -> list[str]:
    return non_empty(
        _("Vale todo lo del Rummy, y además hay el doble de sitios donde poner cartas."),
        _("Baja tus juegos en cuanto puedas. Con los comodines y dos barajas alguien sale muy pronto.")
        if table.has_jokers
        else "",
        *_rummy(),
    )


def _rum_500(table: TableRules) -> list[str]:
    return non_empty(
        _("Baja tus juegos: los que se quedan en la mano también restan."),
        _("Mira todo el descarte. A veces el juego entero ya está ahí."),
        _("Mira también qué cubre la carta que quieres: te lo llevas todo, y lo que no uses te resta."),
        _("Ayuda a tu socio: haced juegos entre los dos y acabad la mano.")
        if table.ruleset.team_size > 1
        else "",
    )


def _chinaso(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    return non_empty(
        _how_often_bought(table) if ruleset.buys > 1 else "",
        _("Cada compra trae dos cartas de castigo. Si otro sale, las cuentas.") if ruleset.buys else "",
        ""
        if ruleset.final_discard
        else _("Guarda para el final una carta que puedas poner en la mesa: la última no se tira."),
        _("Si tienes la carta de un comodín de una escalera, cámbiala y pon el comodín donde te sirva.")
        if table.has_jokers
        else "",
    )


def _how_often_bought(table: TableRules) -> str:
    """By the number of cards: a bought one comes with two more."""
    dealt = at_table(table.ruleset.hand_size, table.seats)
    return _(
        "Cuenta las cartas de los demás: con %(once)s ha comprado una vez, con %(all)s ya no puede "
        "comprar más."
    ) % {"once": dealt + 3, "all": dealt + 3 * table.ruleset.buys}


def _gin(ruleset: Ruleset) -> list[Section]:
    return [
        Section("your-hand", _("Tu mano"), items=_gin_hand(ruleset)),
        Section("when-to-close", _("Cuándo cerrar"), items=_gin_closing()),
        Section("what-to-discard", _("Qué tomar y qué tirar"), items=_gin_discards()),
    ]


def _gin_hand(ruleset: Ruleset) -> list[str]:
    return [
        _("Ten la mano ordenada: así no se te pasa un juego ni tiras sin querer una carta importante."),
        _("Con mala mano, que no se te note en la cara."),
        _("Empieza con un plan: hacer dos juegos y dejar lo suelto en %(limit)s puntos o menos.")
        % {"limit": ruleset.close_limit},
    ]


def _gin_closing() -> list[str]:
    return [
        _("Cierra en cuanto puedas."),
        _("No busques el gin, sobre todo si aún no has puntuado: le das tiempo al otro para ganarte más."),
        _(
            "Si el otro ha tomado dos o tres cartas del descarte, piénsalo dos veces antes de cerrar. Tendrá "
            "un juego con cada una y te ganará."
        ),
        _("Una mano dura de siete a diez turnos."),
        _("Si el otro ya ha robado muchas veces, no cierres con mucho suelto: te puede ganar."),
    ]


def _gin_discards() -> list[str]:
    return [
        _("No tomes del descarte si no es para hacer un juego: esas cartas pueden contar en tu contra."),
        _("Si tu mano es horrible, a veces tomar del descarte ayuda."),
        _("Piensa lo que tiras: cuenta mucho."),
        _("Al principio no rompas tu jugada para tirar una carta que le puede servir al otro."),
        _("Más tarde arriésgate: mejor darle al otro una carta que le sirve que soltar una que necesitas."),
        _("Cuenta con que el primer descarte del otro es para confundirte."),
        _("Con mala mano, fíjate bien en lo que tiras."),
    ]

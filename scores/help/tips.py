"""Advice on good play, a page for each preset: what its text advises, or what follows from its rules."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.presets import (
    CHINASO,
    CHINCHON,
    DOUBLE_RUM,
    FOURNIER,
    FRENCH,
    GIN,
    QUEEN_CITY,
    RUM_500,
    RUM_500_PAIRS,
    RUMMY,
)
from scores.help.page_model import Section

_ADVISED = (GIN.key, RUMMY.key, DOUBLE_RUM.key)


def lead(key: str) -> str:
    """Where the advice comes from."""
    if key in _ADVISED:
        return _("Lo que aconseja el texto del que salen las reglas.")
    return _("El texto de este juego no da consejos. Estos salen de sus reglas.")


def sections(key: str) -> list[Section]:
    if key == GIN.key:
        return _gin()
    advice = {
        CHINCHON.key: _chinchon,
        FOURNIER.key: _fournier,
        FRENCH.key: _french,
        RUMMY.key: _rummy,
        QUEEN_CITY.key: _queen_city,
        DOUBLE_RUM.key: _double_rum,
        RUM_500.key: _rum_500,
        RUM_500_PAIRS.key: _rum_500_pairs,
        CHINASO.key: _chinaso,
    }
    return [Section("tips", _("Consejos"), items=advice[key]())]


def _chinchon() -> list[str]:
    return [
        _("Toma la carta boca arriba solo si te conviene. Si no, prueba con el mazo."),
        _("Que te quede poco suelto: si cierra otro, lo sumas."),
        _("Cuando cierre otro, mira todos los juegos de la mesa antes de contar."),
    ]


def _fournier() -> list[str]:
    return [
        *_chinchon(),
        _("Lo que tiras queda a mano del siguiente. Mira qué carta le dejas."),
        _("Cuenta tus cartas: con una de más o de menos ya no cierras y solo te queda perder poco."),
    ]


def _french() -> list[str]:
    return [
        _("Puedes cerrar ya o esperar a ligarlo todo: nadie te obliga."),
        _("Si cierra otro, un comodín en tu mano te cuesta %(points)s puntos. No lo guardes suelto.")
        % {"points": FRENCH.joker_points},
        _("Ligarlo todo también te da el premio cuando cierra otro."),
    ]


def _rummy() -> list[str]:
    return [
        _("Si parece que la mano va a acabar, baja lo que tengas: los juegos sin bajar también se pagan."),
        _("Si jugáis con «¡rummy!», no tires una carta que entra en un juego de la mesa."),
    ]


def _queen_city() -> list[str]:
    return [
        _("Cobras lo que valen tus cartas: un trío de reyes paga más que uno de doses."),
        _("Puedes ganar con ocho cartas ligadas: no hace falta que guardes una para tirar."),
    ]


def _double_rum() -> list[str]:
    return [
        _("Vale todo lo del Rummy, y además hay el doble de sitios donde poner cartas."),
        _("Baja tus juegos en cuanto puedas. Con los comodines y dos barajas alguien sale muy pronto."),
        *_rummy(),
    ]


def _rum_500() -> list[str]:
    return [
        _("Baja tus juegos: los que se quedan en la mano también restan."),
        _("Mira todo el descarte. A veces el juego entero ya está ahí."),
        _("Mira también qué cubre la carta que quieres: te lo llevas todo, y lo que no uses te resta."),
    ]


def _rum_500_pairs() -> list[str]:
    return [*_rum_500(), _("Ayuda a tu socio: haced juegos entre los dos y acabad la mano.")]


def _chinaso() -> list[str]:
    return [
        _("Cuenta las cartas de los demás: con 14 ha comprado una vez, con 17 ya no puede comprar más."),
        _("Cada compra trae dos cartas de castigo. Si otro sale, las cuentas."),
        _("Guarda para el final una carta que puedas poner en la mesa: la última no se tira."),
        _("Si tienes la carta de un comodín de una escalera, cámbiala y pon el comodín donde te sirva."),
    ]


def _gin() -> list[Section]:
    return [
        Section("your-hand", _("Tu mano"), items=_gin_hand()),
        Section("when-to-close", _("Cuándo cerrar"), items=_gin_closing()),
        Section("what-to-discard", _("Qué tomar y qué tirar"), items=_gin_discards()),
    ]


def _gin_hand() -> list[str]:
    return [
        _("Ten la mano ordenada: así no se te pasa un juego ni tiras sin querer una carta importante."),
        _("Con mala mano, que no se te note en la cara."),
        _("Empieza con un plan: hacer dos juegos y dejar lo suelto en 10 puntos o menos."),
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

"""Which text each game comes from, and what that text leaves open: there the preset is ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

_OFFICIAL = gettext_lazy("Las reglas oficiales de US Playing Card Company, en una traducción al español.")
_STOCK = gettext_lazy("Qué pasa cuando se acaba el mazo.")


@dataclass(frozen=True)
class Source:
    text: Any
    ours: tuple[Any, ...]  # what the text does not say


SOURCES = {
    "chinchon": Source(
        gettext_lazy("Unas «Reglas del juego de Chinchón» que son, casi seguro, las de Ludoteka abreviadas."),
        (
            gettext_lazy("Lo que valen las figuras (del texto completo de Ludoteka) y el comodín suelto."),
            gettext_lazy("Que el as sea la carta más baja y que después del siete vaya la sota."),
            gettext_lazy("Que dos comodines puedan ir juntos en una escalera."),
            gettext_lazy("Que no pueda cerrar quien se pasaría (del texto completo de Ludoteka)."),
            _STOCK,
        ),
    ),
    "chinchon-fournier": Source(
        gettext_lazy("El folleto de Naipes Fournier, que se juega a 70 o a 100 puntos."),
        (
            gettext_lazy("Que no haya comodines."),
            gettext_lazy("Que quien se reengancha no cuente entre los que tienen que seguir."),
            gettext_lazy("Que se pueda cerrar en la primera vuelta y quien cierra pueda pasarse."),
            gettext_lazy("Que gane el total más bajo si se pasan todos a la vez."),
        ),
    ),
    "chinchon-french": Source(
        gettext_lazy("La página del programa maxpaulus43/chinchon, para baraja francesa."),
        (
            gettext_lazy("Las cartas de la baraja y lo que valen las figuras y el as (del propio programa)."),
            gettext_lazy("Que nadie coloque cartas y que el premio por ligarlo todo sea para cualquiera."),
            gettext_lazy("Cuántas cartas que no sean comodín necesita cada juego."),
            gettext_lazy("Que con dos en juego también se pueda volver a entrar."),
        ),
    ),
    "gin": Source(
        _OFFICIAL,
        (
            gettext_lazy("Lo que suma el gin: la traducción dice «un punto» donde son puntos."),
            gettext_lazy(
                "Que dejar al otro sin ninguna mano no doble nada y que no haya premio por once cartas."
            ),
        ),
    ),
    "rummy": Source(
        _OFFICIAL,
        (
            gettext_lazy("Que el as sea solo bajo: el texto da también las otras maneras."),
            gettext_lazy("Cuándo acaba la partida."),
        ),
    ),
    "queen-city": Source(
        _OFFICIAL,
        (
            gettext_lazy("De quién es la mano que se paga: el texto no lo dice y aquí es la de quien gana."),
            gettext_lazy("Cuándo acaba la partida."),
        ),
    ),
    "double-rum": Source(
        gettext_lazy(
            "Las reglas oficiales de US Playing Card Company, en una traducción al español que perdió el "
            "título de este "
            "juego: es el Double Rum."
        ),
        (
            gettext_lazy("Cuántas cartas que no sean comodín necesita cada juego."),
            gettext_lazy(
                "Que dos cartas idénticas quepan en unos iguales: ahí la traducción no se entiende."
            ),
            gettext_lazy("Cuándo acaba la partida."),
        ),
    ),
    "rum-500": Source(
        _OFFICIAL,
        (gettext_lazy("Que con un empate arriba se juegue otra mano."),),
    ),
    "rum-500-pairs": Source(
        _OFFICIAL,
        (
            gettext_lazy("Que con un empate arriba se juegue otra mano."),
            gettext_lazy("Que el dinero de los dos socios se reparta."),
        ),
    ),
    "chinaso": Source(
        gettext_lazy("El blog Incoherent Sysadmin, que cuenta el Chinaso de una familia."),
        (
            gettext_lazy(
                "Los puntos de cada carta: la tabla del texto se perdió y son los del rummy de Liverpool."
            ),
            gettext_lazy("Cuántas cartas que no sean comodín necesita un trío."),
            gettext_lazy("Que las compras no se doblen con un chinaso."),
            gettext_lazy("Que la victoria se reparta si hay empate."),
            _STOCK,
        ),
    ),
}

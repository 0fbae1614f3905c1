"""Words of the table that several pages show. Each stands here once; sentences are in `wording`."""

from django.utils.translation import gettext_lazy

# How a hand ended
NOBODY_CLOSED = gettext_lazy("Nadie cerró")
NOBODY_WENT_OUT = gettext_lazy("Nadie se quedó sin cartas")
STOCK_RAN_OUT = gettext_lazy("Se acabó el mazo")
GOES_OUT = gettext_lazy("%(name)s se queda sin cartas")
ALL_MELDED = gettext_lazy("todo ligado")
WITH_LOOSE_CARD = gettext_lazy("con carta suelta")
BOUGHT = gettext_lazy("compras")
CLOSES = gettext_lazy("cierra")

# What a close may bring
WINS_MATCH = gettext_lazy("gana la partida")
JOKER_RUN_1 = gettext_lazy("Escalera de siete con un comodín")
JOKER_RUN_2 = gettext_lazy("Escalera de siete con dos comodines")

# Who plays no more, or not now
OUT = gettext_lazy("fuera")
RETIRED = gettext_lazy("se retiró")
RESTS = gettext_lazy("descansa")

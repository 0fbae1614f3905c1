"""The words of a table in Spanish and English."""

from collections.abc import Iterator

from rules.events import Close

PHRASES = (
    ("de una vez", "rummy"),
    ("de una sola vez", "rummy"),
    ("de golpe", "rummy"),
    ("all at once", "rummy"),
    ("in one go", "rummy"),
    ("sin cartas", "sale"),
    ("goes out", "sale"),
    ("went out", "sale"),
    ("gran gin", "biggin"),
    ("big gin", "biggin"),
    ("dos comodines", "comodines2"),
    ("2 comodines", "comodines2"),
    ("two jokers", "comodines2"),
    ("2 jokers", "comodines2"),
    ("un comodin", "comodin"),
    ("a joker", "comodin"),
    ("one joker", "comodin"),
    ("ya esta", "bueno"),
    ("no cierra nadie", "nadie"),
    ("no cerro nadie", "nadie"),
    ("no corta nadie", "nadie"),
)
"""Several words that mean what one word does."""

VERB = "verb"  # of a close that is not named
RUN = "run"  # with jokers, which are named too
KINDS = {
    VERB: "cierra cierro cerro cierre cerrado corta corto corte sale salio salgo gana gano"
    " out closes closed close knocks knocked knock wins",
    Close.CLEAN: "limpio limpia clean",
    Close.CHINCHON: "chinchon chinchones",
    Close.JOKER_RUN_1: "comodin joker",
    Close.JOKER_RUN_2: "comodines2",
    Close.GIN: "gin",
    Close.BIG_GIN: "biggin",
    Close.RUMMY: "rummy rumi",
    Close.CHINASO: "chinaso",
    RUN: "escalera run",
}
"""The words for closing, by the way of closing."""

NOBODY = "nadie ninguno nobody"
WITH = (
    "con with has tiene tienen lleva llevan queda quedan come suma cuenta paga gets got"
)
FOR = "para pa de of for"
AND = "y e and"
MINUS = "menos minus"
PARTS = "comodines jokers vez golpe sin cartas goes went gran big"  # of phrases
CHATTER = (
    "a ver ha pues bueno vale venga eh oye mira espera son el la los las lo le les se que punto"
    " puntos en mano ahora entonces van va luego perdon digo mejor corrige ya esto eso asi tambien"
    " solo apunta apuntame anota pon ponle well ok okay so the then now points point is are lets let"
    " see wait please sorry right um uh"
)
HUNDRED = "hundred"
HUNDRED_AND = "ciento"  # a number follows
_FROM_ZERO = (
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"
    " dieciseis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro"
    " veinticinco veintiseis veintisiete veintiocho veintinueve",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen twenty",
)
_TENS = (
    "treinta cuarenta cincuenta sesenta setenta ochenta noventa",
    "thirty forty fifty sixty seventy eighty ninety",
)
_HUNDREDS = (
    "cien doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos",
    HUNDRED,
)
_OTHERS = ((1, "un"), (1, "una"), (21, "veintiun"), (21, "ventiuno"), (0, "ningun"))


def numbers() -> Iterator[tuple[int, str]]:
    """Each number that has a word of its own, also run together: «treintaicinco»."""
    yield from _OTHERS
    for lists, first, step in (
        (_FROM_ZERO, 0, 1),
        (_TENS, 30, 10),
        (_HUNDREDS, 100, 100),
    ):
        for listed in lists:
            for index, word in enumerate(listed.split()):
                yield first + step * index, word
    units = _FROM_ZERO[0].split()
    for tens, ten in enumerate(_TENS[0].split()):
        for unit in range(1, 10):
            for joint in ("y", "i", ""):
                yield 30 + 10 * tens + unit, ten + joint + units[unit]


# What sounds alike in Spanish, in this order; «C» is ch.
SOUNDS = "ch=C ph=f h= v=b w=u ll=y qu=k q=k ge=je gi=ji gue=ge gui=gi ce=se ci=si c=k z=s x=s"
SHORT_NAMES = (
    "jose=pepe francisco=paco,fran,kiko,curro dolores=lola ignacio=nacho manuel=manolo,manu"
    " pilar=pili antonio=toni rosario=charo concepcion=concha,conchi enrique=quique jesus=chus"
    " guillermo=guille mercedes=merche eduardo=edu daniel=dani,danny rafael=rafa isabel=isa"
    " teresa=tere william=bill,will robert=bob,rob james=jim,jimmy elizabeth=liz,beth katherine=kate"
    " michael=mike thomas=tom margaret=peggy,maggie"
)

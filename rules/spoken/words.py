"""The words of a table in Spanish and English."""

MEANINGS = {
    "K": "cierra cierro cerro cierre cerrado corta corto corte sale salio salgo gana gano sin_cartas"
    " out goes_out went_out closes closed close knocks knocked knock wins",
    "Kclean": "limpio limpia clean",
    "Kchinchon": "chinchon chinchones",
    "Kjoker-run-1": "comodin un_comodin joker one_joker",
    "Kjoker-run-2": "dos_comodines 2_comodines two_jokers 2_jokers",
    "Kgin": "gin",
    "Kbig-gin": "gran_gin big_gin",
    "Krummy": "rummy rumi de_una_vez de_una_sola_vez de_golpe all_at_once in_one_go",
    "Kchinaso": "chinaso",
    "Krun": "escalera run",  # with jokers, which are named too
    "Z": "nadie ninguno nobody no_cierra_nadie no_cerro_nadie no_corta_nadie",
    "W": "con with has tiene tienen lleva llevan queda quedan come suma cuenta paga gets got",
    "F": "para pa de of for",
    "Y": "y e and",
    "-": "menos minus",
    "D": "comodines jokers vez golpe sin cartas goes went gran big",
}
"""The words for closing (K), with the way if they name it; that nobody closed (Z); between a name and its
number (W), and a number and its name (F); «and» (Y); below 0 (-); parts (D) of what has several words."""

CHATTER = (
    "a ver ha pues bueno vale venga eh oye mira espera son el la los las lo le les se que punto"
    " puntos en mano ahora entonces van va luego perdon digo mejor corrige ya esta esto eso asi tambien"
    " solo apunta apuntame anota pon ponle well ok okay so the then now points point is are lets let"
    " see wait please sorry right um uh"
)
"""As it is spelled: «then» sounds like «ten»."""

NUMBERS = (
    (
        0,
        1,
        "cero/zero/ningun uno/un/una/one dos/two tres/three cuatro/four cinco/five seis/six siete/seven"
        " ocho/eight nueve/nine diez/ten once/eleven doce/twelve trece/thirteen catorce/fourteen"
        " quince/fifteen dieciseis/sixteen diecisiete/seventeen dieciocho/eighteen diecinueve/nineteen"
        " veinte/twenty veintiuno/veintiun/ventiuno veintidos veintitres veinticuatro veinticinco"
        " veintiseis veintisiete veintiocho veintinueve",
    ),
    (
        30,
        10,
        "treinta/thirty cuarenta/forty cincuenta/fifty sesenta/sixty setenta/seventy ochenta/eighty"
        " noventa/ninety",
    ),
    (
        100,
        100,
        "cien/hundred/one_hundred doscientos/two_hundred trescientos/three_hundred"
        " cuatrocientos/four_hundred quinientos/five_hundred seiscientos/six_hundred"
        " setecientos/seven_hundred ochocientos/eight_hundred novecientos/nine_hundred",
    ),
)
"""The first number, how far the next is from it, and the words of each."""

TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"
UNITS = "uno dos tres cuatro cinco seis siete ocho nueve"  # «treintaicinco»

# What sounds alike in Spanish, in this order; «C» is ch.
SOUNDS = "ch=C ph=f h= v=b w=u ll=y qu=k q=k ge=je gi=ji gue=ge gui=gi ce=se ci=si c=k z=s x=s"
SHORT_NAMES = (
    "jose=pepe francisco=paco francisco=fran francisco=kiko francisco=curro dolores=lola"
    " ignacio=nacho manuel=manolo manuel=manu pilar=pili antonio=toni rosario=charo"
    " concepcion=concha concepcion=conchi enrique=quique jesus=chus guillermo=guille"
    " mercedes=merche eduardo=edu daniel=dani daniel=danny rafael=rafa isabel=isa teresa=tere"
    " william=bill william=will robert=bob robert=rob james=jim james=jimmy elizabeth=liz"
    " elizabeth=beth katherine=kate michael=mike thomas=tom margaret=peggy margaret=maggie"
)

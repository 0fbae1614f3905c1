"""What the texts leave open and this project decides, with the games that it concerns.

Each entry is a ruling of docs/rules/CANON.md#rulings. A game has the rulings that its section there cites; a
test compares the two.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.presets import Text


class Choice(NamedTuple):
    """A ruling, the presets that follow it, and what it decides, for their help pages."""

    ruling: str
    presets: tuple[str, ...]
    es: str
    en: str


CHINCHONES = ("chinchon", "chinchon-fournier", "chinchon-french")
RUMMIES = ("rummy", "queen-city", "double-rum")
RUM_500 = ("rum-500", "rum-500-pairs")
ALL = (*CHINCHONES, "gin", *RUMMIES, *RUM_500, "chinaso")

OUR_CHOICES = (
    Choice(
        "a29",
        ("chinchon", "chinchon-french", *RUMMIES, *RUM_500, "chinaso"),
        "Quién reparte primero y quién empieza: se sortea como en Fournier.",
        "Who deals first and who plays first: drawn for as in Fournier.",
    ),
    Choice(
        "a30",
        ALL,
        "Que en cada mano nueva reparta el siguiente.",
        "That the next player deals every new hand.",
    ),
    Choice(
        "a31",
        ("chinchon", "chinchon-french"),
        "Que se reparta y se juegue hacia la derecha, como en Fournier.",
        "That deal and play go to the right, as in Fournier.",
    ),
    Choice(
        "a32",
        tuple(key for key in ALL if key not in ("gin", "rum-500-pairs")),
        "Que se añada otra baraja si con tantos jugadores no alcanzan las cartas.",
        "That another deck is added if there are not enough cards for so many players.",
    ),
    Choice(
        "a33",
        ("chinchon-fournier", "rummy", "queen-city"),
        "Que no haya comodines.",
        "That there are no jokers.",
    ),
    Choice(
        "a34",
        ("chinchon",),
        "Que las figuras valgan 10 (del texto completo de Ludoteka).",
        "That face cards count 10 (from Ludoteka’s full text).",
    ),
    Choice(
        "a4",
        ("chinchon",),
        "Que un comodín suelto valga 25.",
        "That a joker left over counts 25.",
    ),
    Choice(
        "a35",
        ("chinchon-french",),
        "Las cartas de la baraja, y que las figuras valgan 10 y el as 1 (del propio programa).",
        "The cards of the deck, and that face cards count 10 and the ace 1 (from the program itself).",
    ),
    Choice(
        "a27",
        ("chinchon-french",),
        "Que desde tres jugadores los comodines sean dos.",
        "That from three players on there are two jokers.",
    ),
    Choice(
        "a22",
        ("chinaso",),
        "Los puntos de cada carta: la tabla del texto se perdió y son los del rummy de Liverpool.",
        "The points of each card: the text’s chart is lost, and these are those of Liverpool Rummy.",
    ),
    Choice(
        "a36",
        ("chinchon", "chinchon-fournier"),
        "Que con 40 cartas después del siete vaya la sota.",
        "That with 40 cards the knave follows the seven.",
    ),
    Choice(
        "a37",
        ("chinchon",),
        "Que el as sea la carta más baja.",
        "That the ace is the lowest card.",
    ),
    Choice(
        "a14",
        ("chinchon-french",),
        "Que el as no vaya después del rey.",
        "That the ace does not follow the king.",
    ),
    Choice(
        "a15",
        ("rummy", "queen-city"),
        "Que el as sea solo bajo: el texto da también las otras maneras.",
        "That the ace is low only: the text gives the other ways too.",
    ),
    Choice(
        "a9",
        ("chinchon-fournier", "double-rum", "rum-500"),
        "Que con dos barajas dos cartas idénticas quepan en un trío.",
        "That with two decks two identical cards may share a set.",
    ),
    Choice(
        "a38",
        ("chinchon", "chinchon-french", "double-rum", "chinaso"),
        "Que el comodín ocupe en un trío el sitio de una carta de la baraja, así que no quepan más.",
        "That a joker takes the place of a card of the deck in a set, so a set holds no more cards.",
    ),
    Choice(
        "a1",
        ("chinchon", "chinchon-french", "double-rum"),
        "Que dos comodines puedan ir juntos en una escalera.",
        "That two jokers may stand side by side in a run.",
    ),
    Choice(
        "a2",
        ("chinchon",),
        "Que un comodín bajado se quede donde está, y que su sitio diga qué carta es.",
        "That a joker laid down stays where it is, and that its place says which card it is.",
    ),
    Choice(
        "a39",
        ("chinchon-french",),
        "Que cada juego necesite dos cartas que no sean comodín.",
        "That every meld needs two natural cards.",
    ),
    Choice(
        "a18",
        ("double-rum", "chinaso"),
        "Que en un juego baste una carta que no sea comodín.",
        "That one natural card is enough in a meld.",
    ),
    Choice(
        "a17",
        ("double-rum",),
        "Que cualquier comodín de una escalera se pueda mover: así lo dice esta traducción; otras, no.",
        "That any joker of a run may be moved: this translation says so, other texts do not.",
    ),
    Choice(
        "a40",
        ("chinchon", "chinchon-french"),
        "Que la carta con la que se cierra vaya boca abajo y no cuente.",
        "That the card discarded to knock is face down and does not count.",
    ),
    Choice(
        "a7",
        ("chinchon-fournier",),
        "Que al cerrar puedan quedar varias cartas sueltas: en otra frase el texto habla de una.",
        "That several cards may be left over on knocking: another sentence of the text speaks of one.",
    ),
    Choice(
        "a41",
        ("chinchon-fournier",),
        "Que cerrar con poco suelto acabe el juego en el acto: los demás bajan, colocan y se cuenta.",
        "That knocking with little left ends the play at once: the others meld, lay off, and it is counted.",
    ),
    Choice(
        "a42",
        ("chinchon-fournier", "chinchon-french"),
        "Que se pueda cerrar en la primera vuelta y quien cierra pueda pasarse.",
        "That you may knock the first time round, and that the knocker may go bust.",
    ),
    Choice(
        "a5",
        ("chinchon",),
        "Que no pueda cerrar quien se pasaría (del texto completo de Ludoteka).",
        "That nobody may knock who would go bust by it (from Ludoteka’s full text).",
    ),
    Choice(
        "a3",
        CHINCHONES,
        "Que valga lo que se canta, aunque las mismas cartas den para más.",
        "That a knock counts as claimed, even if the same cards are worth more.",
    ),
    Choice(
        "a43",
        ALL,
        "Que un cierre en falso anule la mano y no cueste puntos.",
        "That a false knock voids the hand and costs no points.",
    ),
    Choice(
        "a25",
        ("chinchon",),
        "Que se coloque por turno, vuelta tras vuelta, hasta que nadie pueda; quien cierra no coloca.",
        "That cards are laid off in turn, round and round, until nobody can; the knocker lays off none.",
    ),
    Choice(
        "a11",
        ("chinchon-french",),
        "Que nadie coloque cartas.",
        "That nobody lays off.",
    ),
    Choice(
        "a10",
        ("chinchon-french",),
        "Que el premio por ligarlo todo sea para cualquiera, cierre o no.",
        "That the bonus for melding everything is for anyone, knocker or not.",
    ),
    Choice(
        "a8",
        ("chinchon-fournier",),
        "Que una escalera de siete dé lo mismo que ligarlo todo y no gane la partida.",
        "That a run of seven earns what melding everything earns, and does not win the game.",
    ),
    Choice(
        "a26",
        ("chinchon-french",),
        "Que gane la partida cualquiera que enseñe un chinchón, aunque cierre otro.",
        "That anybody who shows a chinchón wins the game, whoever knocked.",
    ),
    Choice(
        "a12",
        ("chinchon-french",),
        "Que un comodín dentro de un juego no cueste nada a quien no cierra.",
        "That a joker inside a meld costs nothing to a player who did not knock.",
    ),
    Choice(
        "a44",
        CHINCHONES,
        "Que un total pueda bajar de cero.",
        "That a total may go below zero.",
    ),
    Choice(
        "a6",
        ("chinchon", "chinchon-fournier"),
        "Que si se pasan varios a la vez vuelvan todos con el total más alto de quienes no se pasaron.",
        "That if several go bust together all come back at the highest total of those who did not.",
    ),
    Choice(
        "a45",
        ("chinchon-french",),
        "Que «el segundo total más alto» con el que se vuelve sea el más alto de quienes no se pasaron.",
        "That the “second highest total” to come back at is the highest of those who did not go bust.",
    ),
    Choice(
        "a13",
        ("chinchon-french",),
        "Que con dos en juego también se pueda volver a entrar.",
        "That you may buy back in even when only two are left.",
    ),
    Choice(
        "a24",
        ("chinchon-fournier",),
        "Que quien se reengancha no cuente entre los que tienen que seguir.",
        "That whoever buys back in is not counted among those who must still be in.",
    ),
    Choice(
        "a46",
        CHINCHONES,
        "Que gane el total más bajo si se pasan todos a la vez, y si empatan se reparta.",
        "That the lowest total wins if everybody goes bust together, and that a tie is shared.",
    ),
    Choice(
        "a47",
        RUMMIES,
        "Que la partida acabe cuando la mesa quiera.",
        "That the game ends when the table likes.",
    ),
    Choice(
        "a16",
        ("queen-city",),
        "De quién es la mano que se paga: el texto no lo dice y aquí es la de quien gana.",
        "Whose hand is paid: the text does not say, and here it is the winner’s.",
    ),
    Choice(
        "a48",
        (*RUMMIES, "chinaso"),
        "Que la victoria se reparta si hay empate.",
        "That a tie shares the win.",
    ),
    Choice(
        "a49",
        RUM_500,
        "Que con un empate arriba se juegue otra mano.",
        "That a tie at the top plays another hand.",
    ),
    Choice(
        "a50",
        RUM_500,
        "Que a nadie se le obligue a robar cuando se acaba el mazo: el texto lo niega y lo afirma.",
        "That nobody is forced to draw once the stock is gone: the text both denies and affirms it.",
    ),
    Choice(
        "a51",
        ("rum-500-pairs",),
        "Que el dinero de los dos socios se reparta.",
        "That the two partners share the money.",
    ),
    Choice(
        "a52",
        ("chinchon", "chinchon-french", "chinaso"),
        "Que si se acaba el mazo se barajen los descartes.",
        "That the discards are shuffled if the stock runs out.",
    ),
    Choice(
        "a53",
        ("gin",),
        "Que el gin sume 25: la traducción dice «un punto» donde son puntos.",
        "That gin adds 25: the translation says “one bonus point” where it means bonus points.",
    ),
    Choice(
        "a19",
        ("gin",),
        "Que dejar al otro sin ninguna mano no doble nada, que no haya premio por once cartas y que la "
        "última carta que se roba sea la cincuenta.",
        "That a shutout doubles nothing, that big gin earns no bonus, and that the fiftieth card is the last "
        "to be drawn.",
    ),
    Choice(
        "a54",
        ("gin",),
        "Con tres, quién descansa y quién reparte.",
        "With three, who sits out and who deals.",
    ),
    Choice(
        "a55",
        ("gin",),
        "En parejas, que cada uno elija rival y que se jueguen todas las manos del reparto antes de ver "
        "quién gana.",
        "In partnerships, that everybody chooses an opponent, and that all hands of a deal are played before "
        "the winner is known.",
    ),
    Choice(
        "a23",
        ("chinaso",),
        "Que las compras no se doblen con un chinaso.",
        "That a chinaso does not double the buys.",
    ),
    Choice(
        "a59",
        ("chinaso",),
        "Que un chinaso doble los puntos si no se juega con pago por mano ni compras que se doblen.",
        "That a chinaso doubles the points where there is no fee for the hand, nor buys that are doubled.",
    ),
    Choice(
        "a56",
        ("chinaso",),
        "Que el pago de la partida sea de todos los que se sentaron a la mesa.",
        "That everybody who sat at the table pays the fee of the game.",
    ),
    Choice(
        "a57",
        ("chinchon", "chinchon-french"),
        "Que se juegue sin dinero si la mesa no quiere otra cosa.",
        "That no money is played for unless the table wants it.",
    ),
    Choice(
        "a58",
        ALL,
        "Con qué puntos entra quien se sienta más tarde, y qué pasa con quien descansa o se va.",
        "The total of a player who joins later, and what happens to one who sits out or leaves.",
    ),
)


def choices_of(preset: str) -> list[Text]:
    """What this preset decides, for its help page."""
    return [Text(choice.es, choice.en) for choice in OUR_CHOICES if preset in choice.presets]

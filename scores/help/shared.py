"""What the pages of several games say alike."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.cards.deck import Deck
from rules.knobs import Ace, Ends, LayOff, OutAt, Scoring, Settlement
from rules.packs import FRENCH, Card, Pack, read_card
from scores.help.examples import of_melds
from scores.help.page_model import Fact, House, Section, told
from scores.notation.cards import FRENCH_FIGURES, SPANISH_FIGURES, name, pack_name
from scores.notation.names import joined
from scores.notation.numbers import signed

ACES = {
    Ace.LOW: gettext_lazy("No: el as es la carta más baja, va antes del dos y no enlaza con el rey."),
    Ace.HIGH: gettext_lazy("Sí, siempre: el as es la carta más alta y no enlaza con el dos."),
    Ace.BOTH: gettext_lazy(
        "Sí: el as va antes del dos o después del rey, pero no da la vuelta (rey, as, dos)."
    ),
    Ace.AROUND: gettext_lazy("Sí, y también da la vuelta: rey, as y dos son escalera."),
}

LAY_OFFS = {
    LayOff.ANY: gettext_lazy(
        "Los demás enseñan sus juegos y pueden colocar las cartas que les sobran en cualquier juego de la "
        "mesa, "
        "si quien cierra dejó alguna suelta."
    ),
    LayOff.CLOSER: gettext_lazy(
        "Los demás enseñan sus juegos y pueden colocar las cartas que les sobran en los juegos de quien "
        "cierra, "
        "si dejó alguna suelta."
    ),
    LayOff.IN_PLAY: gettext_lazy("Las cartas se colocan durante la mano; al contar ya no se coloca ninguna."),
    LayOff.NONE: gettext_lazy("Los demás enseñan sus juegos. Nadie coloca cartas en los juegos de otro."),
}


def needs(house: House) -> Section:
    ruleset = house.ruleset
    facts = [
        (_("Jugadores"), _players(house)),
        (_("Baraja"), _("%(pack)s cartas") % {"pack": pack_name(ruleset.pack)}),
        (_("Barajas"), house.number(ruleset.packs)),
        (_("Comodines"), house.number(ruleset.jokers)),
        *_wild_cards(house),
        (_("Cartas de cada uno"), house.number(ruleset.hand_size)),
    ]
    return Section("needs", _("Qué hace falta"), facts=facts)


def _players(house: House) -> str:
    low, high = house.ruleset.players
    span = str(low) if low == high else _("de %(low)s a %(high)s") % {"low": low, "high": high}
    return span if house.ruleset.team_size == 1 else _("%(players)s, en parejas") % {"players": span}


def _wild_cards(house: House) -> list[Fact]:
    cards = [read_card(code, house.ruleset.pack) for code in house.ruleset.wild_cards]
    return [(_("También comodines"), joined([name(card) for card in cards]))] if cards else []


def draw_and_throw(house: House, *first_turn: str) -> Section:
    """One card drawn and one thrown; `first_turn` is what a game says of the card turned up."""
    said = [
        _("Al repartir se deja una carta boca arriba junto al mazo: con ella empieza el descarte."),
        *first_turn,
        _(
            "En su turno cada uno roba una carta, la de arriba del mazo o la última del descarte, y tira "
            "otra "
            "boca arriba."
        ),
    ]
    return Section("turn", _("El turno"), said)


def melds(house: House) -> Section:
    ruleset = house.ruleset
    facts = {"set_min": ruleset.set_min, "run_min": ruleset.run_min}
    said = told(
        _(
            "Un juego son iguales (%(set_min)s cartas o más del mismo número o figura) o una escalera "
            "(%(run_min)s "
            "o más seguidas del mismo palo)."
        )
        % facts,
        _("Con 40 cartas no hay ochos ni nueves: después del siete va la sota.")
        if ruleset.pack is Pack.SPANISH_40
        else "",
        _equal_cards(house),
    )
    return Section("melds", _("Los juegos"), said, examples=of_melds(house))


def _equal_cards(house: House) -> str:
    if house.number(house.ruleset.packs) == "1":
        return ""
    if house.ruleset.set_duplicates:
        return _("Con más de una baraja dos cartas idénticas caben en unos iguales, nunca en una escalera.")
    return _("Con más de una baraja dos cartas idénticas no caben en el mismo juego.")


def values(house: House) -> list[Fact]:
    """What each card counts that is left in hand."""
    deck = Deck(house.ruleset, house.seats)
    names = FRENCH_FIGURES if deck.suits[0] in FRENCH else SPANISH_FIGURES
    figures = [signed(deck.pips[Card(rank, deck.suits[0])]) for rank in names]
    same = len(set(figures)) == 1
    facts = [
        (_("As"), signed(house.ruleset.points_of_ace)),
        (", ".join(map(str, names.values())).capitalize(), figures[0] if same else ", ".join(figures)),
        (_("Las demás"), _("lo que marcan")),
    ]
    return facts + ([(_("Comodín suelto"), signed(house.ruleset.joker_points))] if house.has_jokers else [])


def lay_off(house: House) -> list[str]:
    ruleset = house.ruleset
    needs_meld = ruleset.lay_off_needs_meld and ruleset.lay_off is not LayOff.NONE
    return told(
        str(LAY_OFFS[ruleset.lay_off]),
        _("Para colocar hay que tener un juego propio.") if needs_meld else "",
    )


def ending(house: House) -> list[str]:
    """How the match ends."""
    facts = {"limit": house.ruleset.limit}
    how = {
        Ends.LAST_STANDING: _last_standing,
        Ends.TARGET: _target,
        Ends.HANDS: _so_many_hands,
        Ends.OPEN: _open_end,
    }[house.ruleset.ends]
    return [one % facts for one in how(house)]


def _last_standing(house: House) -> list[str]:
    over = house.ruleset.out_at is OutAt.OVER
    return [
        _("Queda fuera quien pasa de %(limit)s puntos: con %(limit)s justos se sigue.")
        if over
        else _("Queda fuera quien llega a %(limit)s puntos."),
        _("Gana quien sigue en juego cuando todos los demás están fuera."),
    ]


def _target(house: House) -> list[str]:
    over = house.ruleset.out_at is OutAt.OVER
    return [
        _("La partida acaba con la mano en la que alguien pasa de %(limit)s puntos.")
        if over
        else _("La partida acaba con la mano en la que alguien llega a %(limit)s puntos."),
        _who_wins(house),
    ]


def _so_many_hands(house: House) -> list[str]:
    hands = house.ruleset.limit or 0
    return [ngettext("Se juega %(limit)s mano.", "Se juegan %(limit)s manos.", hands), _who_wins(house)]


def _open_end(house: House) -> list[str]:
    return [_("No hay límite: la partida acaba cuando la mesa quiere."), _who_wins(house)]


def _who_wins(house: House) -> str:
    return _("Gana el total más alto.") if house.ruleset.high_wins else _("Gana el total más bajo.")


def money(house: House) -> Section:
    """The stakes of the table, whatever the game; without any, that there are none."""
    ruleset = house.ruleset
    said = told(
        _("Cada uno pone %(stake)s en el bote al empezar y el bote es de quien gana.")
        if ruleset.stake
        else "",
        _("Cada reenganche pone %(rebuy)s más.") if ruleset.rebuys != 0 and ruleset.price_of_rebuy() else "",
        _("Cada punto vale %(per_point)s.") if ruleset.per_point else "",
        _settlement(house),
    )
    facts = {
        "stake": ruleset.stake,
        "rebuy": ruleset.price_of_rebuy(),
        "per_point": ruleset.per_point,
    }
    return Section("money", _("El dinero"), [one % facts for one in said] or [_without_money(house)])


def _without_money(house: House) -> str:
    if house.ruleset.rebuy_stake is None and not house.players:
        return _(
            "Cada uno pone lo acordado en el bote al empezar y otra vez en cada reenganche; el bote es de "
            "quien gana."
        )
    return _("Se juega sin dinero. La apuesta se puede poner al empezar la partida.")


def _settlement(house: House) -> str:
    ruleset = house.ruleset
    if not ruleset.per_point:
        return ""
    if ruleset.scoring is Scoring.COLLECT:
        return _("Se paga mano a mano.")
    if ruleset.settlement is Settlement.WINNER_ONLY:
        return _("Al final solo cobra quien gana: de cada uno, la diferencia.")
    return _("Al final se pagan las diferencias de los totales, cada uno con cada uno.")


def loose_cards(house: House) -> str:
    most = house.ruleset.close_cards
    if most is None:
        return _("Pueden ser varias cartas sueltas.")
    if most == 0:
        return _("No puede quedar ninguna carta suelta.")
    return ngettext(
        "Puede quedar suelta como mucho %(cards)s carta.",
        "Pueden quedar sueltas como mucho %(cards)s cartas.",
        most,
    ) % {"cards": most}


# Questions of the table


def no_close(house: House) -> Section:
    ruleset = house.ruleset
    facts = {"limit": ruleset.close_limit, "cards": ruleset.close_cards, "most": ruleset.limit}
    items = told(
        "" if ruleset.close_first_lap else _("En la primera vuelta de la mano."),
        _("Con más de %(limit)s puntos sueltos."),
        ""
        if ruleset.close_cards is None
        else ngettext(
            "Con más de %(cards)s carta suelta, aunque valgan poco.",
            "Con más de %(cards)s cartas sueltas, aunque valgan poco.",
            ruleset.close_cards,
        ),
        "" if ruleset.close_may_bust or ruleset.ends is not Ends.LAST_STANDING else _too_near(house),
        _("Con una carta de más o de menos en la mano."),
    )
    return Section("no-close", _("¿Cuándo no se puede cerrar?"), items=[one % facts for one in items])


def _too_near(house: House) -> str:
    if house.ruleset.out_at is OutAt.OVER:
        return _("Cuando la carta suelta haría pasar de %(most)s puntos a quien cierra.")
    return _("Cuando la carta suelta haría llegar a %(most)s puntos a quien cierra.")


def ace(house: House) -> Section:
    return Section("ace", _("¿Enlaza el as con el rey?"), [str(ACES[house.ruleset.ace])])


def joker(house: House, *more: str) -> Section:
    """What a joker may do; `more` is what only one game says of it."""
    ruleset = house.ruleset
    title = _("¿Qué pasa con el comodín?")
    if not house.has_jokers:
        return Section("joker", title, [_("Aquí no hay comodines.")])
    facts = {"naturals": ruleset.min_naturals, "points": signed(ruleset.joker_points)}
    said = told(
        _("Hace de cualquier carta."),
        ngettext(
            "Cada juego necesita al menos %(naturals)s carta que no sea comodín.",
            "Cada juego necesita al menos %(naturals)s cartas que no sean comodín.",
            max(1, ruleset.min_naturals),
        ),
        _("En una escalera dos comodines pueden ir juntos.")
        if ruleset.adjacent_jokers
        else _("En una escalera dos comodines no pueden ir juntos."),
        _("Quien se queda con uno suelto cuenta %(points)s puntos."),
        _("Quien no cierra los cuenta aunque lo tenga en un juego.") if ruleset.joker_always_charged else "",
        *more,
    )
    return Section("joker", title, [" ".join(said) % facts])


def false_close(house: House) -> Section:
    points = house.ruleset.false_close_points
    said = [_("La mano no cuenta. Se apunta en «Otras cosas», cierre en falso.")]
    if points:
        said.append(_("A quien cerró mal le cuesta %(points)s puntos.") % {"points": signed(points)})
    else:
        said.append(_("A quien cerró mal no le cuesta puntos."))
    return Section("false-close", _("¿Y si alguien cierra mal?"), [" ".join(said)])


def stock(*said: str) -> Section:
    return Section("stock", _("¿Y si se acaba el mazo?"), list(said))


def tie_at_the_end(house: House) -> Section:
    """Equal totals at the end of a match that is not played until one is left."""
    if house.ruleset.ends is Ends.TARGET and house.ruleset.high_wins:
        return tie(_("Si empatan arriba al llegar al límite, se juega otra mano."))
    return tie(_("Con totales iguales la victoria se reparte."))


def tie(*said: str) -> Section:
    return Section("tie", _("¿Y si hay empate?"), list(said))

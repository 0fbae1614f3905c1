"""Sections that the help pages of several games share."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.cards.deck import Deck
from rules.knobs import Ace, AfterFull, Ends, LayOff, LayOffOrder, OutAt, Scoring, Settlement, SitOut
from rules.packs import FRENCH, Card, Pack, read_card
from rules.ruleset import Ruleset
from scores.help.examples import of_melds
from scores.help.page_model import Fact, Section, TableRules, non_empty
from scores.house_rules import labels
from scores.notation.cards import FRENCH_FIGURES, SPANISH_FIGURES, name, pack_name
from scores.notation.names import joined
from scores.notation.numbers import amount, signed

ACES = {
    Ace.LOW: gettext_lazy("No: el as es la carta más baja, va antes del dos y no enlaza con el rey."),
    Ace.HIGH: gettext_lazy("Sí, siempre: el as es la carta más alta y no enlaza con el dos."),
    Ace.BOTH: gettext_lazy(
        "Sí: el as va antes del dos o después del rey, pero no da la vuelta (rey, as, dos)."
    ),
    Ace.AROUND: gettext_lazy("Sí, y también da la vuelta: rey, as y dos son escalera."),
}

LAY_OFF_ORDERS = {
    LayOffOrder.TURN: gettext_lazy(
        "Va por turnos, una vez cada uno: el siguiente baja sus juegos y añade lo que pueda a los que ya "
        "están en la mesa."
    ),
    LayOffOrder.UNTIL_NONE: gettext_lazy(
        "Va por turnos desde quien sigue a quien cierra, y se dan vueltas hasta que nadie pueda colocar más."
    ),
}
AFTER_FULL = {
    AfterFull.NONE: gettext_lazy("Si quien cierra lo ligó todo, nadie coloca nada."),
    AfterFull.OTHERS: gettext_lazy(
        "Si quien cierra lo ligó todo, en sus juegos nadie coloca; en los de los demás, sí."
    ),
}
LAY_OFFS = {
    LayOff.ANY: gettext_lazy(
        "Cuando alguien cierra, los demás enseñan sus juegos. Las cartas que les sobran las pueden colocar "
        "en cualquier juego de la mesa."
    ),
    LayOff.CLOSER: gettext_lazy(
        "Cuando alguien cierra, los demás enseñan sus juegos. Las cartas que les sobran las pueden colocar "
        "en los juegos de quien cierra."
    ),
    LayOff.IN_PLAY: gettext_lazy("Las cartas se colocan durante la mano; al contar ya no se coloca ninguna."),
    LayOff.NONE: gettext_lazy("Los demás enseñan sus juegos. Nadie coloca cartas en los juegos de otro."),
}


def needs(table: TableRules, *more: str, best: str = "") -> Section:
    """What is needed. `more` are sentences of one game; `best` is the best number of players."""
    ruleset = table.ruleset
    facts = [
        (_("Jugadores"), _players(table)),
        *([(_("Mejor con"), best)] if best else []),
        (_("Baraja"), _("%(pack)s cartas") % {"pack": pack_name(ruleset.pack)}),
        (_("Barajas"), table.packs),
        (_("Comodines"), table.number(ruleset.jokers)),
        *_wild_cards(table),
        (_("Cartas de cada uno"), table.number(ruleset.hand_size)),
        _knob(ruleset, "direction"),
        *_sits_out(ruleset),
    ]
    return Section("needs", _("Qué hace falta"), list(more), facts)


def _players(table: TableRules) -> str:
    low, high = table.ruleset.players
    if table.ruleset.scoring is Scoring.DIFFERENCE and table.ruleset.team_size > 1:
        low = high = table.players or 2 * table.ruleset.team_size
    span = str(low) if low == high else _("de %(low)s a %(high)s") % {"low": low, "high": high}
    return span if table.ruleset.team_size == 1 else _("%(players)s, en parejas") % {"players": span}


def _sits_out(ruleset: Ruleset) -> list[Fact]:
    return [] if ruleset.sit_out is SitOut.NOBODY else [_knob(ruleset, "sit_out")]


def _knob(ruleset: Ruleset, knob: str) -> Fact:
    return labels.label(knob, ruleset), labels.value_in_words(knob, getattr(ruleset, knob))


def _wild_cards(table: TableRules) -> list[Fact]:
    cards = [read_card(code, table.ruleset.pack) for code in table.ruleset.wild_cards]
    return [(_("También comodines"), joined([name(card) for card in cards]))] if cards else []


def melds(table: TableRules, *more: str) -> Section:
    """Sets and runs. `more` are sentences of one game."""
    ruleset = table.ruleset
    facts = {"set_min": ruleset.set_min, "run_min": ruleset.run_min}
    sentences = non_empty(
        _("Un trío son %(set_min)s cartas o más del mismo número o figura; con cuatro es un cuarteto.")
        % facts,
        _("Una escalera son %(run_min)s cartas o más, seguidas y del mismo palo.") % facts,
        _("El orden es: %(order)s.") % {"order": _order(table)},
        _("Con 40 cartas no hay ochos ni nueves: después del siete va la sota.")
        if ruleset.pack is Pack.SPANISH_40
        else "",
        _longest_set(table),
        _equal_cards(table),
        *more,
    )
    return Section("melds", _("Los juegos"), sentences, examples=of_melds(table))


def _order(table: TableRules) -> str:
    """The ranks from high to low: «rey, dama, jota, 10 … 2, as»."""
    deck = Deck(table.ruleset, table.seats)
    figures = FRENCH_FIGURES if deck.suits[0] in FRENCH else SPANISH_FIGURES
    order = [str(figures.get(rank, rank)) for rank in reversed(deck.ranks) if rank > 1]
    high = [] if table.ruleset.ace is Ace.LOW else [_("as")]
    low = [] if table.ruleset.ace is Ace.HIGH else [_("as")]
    return ", ".join([*high, *order, *low])


def _longest_set(table: TableRules) -> str:
    most = {"most": table.longest_set}
    if table.has_jokers:
        return _("Cartas que caben en un trío, contando los comodines: %(most)s.") % most
    return _("Cartas que caben en un trío: %(most)s.") % most


def _equal_cards(table: TableRules) -> str:
    if table.packs == "1":
        return ""
    if table.ruleset.set_duplicates:
        return _("Con más de una baraja dos cartas idénticas caben en un trío, nunca en una escalera.")
    return _("Con más de una baraja dos cartas idénticas no caben en el mismo juego.")


def values(table: TableRules) -> list[Fact]:
    """The points of each card left in hand."""
    deck = Deck(table.ruleset, table.seats)
    names = FRENCH_FIGURES if deck.suits[0] in FRENCH else SPANISH_FIGURES
    pips = {rank: signed(deck.pips[Card(rank, deck.suits[0])]) for rank in deck.ranks}
    figures = [pips[rank] for rank in names]
    same = len(set(figures)) == 1
    facts = [
        (_("As"), pips[1]),
        (", ".join(map(str, names.values())).capitalize(), figures[0] if same else ", ".join(figures)),
        *_charted(table.ruleset, pips, names),
        (_("Las demás"), _("lo que marcan")),
    ]
    return facts + ([(_("Comodín suelto"), signed(table.ruleset.joker_points))] if table.has_jokers else [])


def _charted(ruleset: Ruleset, pips: Mapping[int, str], figures: Collection[int]) -> list[Fact]:
    """The numbers that a chart gives other points than their own."""
    numbers = [rank for rank, _points in ruleset.rank_points if rank in pips and rank not in (1, *figures)]
    return [(str(rank), pips[rank]) for rank in numbers]


def lay_off(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    needs_meld = ruleset.lay_off_needs_meld and ruleset.lay_off is not LayOff.NONE
    on_all = ruleset.lay_off is LayOff.ANY
    return non_empty(
        str(LAY_OFFS[ruleset.lay_off]),
        str(LAY_OFF_ORDERS[ruleset.lay_off_order]) if on_all else "",
        str(AFTER_FULL[ruleset.lay_off_after_full]) if on_all else "",
        _("Para colocar hay que tener un juego propio.") if needs_meld else "",
    )


def ending(table: TableRules) -> list[str]:
    """How the match ends."""
    facts = {"limit": table.ruleset.limit}
    how = {
        Ends.LAST_STANDING: _last_standing,
        Ends.TARGET: _target,
        Ends.HANDS: _so_many_hands,
        Ends.OPEN: _open_end,
    }[table.ruleset.ends]
    return [sentence % facts for sentence in how(table)]


def _last_standing(table: TableRules) -> list[str]:
    over = table.ruleset.out_at is OutAt.OVER
    return [
        _("Queda fuera quien pasa de %(limit)s puntos: con %(limit)s justos se sigue.")
        if over
        else _("Queda fuera quien llega a %(limit)s puntos."),
        _("Gana quien sigue en juego cuando todos los demás están fuera."),
    ]


def _target(table: TableRules) -> list[str]:
    over = table.ruleset.out_at is OutAt.OVER
    return [
        _("La partida acaba con la mano en la que alguien pasa de %(limit)s puntos.")
        if over
        else _("La partida acaba con la mano en la que alguien llega a %(limit)s puntos."),
        _who_wins(table),
    ]


def _so_many_hands(table: TableRules) -> list[str]:
    hands = table.ruleset.limit or 0
    return [ngettext("Se juega %(limit)s mano.", "Se juegan %(limit)s manos.", hands), _who_wins(table)]


def _open_end(table: TableRules) -> list[str]:
    return [_("No hay límite: la partida acaba cuando la mesa quiere."), _who_wins(table)]


def _who_wins(table: TableRules) -> str:
    return _("Gana el total más alto.") if table.ruleset.high_wins else _("Gana el total más bajo.")


def money(table: TableRules) -> Section:
    """The stakes; a sentence that there are none where there are none."""
    ruleset = table.ruleset
    sentences = non_empty(
        _("Cada uno pone %(stake)s en el bote al empezar y el bote es de quien gana.")
        if ruleset.stake
        else "",
        _("Cada reenganche pone %(rebuy)s más.") if ruleset.rebuys != 0 and ruleset.price_of_rebuy() else "",
        _("Cada punto vale %(per_point)s.") if ruleset.per_point else "",
        _settlement(table),
    )
    per_unit = ruleset.cents_per_unit
    facts = {
        "stake": amount(ruleset.stake * per_unit),
        "rebuy": amount(ruleset.price_of_rebuy_in_cents()),
        "per_point": amount(ruleset.per_point * per_unit),
    }
    return Section(
        "money", _("El dinero"), [sentence % facts for sentence in sentences] or [_without_money(table)]
    )


def _without_money(table: TableRules) -> str:
    if table.ruleset.has_pot and not table.players:
        return _(
            "Cada uno pone lo acordado en el bote al empezar y otra vez en cada reenganche; el bote es de "
            "quien gana."
        )
    return _("Se juega sin dinero. La apuesta se puede poner al empezar la partida.")


def _settlement(table: TableRules) -> str:
    ruleset = table.ruleset
    if not ruleset.per_point:
        return ""
    if ruleset.scoring is Scoring.COLLECT:
        return _("Se paga mano a mano.")
    if ruleset.settlement is Settlement.WINNER_ONLY:
        return _("Al final solo cobra quien gana: de cada uno, la diferencia.")
    return _("Al final se pagan las diferencias de los totales, cada uno con cada uno.")


def loose_cards(table: TableRules) -> str:
    most = table.ruleset.close_cards
    if most is None:
        return _("Pueden ser varias cartas sueltas.")
    if most == 0:
        return _("No puede quedar ninguna carta suelta.")
    return ngettext(
        "Puede quedar suelta como mucho %(cards)s carta.",
        "Pueden quedar sueltas como mucho %(cards)s cartas.",
        most,
    ) % {"cards": most}


# Answers to questions


def no_close(table: TableRules) -> Section:
    ruleset = table.ruleset
    facts = {"limit": ruleset.close_limit, "cards": ruleset.close_cards, "most": ruleset.limit}
    items = non_empty(
        "" if ruleset.close_first_lap else _("En la primera vuelta de la mano."),
        _("Con más de %(limit)s puntos sueltos."),
        ""
        if ruleset.close_cards is None
        else ngettext(
            "Con más de %(cards)s carta suelta, aunque valgan poco.",
            "Con más de %(cards)s cartas sueltas, aunque valgan poco.",
            ruleset.close_cards,
        ),
        "" if ruleset.close_may_bust or ruleset.ends is not Ends.LAST_STANDING else _too_near(table),
        _("Con una carta de más o de menos en la mano."),
    )
    return Section(
        "no-close", _("¿Cuándo no se puede cerrar?"), items=[sentence % facts for sentence in items]
    )


def _too_near(table: TableRules) -> str:
    if table.ruleset.out_at is OutAt.OVER:
        return _("Cuando la carta suelta haría pasar de %(most)s puntos a quien cierra.")
    return _("Cuando la carta suelta haría llegar a %(most)s puntos a quien cierra.")


def ace(table: TableRules, *more: str) -> Section:
    """Where the ace stands in a run. `more` are sentences of one game."""
    return Section("ace", _("¿Enlaza el as con el rey?"), [str(ACES[table.ruleset.ace]), *more])


def joker(table: TableRules, *more: str) -> Section:
    """What a joker may do. `more` are sentences of one game."""
    ruleset = table.ruleset
    title = _("¿Qué pasa con el comodín?")
    if not table.has_jokers:
        return Section("joker", title, [_("Aquí no hay comodines.")])
    facts = {"naturals": ruleset.min_naturals, "points": signed(ruleset.joker_points)}
    sentences = non_empty(
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
    return Section("joker", title, [sentence % facts for sentence in sentences])


def false_close(table: TableRules) -> Section:
    points = table.ruleset.false_close_points
    sentences = [_("La mano no cuenta. Apúntalo en «Otras cosas», cierre en falso.")]
    if points:
        sentences.append(_("A quien cerró mal le cuesta %(points)s puntos.") % {"points": signed(points)})
    else:
        sentences.append(_("A quien cerró mal no le cuesta puntos."))
    return Section("false-close", _("¿Y si alguien cierra mal?"), [" ".join(sentences)])


def stock(*sentences: str) -> Section:
    return Section("stock", _("¿Y si se acaba el mazo?"), list(sentences))


def tie_at_the_end(table: TableRules) -> Section:
    """Equal totals at the end, in games that are not played until one player is left."""
    if table.ruleset.ends is Ends.TARGET and table.ruleset.high_wins:
        return tie(_("Si empatan arriba al llegar al límite, se juega otra mano."))
    return tie(_("Con totales iguales la victoria se reparte."))


def tie(*sentences: str) -> Section:
    return Section("tie", _("¿Y si hay empate?"), list(sentences))

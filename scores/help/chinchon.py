"""The three Chinchones: close with little left loose, go out past the limit, buy back in."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.knobs import (
    WINS,
    ChinchonFor,
    CleanFor,
    Ends,
    LayOff,
    LayOffOrder,
    RebuyChoice,
    RebuyPoints,
    at_table,
)
from rules.packs import Pack
from rules.presets import Says
from scores.help import dealing, options, shared
from scores.help.examples import of_closes
from scores.help.page_model import Fact, Section, TableRules, non_empty
from scores.notation.numbers import amount, signed
from scores.notation.words import JOKER_RUN_1, JOKER_RUN_2, NOBODY_CLOSED, WINS_MATCH

WHAT = gettext_lazy(
    "Liga tus cartas en tríos y escaleras, y cierra antes que los demás. Lo que te queda suelto suma puntos; "
    "gana quien aguanta sin pasarse."
)

_SPANISH = (
    "4c 5c 6c|7o 7c 7e|3b",
    "4c 5c 6c|7o 7c 7e|6b",
    "4o 5o 6o 7o|1c 1e 2b",
    "4o 5o 6o 7o|2c 2e 2b",
    "1e 2e * 4e 5e 6e 7e",
    "1o 2o 3o 4o 5o 6o 7o",
)
_FRENCH = (
    "4H 5H 6H|7S 7H 7D|3C",
    "4H 5H 6H|7S 7H 7D|6C",
    "4D 5D 6D 7D|AS AH 2C",
    "4D 5D 6D 7D|2S 2H 2C",
    "AS 2S * 4S 5S 6S 7S",
    "5H 6H 7H 8H 9H 10H JH",
)


def sections(table: TableRules) -> list[Section]:
    return [
        shared.needs(table, *_needs(table)),
        dealing.chinchon(table),
        _turn(table),
        shared.melds(table),
        _closing(table),
        _laying_off(table),
        _counting(table),
        _bonuses(table),
        Section("end", _("El final"), _ending(table)),
        shared.money(table),
        *options.of_chinchon(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        *([_rebuy(table)] if table.ruleset.ends is Ends.LAST_STANDING else []),
        shared.no_close(table),
        *([_wrong_hand()] if table.text_says(Says.WRONG_NUMBER) else []),
        shared.joker(table),
        shared.ace(table),
        _tie(table),
        shared.stock(
            _("Quien reparte baraja los descartes y se sigue."),
            _("Si la mesa prefiere parar, se apunta «%(nobody)s» y cada uno cuenta lo que tiene suelto.")
            % {"nobody": NOBODY_CLOSED},
        ),
        shared.false_close(table),
    ]


def _needs(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    for_two, for_three = at_table(ruleset.jokers, 2), at_table(ruleset.jokers, 3)
    return non_empty(
        _("Cada uno juega por su cuenta.") if ruleset.team_size == 1 else "",
        _("Con más de dos jugadores se añaden %(jokers)s comodines.") % {"jokers": for_three}
        if for_two == 0 and for_three > 1 and not table.players
        else "",
        _("Con cinco jugadores o más, dos barajas.")
        if at_table(ruleset.packs, 4) == 1 and at_table(ruleset.packs, 5) == 2 and not table.players
        else "",
    )


def _turn(table: TableRules) -> Section:
    size = table.number(table.ruleset.hand_size)
    if table.text_says(Says.BESIDE):
        discard = _(
            "Después tira una carta boca arriba a tu %(side)s, por si le interesa al siguiente. Ahí acaba tu "
            "turno."
        ) % {"side": dealing.side_of_next(table)}
    else:
        discard = _("Después tira una carta boca arriba, encima de las que ya están tiradas.")
    sentences = [
        _("Roba una carta: la de arriba del mazo o, si te conviene, la última del descarte."),
        discard,
        _("Al acabar tu turno vuelves a tener %(cards)s cartas.") % {"cards": size},
        _("Ordena tu mano y busca juegos con la carta nueva."),
    ]
    return Section("turn", _("El turno"), sentences)


def _closing(table: TableRules) -> Section:
    ruleset = table.ruleset
    hands = _FRENCH if ruleset.pack is Pack.FRENCH_52 else _SPANISH
    sentences = non_empty(
        _("Cierra en tu turno, al tirar, si lo que te queda suelto suma %(limit)s puntos o menos.")
        % {"limit": ruleset.close_limit},
        _("Nadie te obliga a cerrar."),
        shared.loose_cards(table),
        _("La carta con la que cierras va boca abajo encima del descarte y no cuenta."),
        "" if ruleset.final_discard else _("Si ligas también la carta robada, cierras sin tirar ninguna."),
        _("Pon tus juegos boca arriba delante de ti y guarda en la mano lo que te sobre."),
        "" if ruleset.close_first_lap else _("En la primera vuelta de la mano no se cierra."),
    )
    return Section("closing", _("Cerrar"), sentences, items=_shapes(table), examples=of_closes(table, hands))


def _shapes(table: TableRules) -> list[str]:
    """The hands that close where seven cards leave one loose at most."""
    ruleset = table.ruleset
    if (ruleset.hand_size, ruleset.close_cards) != (7, 1):
        return []
    loose = {"limit": ruleset.close_limit}
    return [
        _("Siete ligadas: una escalera de siete."),
        _("Siete ligadas: un juego de tres cartas y otro de cuatro."),
        _("Seis ligadas, en dos juegos de tres o una escalera de seis, y una suelta de %(limit)s o menos.")
        % loose,
    ]


def _laying_off(table: TableRules) -> Section:
    ruleset = table.ruleset
    sentences = shared.lay_off(table)
    if ruleset.lay_off is LayOff.NONE:
        return Section("lay-off", _("Colocar cartas"), sentences)
    in_turn = ruleset.lay_off_order is LayOffOrder.TURN
    many_packs = table.packs != "1"
    return Section(
        "lay-off",
        _("Colocar cartas"),
        non_empty(
            *sentences,
            _("Quien cierra no coloca las suyas."),
            _("Con dos barajas, cada valor se añade una sola vez a una escalera.") if many_packs else "",
            _("Las escaleras se completan hacia la %(side)s, por turno.")
            % {"side": dealing.side_of_next(table)}
            if many_packs and in_turn
            else "",
        ),
    )


def _counting(table: TableRules) -> Section:
    sentences = [
        _("Cada uno, también quien cierra, suma lo que le queda suelto."),
        _("Apunta los puntos de cada uno en la hoja: cuantos menos, mejor."),
    ]
    return Section("counting", _("Contar"), sentences, shared.values(table))


def _bonuses(table: TableRules) -> Section:
    ruleset = table.ruleset
    with_one_joker, with_two_jokers = ruleset.joker_run_points
    with_jokers = [
        (str(JOKER_RUN_1), signed(with_one_joker)),
        (str(JOKER_RUN_2), signed(with_two_jokers)),
    ]
    facts: list[Fact] = [
        (_("Todo ligado en juegos"), signed(ruleset.clean_points)),
        *(with_jokers if table.has_jokers else []),
        (_("Chinchón: escalera de siete sin comodines"), _wins_or_points(ruleset.chinchon_points)),
    ]
    sentences = non_empty(
        *_whose_bonus(table),
        _("Aquí se llama chinchón a ligar las siete cartas, en escalera o no.")
        if table.text_says(Says.ALL_MELDED_IS_CHINCHON)
        else "",
        "" if ruleset.claim_upgrades else _("Vale lo que se canta, aunque las mismas cartas den para más."),
    )
    return Section("bonus", _("Los premios"), sentences, facts)


def _whose_bonus(table: TableRules) -> list[str]:
    ruleset = table.ruleset
    wins = ruleset.chinchon_for is ChinchonFor.ANYONE and ruleset.chinchon_points == WINS
    return non_empty(
        _clean_bonus(ruleset.clean_for is CleanFor.ANYONE, wins),
        _("Gana la partida cualquiera que enseñe una escalera de siete sin comodines, aunque no cierre.")
        if wins
        else "",
        _("La escalera con comodín no gana la partida: solo da el premio.")
        if wins and table.has_jokers
        else "",
    )


def _clean_bonus(is_for_anyone: bool, wins: bool) -> str:
    if not is_for_anyone:
        return _("El premio es solo para quien cierra.")
    if wins:
        return _("El premio por ligarlo todo es para cualquiera, cierre o no.")
    return _(
        "El premio por ligarlo todo es para cualquiera, cierre o no; los de la escalera, para quien cierra."
    )


def _wins_or_points(points: int | str) -> str:
    return str(WINS_MATCH) if points == WINS else signed(int(points))


def _ending(table: TableRules) -> list[str]:
    wins = table.ruleset.chinchon_points == WINS
    return [
        *shared.ending(table),
        *([_("Si alguien hace chinchón, la partida acaba en el acto y gana.")] if wins else []),
    ]


def _wrong_hand() -> Section:
    sentences = [
        _("Si robaste dos y tienes ocho, o tiraste sin robar y tienes seis, no puedes cerrar."),
        _("Sigue jugando e intenta perder lo menos posible."),
        _("Si al final la completas y lo ligas todo, también con seis cartas, no pagas nada."),
    ]
    return Section("wrong-hand", _("¿Y si tengo una carta de más o de menos?"), sentences)


def _rebuy(table: TableRules) -> Section:
    title = _("¿Puedo reengancharme?")
    if table.ruleset.rebuys == 0:
        return Section("rebuy", title, [_("No: quien se pasa queda fuera.")])
    if table.players and table.players <= table.ruleset.rebuy_needs:
        return Section("rebuy", title, [_too_few(table)])
    return Section(
        "rebuy",
        title,
        non_empty(
            _how_often(table),
            _level(table),
            _who_must_go_on(table),
            _never(table),
            _price(table),
            _last(table),
        ),
    )


def _too_few(table: TableRules) -> str:
    needs = table.ruleset.rebuy_needs
    return ngettext(
        "En esta mesa no: hace falta que siga al menos %(needs)s jugador sin contar a quien se pasa.",
        "En esta mesa no: hace falta que sigan al menos %(needs)s jugadores sin contar a quien se pasa.",
        needs,
    ) % {"needs": needs}


def _how_often(table: TableRules) -> str:
    times = table.ruleset.rebuys
    often = (
        _("Sí, las veces que se quiera.")
        if times is None
        else ngettext("Sí, %(times)s vez.", "Sí, %(times)s veces.", times) % {"times": times}
    )
    if table.ruleset.rebuy_choice is RebuyChoice.AUTOMATIC:
        return " ".join([often, _("Es automático: quien se pasa sigue sin que nadie pregunte.")])
    return " ".join([often, _("Se pregunta a quien se pasa: o se reengancha o queda fuera.")])


def _level(table: TableRules) -> str:
    ruleset = table.ruleset
    limit = ruleset.limit or 0
    low, high, bust = limit * 64 // 100, limit * 87 // 100, limit + 12
    plus_one = ruleset.rebuy_points is RebuyPoints.PLUS_ONE
    rule = (
        _("Se vuelve con un punto más que el total más alto de quienes no se pasaron.")
        if plus_one
        else _("Se vuelve con el total más alto de quienes no se pasaron.")
    )
    if ruleset.rebuy_needs > 2:
        return rule
    facts = {"low": low, "high": high, "bust": bust, "level": high + plus_one}
    example = _("Con Ana en %(low)s, Luis en %(high)s y Eva en %(bust)s, Eva sigue en %(level)s.") % facts
    return f"{rule} {example}"


def _who_must_go_on(table: TableRules) -> str:
    needs = table.ruleset.rebuy_needs
    return ngettext(
        "Hace falta que siga al menos %(needs)s jugador que no se haya pasado.",
        "Hace falta que sigan al menos %(needs)s jugadores que no se hayan pasado.",
        needs,
    ) % {"needs": needs}


def _never(table: TableRules) -> str:
    if table.ruleset.rebuy_needs < 2:
        return ""
    return _(
        "Por eso no hay reenganche con dos en juego. Tampoco si se pasan a la vez todos menos quien cierra: "
        "entonces gana quien cierra."
    )


def _price(table: TableRules) -> str:
    ruleset = table.ruleset
    if price := ruleset.price_of_rebuy_in_cents():
        return _("Cuesta %(price)s al bote.") % {"price": amount(price)}
    is_agreed = ruleset.has_pot and not table.players
    return _("Cuesta otra vez la apuesta.") if is_agreed else ""


def _last(table: TableRules) -> str:
    return (
        ""
        if table.ruleset.rebuys is None
        else _("Quien vuelve a pasarse y ya no tiene reenganche queda fuera.")
    )


def _tie(table: TableRules) -> Section:
    if table.ruleset.ends is not Ends.LAST_STANDING:
        return shared.tie_at_the_end(table)
    return shared.tie(
        _("Si en la misma mano se pasan todos, gana el total más bajo después de ella."),
        _("Con totales iguales la victoria y el bote se reparten."),
    )

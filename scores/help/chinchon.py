"""The three Chinchones: close with little left loose, go out past the limit, buy back in."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rules.knobs import WINS, ChinchonFor, CleanFor, Ends, RebuyChoice, RebuyPoints
from rules.packs import Pack
from rules.scoring.points import counts_wrong_hands
from scores.help import shared
from scores.help.examples import of_closes
from scores.help.page_model import Fact, Section, TableRules, non_empty
from scores.notation.numbers import signed
from scores.notation.words import JOKER_RUN_1, JOKER_RUN_2, NOBODY_CLOSED, WINS_MATCH

WHAT = gettext_lazy(
    "Se ligan las cartas en iguales y escaleras para cerrar con lo menos posible suelto; lo suelto suma "
    "puntos y "
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
        shared.needs(table),
        shared.draw_and_throw(table),
        shared.melds(table),
        _closing(table),
        _counting(table),
        _bonuses(table),
        Section("end", _("El final"), shared.ending(table)),
        shared.money(table),
    ]


def questions(table: TableRules) -> list[Section]:
    return [
        *([_rebuy(table)] if table.ruleset.ends is Ends.LAST_STANDING else []),
        shared.no_close(table),
        shared.joker(table),
        shared.ace(table),
        _tie(table),
        shared.stock(
            _("Se barajan los descartes y se sigue."),
            _("Si la mesa prefiere parar, se apunta «%(nobody)s» y cada uno cuenta lo que tiene suelto.")
            % {"nobody": NOBODY_CLOSED},
        ),
        shared.false_close(table),
    ]


def _closing(table: TableRules) -> Section:
    ruleset = table.ruleset
    hands = _FRENCH if ruleset.pack is Pack.FRENCH_52 else _SPANISH
    sentences = non_empty(
        _(
            "Al tirar se puede cerrar si lo que queda suelto suma %(limit)s puntos o menos. La carta con "
            "la que se "
            "cierra va boca abajo y no cuenta."
        )
        % {"limit": ruleset.close_limit},
        shared.loose_cards(table),
        "" if ruleset.final_discard else _("Quien liga también la carta robada cierra sin tirar ninguna."),
    )
    return Section("closing", _("Cerrar"), sentences, examples=of_closes(table, hands))


def _counting(table: TableRules) -> Section:
    sentences = non_empty(
        *shared.lay_off(table),
        _("Cada uno, también quien cierra, suma lo que le queda suelto."),
        _(
            "Quien se quedó con una carta de más o de menos no puede cerrar, pero sigue: cuenta lo suelto, y "
            "nada si al final lo liga todo."
        )
        if counts_wrong_hands(table.ruleset)
        else "",
    )
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
    anyone = ruleset.clean_for is CleanFor.ANYONE
    sentences = non_empty(
        _(
            "El premio por ligarlo todo es para cualquiera, cierre o no; los de la escalera, para quien "
            "cierra."
        )
        if anyone
        else _("El premio es solo para quien cierra."),
        _("El chinchón vale también a quien no cierra, si lo enseña: se apunta como suyo.")
        if ruleset.chinchon_for is ChinchonFor.ANYONE
        else "",
        "" if ruleset.claim_upgrades else _("Vale lo que se canta, aunque las mismas cartas den para más."),
    )
    return Section("bonus", _("Los premios"), sentences, facts)


def _wins_or_points(points: int | str) -> str:
    return str(WINS_MATCH) if points == WINS else signed(int(points))


def _rebuy(table: TableRules) -> Section:
    title = _("¿Puedo reengancharme?")
    if table.ruleset.rebuys == 0:
        return Section("rebuy", title, [_("No: quien se pasa queda fuera.")])
    if table.players and table.players <= table.ruleset.rebuy_needs:
        return Section("rebuy", title, [_too_few(table)])
    return Section(
        "rebuy", title, non_empty(_how_often(table), _level(table), _who_must_go_on(table), _price(table))
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
    rule = ngettext(
        "Hace falta que siga al menos %(needs)s jugador que no se haya pasado.",
        "Hace falta que sigan al menos %(needs)s jugadores que no se hayan pasado.",
        needs,
    ) % {"needs": needs}
    if needs < 2:
        return rule
    never = _(
        "Por eso no hay reenganche con dos en juego, ni cuando se pasan a la vez todos menos quien cierra."
    )
    return f"{rule} {never}"


def _price(table: TableRules) -> str:
    ruleset = table.ruleset
    if ruleset.price_of_rebuy():
        return _("Cuesta %(price)s al bote.") % {"price": ruleset.price_of_rebuy()}
    is_agreed = ruleset.rebuy_stake is None and not table.players
    return _("Cuesta otra vez la apuesta.") if is_agreed else ""


def _tie(table: TableRules) -> Section:
    if table.ruleset.ends is not Ends.LAST_STANDING:
        return shared.tie_at_the_end(table)
    return shared.tie(
        _("Si en la misma mano se pasan todos, gana el total más bajo después de ella."),
        _("Con totales iguales la victoria y el bote se reparten."),
    )

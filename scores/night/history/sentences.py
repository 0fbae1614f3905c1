"""What each entry of the log of a night says, in words."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from rules.night import events
from rules.night.events import KINDS, ClockSet, CutBy, CutDecided, Event, TableResult
from rules.night.proposals import BEFORE_FINAL
from rules.night.seating.values import Entrant
from rules.night.stages import Plays
from scores.core.notation.numbers import money, ordinal
from scores.night.people import joined_people, listed_names, name_of

TEXTS: Mapping[str, Promise] = {
    "left": gettext_lazy("Se va %(names)s"),
    "away": gettext_lazy("Descansa %(names)s"),
    "back": gettext_lazy("Vuelve %(names)s"),
    "substituted": gettext_lazy("%(new)s sigue en lugar de %(names)s"),
    "bound": gettext_lazy("%(names)s llega solo a estas mesas: %(tables)s"),
    "bound nowhere": gettext_lazy("%(names)s llega a todas las mesas"),
    "removed": gettext_lazy("Se borra a %(names)s"),
    "kept_apart": gettext_lazy("Se separa a %(names)s"),
    "kept_together": gettext_lazy("Se junta a %(names)s"),
    "wish_dropped": gettext_lazy("Ni separar ni juntar a %(names)s"),
    "stage": gettext_lazy("Empieza la noche"),
    "stage of the final": gettext_lazy("Empieza la final"),
    "stage_changed": gettext_lazy("Cambia el plan"),
    "seated": gettext_lazy("Se publica la ronda %(round)s"),
    "seated for the final": gettext_lazy("Se publica la final"),
    "moved": gettext_lazy("Cambia quién se sienta en la mesa %(tables)s"),
    "moved away": gettext_lazy("Se deshace la mesa %(dissolved)s"),
    "seats_kept": gettext_lazy("Se deja como está quién juega la ronda %(round)s"),
    "clock": gettext_lazy("La ronda dura hasta las %(time)s"),
    "clock off": gettext_lazy("Se quita el reloj de la ronda"),
    "missing": gettext_lazy("%(names)s no ha venido a la mesa %(tables)s"),
    "reported": gettext_lazy("%(at)s, a mano: %(places)s"),
    "report_withdrawn": gettext_lazy("%(at)s: se retira lo apuntado a mano"),
    "attached": gettext_lazy("%(at)s: se le une una partida"),
    "paid": gettext_lazy("%(names)s paga %(amount)s"),
    "paid back": gettext_lazy("Se devuelven %(amount)s a %(names)s"),
    "prize": gettext_lazy("Premio entregado a %(names)s: %(amount)s"),
    "prize back": gettext_lazy("%(names)s devuelve su premio: %(amount)s"),
    "ended": gettext_lazy("Termina la noche"),
    "reopened": gettext_lazy("Se reabre la noche"),
}
"""By the kind of the event, or what it says besides."""

IN_A_SENTENCE = 12  # events; people do no more at once

DECIDED_BY: Mapping[CutBy, Promise] = {
    CutBy.PLAYOFF: gettext_lazy("Desempate jugado"),
    CutBy.SEATS: gettext_lazy("Más plazas"),
    CutBy.LOT: gettext_lazy("Sorteo delante de todos"),
}


class Narrator:
    """Tells a log in its order, and calls everybody as they were called then. `known` are the names of the
    people by their keys, `names` those of the entrants before its first entry."""

    def __init__(
        self, known: Mapping[int, str], names: Mapping[Entrant, str], currency: str
    ) -> None:
        self.known = known
        self.names = {**names}
        self.currency = currency

    def sentence(self, act: Sequence[Event]) -> str:
        """The sentence of what was written together, and takes nothing back."""
        first = act[0]
        last = act[-1]
        if isinstance(first, events.Entered):
            return self._arrivals(act)
        if isinstance(first, events.Left) and isinstance(last, events.Moved):
            facts = self._facts(last) | {"names": self._names_of([first.entrant])}
            return str(TEXTS["missing"]) % facts
        if isinstance(first, events.StageBegun) and isinstance(last, events.Seated):
            is_final = first.stage.plays is Plays.FINAL
            key = "seated for the final" if is_final else "seated"
            return str(TEXTS[key]) % self._facts(last)
        texts = [self._of_event(event) for event in act]
        rest = ["…"] if len(texts) > IN_A_SENTENCE else []
        return ". ".join([*texts[:IN_A_SENTENCE], *rest])

    def _arrivals(self, act: Sequence[Event]) -> str:
        came = [event for event in act if isinstance(event, events.Entered)]
        self.names |= {
            event.entrant: name_of(event.people, self.known) for event in came
        }
        names = self._names_of(event.entrant for event in came)
        if isinstance(act[-1], events.Away):
            return _("Se espera a %(names)s") % {"names": names}
        return ngettext("Llega %(names)s", "Llegan %(names)s", len(came)) % {
            "names": names
        }

    def _of_event(self, event: Event) -> str:
        if isinstance(event, CutDecided):
            return cut_in_words(event, self.names)
        text = str(TEXTS[_key(event)]) % self._facts(event)
        if isinstance(event, events.Substituted):
            self.names[event.entrant] = name_of(event.people, self.known)
        return text

    def _facts(self, event: Event) -> dict[str, str]:
        parts = vars(event)
        at = parts.get("at")
        tables = parts.get("tables", ())
        numbers = parts.get("only") or [table.number for table in tables]
        named = [parts[key] for key in ("entrant", "first", "other") if key in parts]
        return {
            "names": self._names_of(named),
            "new": name_of(parts.get("people", ()), self.known),
            "round": parts.get("round", ""),
            "at": _("Ronda %(round)s, mesa %(table)s") % at._asdict() if at else "",
            "tables": ", ".join(map(str, sorted(numbers))),
            "dissolved": ", ".join(
                str(table.number) for table in tables if not table.seats
            ),
            "places": self._ranks(parts["result"]) if "result" in parts else "",
            "time": _time(event.until) if isinstance(event, ClockSet) else "",
            "amount": money(abs(parts.get("amount", 0)), self.currency),
        }

    def _ranks(self, result: TableResult) -> str:
        ranked = sorted(result.places.items(), key=lambda each: each[1])
        return ", ".join(
            f"{ordinal(rank)} {self._names_of([name])}" for name, rank in ranked
        )

    def _names_of(self, some: Iterable[Entrant]) -> str:
        return joined_people(self.names.get(entrant, "?") for entrant in some)


def _key(event: Event) -> str:
    if isinstance(event, events.StageBegun) and event.stage.plays is Plays.FINAL:
        return "stage of the final"
    if isinstance(event, events.Moved) and not all(
        table.seats for table in event.tables
    ):
        return "moved away"
    if isinstance(event, events.TablesLimited) and not event.only:
        return "bound nowhere"
    if isinstance(event, ClockSet) and not event.until:
        return "clock off"
    kind = KINDS[type(event)]
    return f"{kind} back" if getattr(event, "amount", 0) < 0 else kind


def _time(seconds: int) -> str:
    """«21:40», by the clock of the group."""
    zone = timezone.get_current_timezone()
    return f"{datetime.fromtimestamp(seconds, zone):%H:%M}"


def cut_in_words(cut: CutDecided, names: Mapping[Entrant, str]) -> str:
    """Who was level, how it was decided, and who goes on."""
    at = cut.at._asdict()
    out = [entrant for entrant in cut.level if entrant not in cut.through]
    goes_on = ngettext("pasa %(names)s", "pasan %(names)s", len(cut.through))
    stays = ngettext("%(names)s queda fuera", "%(names)s quedan fuera", len(out))
    parts = [goes_on % {"names": listed_names(cut.through, names)}]
    if out:
        parts.append(stays % {"names": listed_names(out, names)})
    where = _("Final") if cut.at.table == BEFORE_FINAL else ""
    facts = {
        "where": where or _("Ronda %(round)s, mesa %(table)s") % at,
        "level": listed_names(cut.level, names),
        "by": DECIDED_BY[cut.by],
        "result": "; ".join(parts),
    }
    return _("%(where)s: empataban %(level)s. %(by)s: %(result)s") % facts

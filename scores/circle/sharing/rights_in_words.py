"""The log of rights of a circle in words."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _, gettext_lazy

from scores.circle.circles.forms import RIGHTS
from scores.core.access import phones
from scores.core.notation.shown_names import marked_name
from scores.models import Circle, RightsLine, Role, Way, What

OF_A_NIGHT = {
    Role.WATCH: gettext_lazy("Seguir la noche"),
    Role.SCORE: gettext_lazy("Ayudar: puerta, resultados y reloj"),
    Role.OWN: gettext_lazy("Llevar la noche"),
}
WHAT = {
    What.GIVEN: gettext_lazy("Se le dio"),
    What.TAKEN: gettext_lazy("Tomó"),
    What.REMOVED: gettext_lazy("Se le quitó"),
}
BY_OWNER = gettext_lazy("por quien lleva el grupo")
WAYS = {
    Way.START: gettext_lazy("al empezar el grupo"),
    Way.LINK: gettext_lazy("con un enlace o un código"),
    Way.OWNER: gettext_lazy("por quien lleva el grupo o la noche"),
    Way.MERGE: gettext_lazy("al unir o separar grupos"),
    Way.TABLE: gettext_lazy("porque la mesa respondió por él"),
    Way.PASSKEY: gettext_lazy("con la huella"),
    Way.PAPER: gettext_lazy("con la llave de papel"),
    Way.SELF: gettext_lazy("al olvidarse el teléfono"),
}


@dataclass(frozen=True)
class RightInWords:
    """A line of the log of rights."""

    line: RightsLine
    phone: str
    by: str  # empty where the phone or the operator did it
    what: str
    right: str
    way: str
    where: str  # empty if it is of the whole group


def rights_in_words(circle: Circle, most: int) -> list[RightInWords]:
    """The newest lines, `most` at most. Two queries for the names."""
    rows = circle.rights_lines.select_related("match", "night")[:most]
    lines = [row for row in rows if settings.CLUB_NIGHTS or row.night is None]
    names = phones.phone_names(
        circle, {uid for line in lines for uid in (line.phone, line.by) if uid}
    )
    ways = WAYS if settings.CLUB_NIGHTS else WAYS | {Way.OWNER: BY_OWNER}
    return [
        RightInWords(
            line=line,
            phone=phones.phone_in_words(names.get(line.phone, "")),
            by=phones.phone_in_words(names.get(line.by, ""))
            if line.by not in (None, line.phone)
            else "",
            what=str(WHAT[line.what]),
            right=_right(line),
            way=str(ways[line.way]),
            where=_where(line),
        )
        for line in lines
    ]


def _right(line: RightsLine) -> str:
    is_of_night = line.night_id is not None and line.table is None
    return str((OF_A_NIGHT if is_of_night else RIGHTS)[Role(line.role)])


def _where(line: RightsLine) -> str:
    if line.match:
        return _("solo en una partida")
    if line.night is None:
        return ""
    facts = {"night": marked_name(line.night.name), "table": line.table}
    if line.table is None:
        return _("solo en la noche «%(night)s»") % facts
    return _("solo en la mesa %(table)s de la noche «%(night)s»") % facts

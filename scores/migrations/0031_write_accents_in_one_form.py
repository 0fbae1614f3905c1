"""Names and other typed texts in NFC, which is how they are stored from now on. Logs stay as they are."""

from itertools import count, groupby
from unicodedata import normalize

from django.db import migrations

LONGEST = 40  # letters of a name
BATCH = 500
TEXTS = {
    "Circle": ["name"],
    "Match": ["rules_name", "currency", "place", "note"],
    "Phone": ["name"],
    "Grant": ["name"],
    "Merge": ["called"],
    "Tournament": ["name"],
}
# Names by which rows of a circle are found: two that become equal must not become one.
KEYS_OF_A_CIRCLE = ("Player", "HouseRules")


def compose(apps, schema_editor):
    for model, columns in TEXTS.items():
        rows = apps.get_model("scores", model).objects.using(schema_editor.connection.alias)
        changed = [row for row in rows.only(*columns).iterator() if changes(row, columns)]
        rows.bulk_update(changed, columns, batch_size=BATCH)
    for model in KEYS_OF_A_CIRCLE:
        rows = apps.get_model("scores", model).objects.using(schema_editor.connection.alias)
        named = rows.order_by("circle_id", "pk").only("circle_id", "name").iterator()
        changed = [row for _circle, some in groupby(named, by_circle) for row in composed_names([*some])]
        rows.bulk_update(changed, ["name"], batch_size=BATCH)


def by_circle(row):
    return row.circle_id


def changes(row, columns):
    """Compose the texts of a row."""
    old = [getattr(row, column) for column in columns]
    new = [composed(text, row._meta.get_field(column).max_length) for text, column in zip(old, columns)]
    for column, text in zip(columns, new):
        setattr(row, column, text)
    return old != new


def composed(text, longest):
    """The text in NFC, unless it would no longer fit its column."""
    composed = normalize("NFC", text)
    return composed if len(composed) <= longest else text


def composed_names(rows):
    """The rows of one circle whose name changes, with their new name. If somebody else has that name, it is
    «José (2)». Namesakes who could not be told apart before stay namesakes.
    """
    changed = [row for row in rows if composed(row.name, LONGEST) != row.name]
    taken = {row.name.casefold() for row in rows if row not in changed}
    new_names = {}  # by the names that they had
    for row in changed:
        old = row.name.casefold()
        if old not in new_names:
            new_names[old] = free_name(composed(row.name, LONGEST), taken)
            taken.add(new_names[old].casefold())
        row.name = new_names[old]
    return changed


def free_name(name, taken):
    if name.casefold() not in taken:
        return name
    endings = (f" ({number})" for number in count(2))
    numbered = (name[: LONGEST - len(ending)] + ending for ending in endings)
    return next(candidate for candidate in numbered if candidate.casefold() not in taken)


class Migration(migrations.Migration):
    dependencies = [("scores", "0030_version_1_0")]
    operations = [migrations.RunPython(compose, migrations.RunPython.noop)]

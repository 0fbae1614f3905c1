import django.db.models.deletion
from django.db import migrations, models

COLUMN = "tournament_id"
NIGHTS = {"Tournament": "Night", "TournamentEntry": "NightEntry", "TournamentGrant": "NightGrant"}
CONSTRAINTS = [
    ("nightentry", "night_seq_once", ["night", "seq"]),
    ("nightentry", "night_key_once", ["night", "client_key"]),
    ("place", "place_number_once", ["night", "number"]),
    ("nightgrant", "night_grant_once", ["night", "phone"]),
]


def key(related_name, field=models.ForeignKey):
    return field(
        db_column=COLUMN,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to="scores.night",
    )


class Migration(migrations.Migration):
    """Names in the code alone: tables and columns stay as they are."""

    dependencies = [("scores", "0038_order_by_who_held_out_longer")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.RemoveConstraint(model.replace("night", "tournament"), name) for model, name, _ in CONSTRAINTS),
                *(migrations.RenameModel(old, new) for old, new in NIGHTS.items()),
                *(migrations.AlterModelTable(new, f"scores_{old.lower()}") for old, new in NIGHTS.items()),
                *(migrations.RenameField(model, "tournament", "night") for model in ("nightentry", "rounddraft", "place", "nightgrant")),
                migrations.AlterModelOptions("nightentry", {"ordering": ("seq",), "verbose_name_plural": "night entries"}),
                migrations.AlterField("nightentry", "night", key("entries")),
                migrations.AlterField("rounddraft", "night", key("draft", models.OneToOneField)),
                migrations.AlterField("place", "night", key("places")),
                migrations.AlterField("nightgrant", "night", key("grants")),
                *(
                    migrations.AddConstraint(model, models.UniqueConstraint(fields=fields, name=name))
                    for model, name, fields in CONSTRAINTS
                ),
            ]
        )
    ]

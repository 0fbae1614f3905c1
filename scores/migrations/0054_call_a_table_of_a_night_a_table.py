import django.db.models.deletion
from django.db import migrations, models

COLUMN = "place_id"
CONSTRAINTS = [
    ("sitting", "sitting_once", "round"),
    ("tablegrant", "place_grant_once", "phone"),
]


def key(related_name):
    return models.ForeignKey(
        db_column=COLUMN, on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to="scores.nighttable"
    )


class Migration(migrations.Migration):
    """Names in the code alone: tables and columns stay as they are."""

    dependencies = [("scores", "0053_keep_what_a_group_has_paid")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                *(migrations.RemoveConstraint(model.replace("table", "place"), name) for model, name, _ in CONSTRAINTS),
                migrations.RenameModel("Place", "NightTable"),
                migrations.RenameModel("PlaceGrant", "TableGrant"),
                migrations.AlterModelTable("nighttable", "scores_place"),
                migrations.AlterModelTable("tablegrant", "scores_placegrant"),
                migrations.AlterField(
                    "nighttable",
                    "night",
                    models.ForeignKey(
                        db_column="tournament_id",
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="scores.night",
                    ),
                ),
                migrations.RenameField("sitting", "place", "table"),
                migrations.RenameField("tablegrant", "place", "table"),
                migrations.AlterField("sitting", "table", key("sittings")),
                migrations.AlterField("tablegrant", "table", key("grants")),
                migrations.AlterField(
                    "tablegrant",
                    "phone",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="table_grants", to="scores.phone"
                    ),
                ),
                *(
                    migrations.AddConstraint(model, models.UniqueConstraint(fields=["table", other], name=name))
                    for model, name, other in CONSTRAINTS
                ),
            ]
        )
    ]

import uuid

from django.db import migrations, models
from django.db.models import CASCADE, F
from django.utils import timezone

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
ROLES = [(0, "NONE"), (1, "WATCH"), (2, "SCORE"), (3, "OWN")]


def to_cents(apps, schema_editor):
    """Until now every amount was in whole units of its currency."""
    _results(apps, schema_editor).update(money=F("money") * 100)


def to_whole_units(apps, schema_editor):
    """Cents are cut off: the version before knows only whole units."""
    _results(apps, schema_editor).update(money=F("money") / 100)


def _results(apps, schema_editor):
    """Of the database that is migrated: `move_to` migrates another one than the app's."""
    results = apps.get_model("scores", "Result").objects.using(schema_editor.connection.alias)
    return results.exclude(money=0)


class Migration(migrations.Migration):
    replaces = [
        ("scores", "0012_players_by_key"),
        ("scores", "0013_lowest_chance_of_winners"),
        ("scores", "0014_typed_codes"),
        ("scores", "0015_money_in_cents"),
        ("scores", "0016_faces"),
        ("scores", "0017_points_and_busts_of_results"),
        ("scores", "0018_claims"),
        ("scores", "0019_codes_once_per_phone"),
    ]
    dependencies = [("scores", "0011_version_0_5")]

    operations = [
        migrations.AlterModelOptions("player", {"ordering": ("pk",)}),
        migrations.AddField("result", "lowest_chance", models.PositiveSmallIntegerField(null=True)),
        migrations.CreateModel(
            "TypedCode",
            [
                KEY,
                ("role", models.PositiveSmallIntegerField(choices=ROLES)),
                ("generation", models.PositiveIntegerField()),
                ("nonce", models.UUIDField(default=uuid.uuid4)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("match", models.ForeignKey("scores.match", CASCADE, related_name="typed_codes")),
                ("used_by", models.ManyToManyField("scores.phone", related_name="+")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("match", "role"), name="typed_code_of_link_once")]},
        ),
        migrations.AddField("player", "chosen_colour", models.PositiveSmallIntegerField(blank=True, null=True)),
        migrations.AddField("player", "emoji", models.CharField(blank=True, max_length=8)),
        migrations.AddField("result", "busts", models.JSONField(null=True)),
        migrations.AddField("result", "hand_points", models.JSONField(null=True)),
        migrations.CreateModel(
            "Claim",
            [
                KEY,
                ("at", models.DateTimeField(default=timezone.now)),
                ("phone", models.ForeignKey("scores.phone", CASCADE, related_name="claims")),
                ("player", models.ForeignKey("scores.player", CASCADE, related_name="claims")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("phone", "player"), name="claim_of_phone_once")]},
        ),
        migrations.RunPython(to_cents, to_whole_units),
    ]

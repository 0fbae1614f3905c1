import unicodedata
import uuid

from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL
from django.db.models.fields.json import KT
from django.utils import timezone

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
GAME = ("game", models.CharField(blank=True, max_length=40))


def folded(text):
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(one for one in letters if unicodedata.category(one) != "Mn").casefold()


def fill(apps, schema_editor):
    """Matches of before had no place and no note; some have rules with a name."""
    matches = apps.get_model("scores", "Match").objects.using(schema_editor.connection.alias)
    named = matches.exclude(rules_name="").order_by().values_list("rules_name", flat=True).distinct()
    for name in list(named):
        matches.filter(rules_name=name, place="", note="").update(sought=folded(f"\n\n{name}")[:320])


class Migration(migrations.Migration):
    replaces = [
        ("scores", "0006_history"),
        ("scores", "0007_ratings"),
        ("scores", "0008_sought"),
        ("scores", "0009_entry_uid_of_a_match"),
    ]
    dependencies = [("scores", "0005_version_0_3")]

    operations = [
        migrations.AddField("match", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("match", "deleted_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("match", "note", models.CharField(blank=True, max_length=200)),
        migrations.AddField("match", "place", models.CharField(blank=True, max_length=60)),
        migrations.AddField("match", "sought", models.CharField(blank=True, max_length=320)),
        migrations.AddField("player", "erased_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("result", "fewest", models.IntegerField(null=True)),
        migrations.AddField("result", "most", models.IntegerField(null=True)),
        migrations.AddIndex("match", models.Index(fields=["circle", "-played_on"], name="match_by_evening")),
        migrations.CreateModel(
            "PlayerMerge",
            [
                KEY,
                ("seats", models.JSONField()),
                ("at", models.DateTimeField(default=timezone.now)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="player_merges")),
                ("emptied", models.ForeignKey("scores.player", CASCADE, related_name="mergers")),
                ("kept", models.ForeignKey("scores.player", CASCADE, related_name="merges")),
            ],
            {
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("emptied",), condition=models.Q(undone_at=None), name="merge_of_player_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            "Rating",
            [
                KEY,
                GAME,
                ("played_on", models.DateField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("places", models.PositiveIntegerField()),
                ("streak", models.PositiveIntegerField()),
                ("longest", models.PositiveIntegerField()),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="ratings")),
                ("player", models.ForeignKey("scores.player", CASCADE, related_name="ratings")),
            ],
            {
                "indexes": [models.Index(fields=["circle", "-played_on"], name="rating_by_evening")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("circle", "game", "player", "played_on"), name="rating_of_evening_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            "Records",
            [
                KEY,
                GAME,
                ("held", models.JSONField()),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="records")),
            ],
            {
                "verbose_name_plural": "records",
                "constraints": [models.UniqueConstraint(fields=("circle", "game"), name="records_of_game_once")],
            },
        ),
        migrations.AddField(
            "match",
            "game",
            models.GeneratedField(
                db_persist=True, expression=KT("ruleset__key"), output_field=models.CharField(max_length=40)
            ),
        ),
        migrations.AddIndex(
            "match",
            models.Index(
                fields=["circle", "game", "played_on"],
                condition=models.Q(deleted_at=None, finished_at__isnull=False),
                name="match_over",
            ),
        ),
        migrations.AlterField("entry", "uid", models.UUIDField(default=uuid.uuid4, editable=False)),
        migrations.AddConstraint(
            "entry", models.UniqueConstraint(fields=("match", "uid"), name="entry_uid_once")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

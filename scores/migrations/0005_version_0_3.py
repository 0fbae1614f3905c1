from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL, Min
from django.utils import timezone

KEY = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def by_link(apps, schema_editor):
    """Rights given before it was recorded how: all came by a link, but that of each circle's maker."""
    grants = apps.get_model("scores", "Grant").objects.using(schema_editor.connection.alias)
    first = grants.filter(circle__isnull=False).values("circle").annotate(first=Min("pk"))
    grants.exclude(pk__in=first.values("first")).update(by_link=True)


class Migration(migrations.Migration):
    replaces = [
        ("scores", "0002_match_version"),
        ("scores", "0003_phones_and_merges"),
        ("scores", "0004_rights_by_link"),
        ("scores", "0005_house_rules"),
    ]
    dependencies = [("scores", "0001_tables")]

    operations = [
        migrations.AddField("match", "version", models.PositiveIntegerField(default=0)),
        migrations.AddField("grant", "by_link", models.BooleanField(default=False)),
        migrations.AddField("grant", "name", models.CharField(blank=True, max_length=40)),
        migrations.AddField("phone", "seen_on", models.DateField(default=timezone.localdate)),
        migrations.CreateModel(
            "Merge",
            [
                KEY,
                ("called", models.CharField(max_length=200)),
                ("moved", models.JSONField()),
                ("at", models.DateTimeField(default=timezone.now)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("by", models.ForeignKey("scores.phone", SET_NULL, null=True, related_name="merges")),
                ("emptied", models.ForeignKey("scores.circle", CASCADE, related_name="mergers")),
                ("kept", models.ForeignKey("scores.circle", CASCADE, related_name="merges")),
            ],
            {
                "ordering": ("-pk",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("emptied",), condition=models.Q(undone_at=None), name="merge_of_circle_once"
                    )
                ],
            },
        ),
        migrations.AddField("match", "currency", models.CharField(blank=True, max_length=3)),
        migrations.AddField("match", "rules_name", models.CharField(blank=True, max_length=40)),
        migrations.CreateModel(
            "HouseRules",
            [
                KEY,
                ("name", models.CharField(max_length=40)),
                ("ruleset", models.JSONField()),
                ("used_at", models.DateTimeField(default=timezone.now)),
                ("circle", models.ForeignKey("scores.circle", CASCADE, related_name="house_rules")),
            ],
            {"verbose_name_plural": "house rules", "ordering": ("-used_at", "-pk")},
        ),
        migrations.RunPython(by_link, migrations.RunPython.noop),
    ]

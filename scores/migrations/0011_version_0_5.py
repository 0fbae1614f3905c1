import uuid

from django.db import migrations, models
from django.db.models import CASCADE, SET_NULL
from django.utils import timezone


class Migration(migrations.Migration):
    replaces = [
        ("scores", "0010_limit_counts_and_lines_by_phone"),
        ("scores", "0011_kept_files"),
    ]
    dependencies = [("scores", "0009_version_0_4")]

    operations = [
        migrations.CreateModel(
            "LimitCount",
            [
                ("key", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("count", models.PositiveIntegerField()),
                ("ends_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.AlterField(
            "entry",
            "by",
            models.ForeignKey("scores.phone", SET_NULL, db_index=False, null=True, related_name="entries"),
        ),
        migrations.AddIndex("entry", models.Index(fields=["by", "at"], name="entry_by_phone")),
        migrations.CreateModel(
            "KeptFile",
            [
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kept_at", models.DateTimeField(db_index=True, default=timezone.now)),
                ("size", models.PositiveIntegerField()),
                ("packed", models.BinaryField()),
                ("phone", models.ForeignKey("scores.phone", CASCADE, null=True, related_name="kept_files")),
            ],
            {"verbose_name_plural": "kept files"},
        ),
    ]

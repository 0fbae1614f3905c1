import uuid

from django.db import migrations, models
from django.db.models import CASCADE
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("scores", "0010_limit_counts_and_lines_by_phone")]

    operations = [
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

import uuid

from django.db import migrations, models
from django.db.models import CASCADE

ROLES = [(0, "NONE"), (1, "WATCH"), (2, "SCORE"), (3, "OWN")]


class Migration(migrations.Migration):
    dependencies = [("scores", "0013_lowest_chance_of_winners")]

    operations = [
        migrations.CreateModel(
            "TypedCode",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.PositiveSmallIntegerField(choices=ROLES)),
                ("generation", models.PositiveIntegerField()),
                ("nonce", models.UUIDField(default=uuid.uuid4)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField(db_index=True)),
                ("match", models.ForeignKey("scores.match", CASCADE, related_name="typed_codes")),
            ],
            {"constraints": [models.UniqueConstraint(fields=("match", "role"), name="typed_code_of_link_once")]},
        ),
    ]

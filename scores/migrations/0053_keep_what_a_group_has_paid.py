import django.db.models.deletion
import django.utils.timezone
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scores", "0052_mark_results_that_were_overruled_before"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True,
                        primary_key=True,
                        serialize=False,
                        verbose_name="ID",
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("payments", models.JSONField(default=list)),
                ("day", models.DateField(null=True)),
                ("is_zero", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scores.phone",
                    ),
                ),
                (
                    "circle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="account_entries",
                        to="scores.circle",
                    ),
                ),
                (
                    "undoes",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undone_by",
                        to="scores.accountentry",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "account entries",
                "ordering": ("at", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("circle", "uid"), name="account_entry_once"
                    )
                ],
            },
        ),
    ]

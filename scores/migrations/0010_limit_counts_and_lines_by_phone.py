from django.db import migrations, models
from django.db.models import SET_NULL


class Migration(migrations.Migration):
    dependencies = [("scores", "0009_entry_uid_of_a_match")]

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
    ]

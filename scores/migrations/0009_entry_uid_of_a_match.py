import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0008_sought")]

    operations = [
        migrations.AlterField("entry", "uid", models.UUIDField(default=uuid.uuid4, editable=False)),
        migrations.AddConstraint(
            "entry", models.UniqueConstraint(fields=("match", "uid"), name="entry_uid_once")
        ),
    ]

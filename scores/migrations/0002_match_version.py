from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0001_tables")]

    operations = [
        migrations.AddField("match", "version", models.PositiveIntegerField(default=0)),
    ]

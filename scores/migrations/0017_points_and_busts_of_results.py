from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0016_faces")]

    operations = [
        migrations.AddField("result", "busts", models.JSONField(null=True)),
        migrations.AddField("result", "hand_points", models.JSONField(null=True)),
    ]

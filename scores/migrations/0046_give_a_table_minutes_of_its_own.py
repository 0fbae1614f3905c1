from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0045_keep_which_phone_answered_a_call")]

    operations = [
        migrations.AddField(
            model_name="sitting",
            name="own_end",
            field=models.DateTimeField(null=True),
        ),
    ]

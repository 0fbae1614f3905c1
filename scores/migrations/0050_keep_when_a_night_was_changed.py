from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scores", "0049_forget_whose_name_was_mistyped_at_the_door")]

    operations = [
        migrations.AddField(
            model_name="night",
            name="written_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]

"""What boards and corrections ask of the forecast though they do not import it."""

from scores.circle.forecast import views
from scores.core import chances

chances.registered[:] = [views]

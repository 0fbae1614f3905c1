"""Save the entry of a form. `Outcome` (writing.py) says why it could not be saved."""

from django.http import HttpRequest

from rules.errors import Illegal
from scores.core import metrics
from scores.core.access import phone_cookie, rate_limits
from scores.core.matches import log
from scores.core.matches.scoresheet import KeyReused, Sheet, Stale
from scores.table.hand_entry.writing import Outcome, Trouble, WritingForm, outcome_of


def save(request: HttpRequest, sheet: Sheet, form: WritingForm) -> Outcome:
    limits = rate_limits.limits_of(request)
    if form.is_valid() and limits.wait:
        metrics.refused.labels("too-many").inc()
        return Outcome(sheet, 429, Trouble(rate_limits.wait_message(request)))

    def appended() -> Sheet:
        sent = {
            name: form.cleaned_data[name]
            for name in ("seq", "client_key", "happened_at")
        }
        try:
            return log.append(
                sheet,
                form.entry(),
                phone=phone_cookie.phone_that_writes(request),
                **sent,
            )
        except (Illegal, Stale, KeyReused) as refusal:
            metrics.refused.labels(refusal.code).inc()
            raise

    outcome = outcome_of(sheet, form, appended)
    limits.entries_written = int(outcome.is_written and outcome.sheet is not sheet)
    return outcome

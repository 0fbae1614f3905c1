"""Save the entry of a form. Why it could not be saved is described in `outcome`."""

from __future__ import annotations

from django.http import HttpRequest

from rules.errors import Illegal
from scores.core import metrics
from scores.core.access import grants, rate_limits
from scores.core.matches import log
from scores.core.matches.judging import KeyReused, Stale
from scores.core.matches.scoresheet import Sheet
from scores.table.hand_entry.line_form import WritingForm
from scores.table.hand_entry.outcome import Outcome, Trouble, clashed, refused


def save(request: HttpRequest, sheet: Sheet, form: WritingForm) -> Outcome:
    """Append the form's entry to the log. A refusal of the rules becomes an error of the form."""
    if not form.is_valid():
        return Outcome(sheet, 422)
    if request.wait:
        metrics.refused.labels("too-many").inc()
        return Outcome(sheet, 429, Trouble(rate_limits.wait_message(request)))
    try:
        return Outcome(
            log.append(
                sheet,
                form.entry(),
                seq=form.rendered_for,
                client_key=form.key,
                phone=grants.phone_that_writes(request),
                happened_at=form.happened,
            )
        )
    except Illegal as refusal:
        metrics.refused.labels(refusal.code).inc()
        return refused(sheet, form, refusal)
    except (Stale, KeyReused) as clash:
        metrics.refused.labels("stale" if isinstance(clash, Stale) else "key-reused").inc()
        return clashed(form, clash)

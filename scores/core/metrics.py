"""Prometheus counters of log entries; `chinchon_site.middleware` shows them.

No label names a person, a phone, a circle or a match.
"""

from prometheus_client import CollectorRegistry, Counter

registry = CollectorRegistry()
written = Counter(
    "reenganche_entries_written", "Lines added to logs", ["kind"], registry=registry
)
refused = Counter(
    "reenganche_writes_refused", "Lines not added, and why", ["code"], registry=registry
)
differed = Counter(
    "reenganche_phone_totals_differ",
    "Totals computed on a phone that the server's differ from",
    registry=registry,
)

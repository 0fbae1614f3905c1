"""What the operator may count of the logs (Prometheus; chinchon_site.metrics shows it).

Nothing in here names a person, a phone, a circle or a match.
"""

from prometheus_client import CollectorRegistry, Counter

registry = CollectorRegistry()
written = Counter("reenganche_entries_written", "Lines added to logs", ["kind"], registry=registry)
refused = Counter("reenganche_writes_refused", "Lines not added, and why", ["code"], registry=registry)

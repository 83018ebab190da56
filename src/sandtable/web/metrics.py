"""What the server counts, for Prometheus. Each server has a registry of its own: tests start several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Figures(Collector):
    """The house's own figures, fetched whenever somebody looks."""

    def __init__(self, ask: Callable[[], Mapping[str, float]]) -> None:
        self._ask = ask

    def collect(self) -> Iterable[Metric]:
        for name, value in self._ask().items():
            words = name.replace("_", " ").capitalize()
            if name.endswith("_total"):
                yield CounterMetricFamily(f"sandtable_{name}", f"{words}.", value=value)
            else:
                yield GaugeMetricFamily(f"sandtable_{name}", f"{words}.", value=value)


class Metrics:
    """Figures by name; refusals are counted by the kind that the client sees."""

    def __init__(self, figures: Callable[[], Mapping[str, float]], sockets: Callable[[], float]) -> None:
        self.registry = CollectorRegistry()
        self.refusals = self._counter("refusals", "Requests refused, by kind.", "kind")
        self.requests = self._counter("requests", "Requests answered, by status.", "status")
        self.commits = self._latency("sandtable_commit_seconds", "How long a commit took.")
        self.runs = self._latency("sandtable_run_seconds", "How long the answer to a run took.")
        Gauge("sandtable_sockets", "Open sockets.", registry=self.registry).set_function(sockets)
        self.registry.register(Figures(figures))

    def _counter(self, name: str, about: str, label: str) -> Counter:
        return Counter(f"sandtable_{name}", about, [label], registry=self.registry)

    def _latency(self, name: str, about: str) -> Histogram:
        return Histogram(name, about, buckets=LATENCIES, registry=self.registry)

    def text(self) -> bytes:
        """All figures in the text format of Prometheus."""
        return generate_latest(self.registry)

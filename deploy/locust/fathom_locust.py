"""Load by fathom under Locust: one part of a plan for each worker, in the statistics of Locust's master and web page.

A user class names the arguments of "fathom load":

    from fathom_locust import FathomUser

    class Shop(FathomUser):
        arguments = ["http://localhost:5001", "--call", "my.Shop/Buy", "-d", "@order.json",
                     "-r", "1000", "-z", "60s"]

Start as many users as there are workers: each worker does its part of the plan once, whatever the number of its users.
"""
import json
import logging
import os
import shutil
import subprocess
import tempfile
import time

import locust.runners
from gevent.event import Event
from locust import User, events, task
from locust.exception import StopUser
from locust.runners import MasterRunner, WorkerRunner
from locust.stats import StatsError

# Debian's package (2.12.1-1) has an empty version, and a master takes a worker without one for older than 2.0.
if not locust.runners.__version__:
    locust.runners.__version__ = "unversioned"

PART_MESSAGE = "fathom-part"
log = logging.getLogger(__name__)


class _Part:
    """The part of this process: (1, 1) without a master."""

    index, count = 1, 1
    is_taken = False
    process = None
    stopping = Event()


@events.init.add_listener
def _on_init(environment, **_):
    if isinstance(environment.runner, WorkerRunner):
        environment.runner.register_message(PART_MESSAGE, _on_part)


def _on_part(environment, msg, **_):
    _Part.index, _Part.count = msg.data["index"], msg.data["count"]


@events.test_start.add_listener
def _on_test_start(environment, **_):
    _Part.is_taken = False
    _Part.stopping.clear()
    runner = environment.runner
    if isinstance(runner, MasterRunner):
        # Sent before the users are: a worker knows its part when its user starts.
        workers = sorted(worker.id for worker in runner.clients.ready + runner.clients.running)
        for index, worker in enumerate(workers, start=1):
            runner.send_message(PART_MESSAGE, {"index": index, "count": len(workers)}, worker)


@events.test_stopping.add_listener
def _on_test_stopping(environment, **_):
    _Part.stopping.set()
    if _Part.process:
        # It ends with its input, and its last calls are in the worker's last report.
        _Part.process.stdin.close()
        _Part.process.wait()


class FathomUser(User):
    """Runs "fathom load" once, and counts its calls as requests of Locust, every second."""

    abstract = True

    #: The arguments of "fathom load", without --shard, --output and --out.
    arguments = []

    #: The program: its name, or a list with arguments.
    program = os.environ.get("FATHOM", "fathom")

    #: The folder that gets each part's record and page; None for none.
    records = None

    @task
    def load(self):
        if _Part.is_taken:
            # Locust gives the users of a lost worker to others: its part stays missing.
            self._wait_for_the_end()
        _Part.is_taken = True
        part = f"{_Part.index}-of-{_Part.count}"
        folder = os.path.join(self.records, f"part-{part}") if self.records else tempfile.mkdtemp(prefix="fathom-")
        program = [self.program] if isinstance(self.program, str) else self.program
        errors = tempfile.TemporaryFile()
        process = _Part.process = subprocess.Popen(
            [*program, "load", *self.arguments, "--shard", f"{_Part.index}/{_Part.count}", "--output", "jsonl", "--quiet",
             "--stop-with-input", "--out", folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        try:
            self._follow(process)
        finally:
            # Ends it where it still runs; it writes what it has counted before.
            process.stdin.close()
            self._follow(process)
            code = process.wait()
            _Part.process = None
            if not self.records:
                shutil.rmtree(folder, ignore_errors=True)
        # 1: something did not hold; 4: the run is invalid.
        if code not in (0, 1, 4):
            errors.seek(0)
            raise RuntimeError(f"fathom ended with exit code {code}: {errors.read().decode(errors='replace').strip()}")
        self._wait_for_the_end()

    def _wait_for_the_end(self):
        _Part.stopping.wait()
        raise StopUser()

    def _follow(self, process):
        for line in process.stdout:
            second = json.loads(line)
            if "second" in second:
                count(self.environment, type(self).__name__, second)
            else:
                for verdict in second["verdicts"]:
                    log.warning("part %s/%s: %s", _Part.index, _Part.count, verdict)


def count(environment, name, second):
    """Adds a second of a run to Locust's statistics, as Locust counts single requests, but at once."""
    stats = environment.stats
    for entry in (stats.total, stats.get(name, "gRPC")):
        _count(entry, second)
    for status, calls in second["outcomes"].items():
        if status != "OK":
            key = StatsError.create_key("gRPC", name, status)
            error = stats.errors.setdefault(key, StatsError("gRPC", name, status))
            error.occurrences += calls


def _count(entry, second):
    now = time.time()
    if entry.use_response_times_cache and entry.last_request_timestamp and int(now) > int(entry.last_request_timestamp):
        entry._cache_response_times(int(now) - 1)
    entry.last_request_timestamp = now
    entry.num_requests += second["calls"]
    entry.num_reqs_per_sec[int(now)] = entry.num_reqs_per_sec.get(int(now), 0) + second["calls"]
    if second["failed"]:
        entry.num_failures += second["failed"]
        entry.num_fail_per_sec[int(now)] = entry.num_fail_per_sec.get(int(now), 0) + second["failed"]
    entry.total_content_length += second["received_bytes"]
    # Calls without a latency failed at once.
    entry.num_none_requests += second["calls"] - sum(calls for _, calls in second["latencies_us"])
    for microseconds, calls in second["latencies_us"]:
        milliseconds = microseconds / 1000
        entry.total_response_time += milliseconds * calls
        if entry.min_response_time is None:
            entry.min_response_time = milliseconds
        entry.min_response_time = min(entry.min_response_time, milliseconds)
        entry.max_response_time = max(entry.max_response_time, milliseconds)
        rounded = _rounded(milliseconds)
        entry.response_times[rounded] = entry.response_times.get(rounded, 0) + calls


def _rounded(milliseconds):
    # Locust's own steps: two digits.
    digits = 0 if milliseconds < 100 else -1 if milliseconds < 1000 else -2 if milliseconds < 10000 else -3
    return round(milliseconds, digits) if digits else round(milliseconds)

"""The users of the service tree: most read items through rest-api, some edit items through rest-admin-api, with a pause after each request.

By hand, with Locust's page at http://127.0.0.1:8089 :

    fathom serve tree --port 5100
    locust -f deploy/locust/locustfile.py --host http://127.0.0.1:5100 --web-host 127.0.0.1

The study `tree` runs it headless and sets the environment variables below.
"""
import os
import random
import sys
import time

import gevent
import locust
import locust.stats
from locust import HttpUser, events, task
from locust.exception import StopUser

if not hasattr(events, "request"):
    sys.exit("This Locust has no event 'request': it is older than 2.0. Install Locust 2.0 or later "
             "(Debian: python3-locust; elsewhere: pip install locust).")

# The study starts Locust while it warms the tree up, and writes a line when the users shall come. Its end is the end of the study.
if os.environ.get("FATHOM_WAIT") and not sys.stdin.readline():
    os._exit(1)

ADMIN_HOST = os.environ.get("FATHOM_ADMIN_HOST", "http://127.0.0.1:5101")
# Empty by hand: users go on until they are stopped.
REQUESTS = int(os.environ.get("FATHOM_REQUESTS_PER_USER", "0"))
THINK_SECONDS = float(os.environ.get("FATHOM_THINK_MS", "1000")) / 1000
SEED = int(os.environ.get("FATHOM_SEED", "1"))
LOG = os.environ.get("FATHOM_REQUEST_LOG", "")
RECORDS = 500

# Its files are complete when the last request is: the study reads them.
locust.stats.CSV_STATS_INTERVAL_SEC = 0.05
locust.stats.CSV_STATS_FLUSH_INTERVAL_SEC = 0

finished = 0
users = 0
lines = []


class TreeUser(HttpUser):
    abstract = True

    def on_start(self):
        global users
        self.number = users
        users += 1
        self.made = 0
        self.random = random.Random(SEED * 1000 + self.number)

    def wait_time(self):
        return THINK_SECONDS * (0.5 + self.random.random())

    def record(self):
        return 1 + self.random.randrange(RECORDS)

    def send(self, method, url, **arguments):
        global finished
        trace = "%032x" % random.getrandbits(128)
        headers = {"traceparent": "00-%s-%016x-01" % (trace, random.getrandbits(64))}
        began, clock = time.time(), time.perf_counter()
        with self.client.request(method, url, headers=headers, catch_response=True, **arguments) as response:
            took = time.perf_counter() - clock
            error = fault_of(response)
            if error:
                response.failure(error)
        lines.append("%s,%d,%d,%.0f,%.0f,%s\n" % (trace, self.number, self.made, began * 1e6, took * 1e6, error))
        self.made += 1
        if self.made == REQUESTS:
            finished += 1
            raise StopUser()


class Reader(TreeUser):
    """Reads items."""

    weight = 4

    @task
    def read(self):
        self.send("GET", "/items/%d" % self.record(), name="GET /items")


class Administrator(TreeUser):
    """Edits items."""

    weight = 1

    @task
    def edit(self):
        item = self.record()
        self.send("PUT", "%s/items/%d" % (ADMIN_HOST, item), name="PUT /items",
                  json={"name": "Item %d" % item, "cents": 100 + self.random.randrange(1000), "stock": self.random.randrange(40)})


def fault_of(response):
    """The kind of a failure: the status with the service at fault, or why there is no answer."""
    if response.ok:
        return ""
    if response.status_code == 0:
        return "no answer: %s" % type(response.error).__name__
    try:
        return "%d %s" % (response.status_code, response.json()["title"])
    except (ValueError, KeyError, TypeError):
        return "%d" % response.status_code


@events.test_start.add_listener
def start(environment, **_):
    if REQUESTS:
        gevent.spawn(quit_when_done, environment)


def quit_when_done(environment):
    parent = os.getppid()
    while finished < environment.parsed_options.num_users:
        gevent.sleep(0.02)
        if os.getppid() != parent:
            os._exit(1)  # What started this is gone.
    gevent.sleep(3 * locust.stats.CSV_STATS_INTERVAL_SEC)
    environment.runner.quit()


@events.quitting.add_listener
def write_log(environment, **_):
    if LOG:
        with open(LOG, "w", encoding="utf-8") as log:
            log.writelines(lines)

#!/usr/bin/env python3
"""Reads the .trx files of a test run: duration of each project, the slowest classes and tests, the skipped tests with their reasons, and
the failed ones with theirs, last, where a log that is cut keeps them.

Usage: results.py FOLDER [ALLOWED]
       results.py FOLDER --json FILE
ALLOWED is a file of regular expressions, one a line; '#' starts a comment. Ends with 1 if a test was skipped for a reason
that none of them matches. Without it, no skip is a failure.
FILE gets what FOLDER holds as JSON: commit, machine, phases (FOLDER/phases.txt), projects and failures, without paths of this machine.
"""
import collections
import datetime
import glob
import json
import os
import platform
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

NAMESPACE = "{http://microsoft.com/schemas/VisualStudio/TeamTest/2010}"
SLOWEST = 10
# Characters of a failure: what a doctor wrote is long.
MESSAGE = 3000


def seconds(duration):
    hours, minutes, rest = duration.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)


def moment(text):
    # At most six digits of a second: more are nanoseconds, which Python does not parse.
    return datetime.datetime.fromisoformat(re.sub(r"(\.\d{6})\d+", r"\1", text))


def reason(result):
    """Why a test was skipped or failed: xunit's adapter writes it as the message of an error, or as output."""
    for path in (f"{NAMESPACE}Output/{NAMESPACE}ErrorInfo/{NAMESPACE}Message", f"{NAMESPACE}Output/{NAMESPACE}StdOut"):
        text = (result.findtext(path) or "").strip()
        if text:
            return " ".join(text.split())
    return "no reason given"


def projects(folder):
    """Of each project its name, its seconds, and (name, class, outcome, seconds, reason) of each test."""
    for file in sorted(glob.glob(os.path.join(folder, "*.trx"))):
        root = ElementTree.parse(file).getroot()
        run = root.find(f"{NAMESPACE}Times")
        classes = {test.get("id"): test.find(f"{NAMESPACE}TestMethod").get("className")
                   for test in root.findall(f"{NAMESPACE}TestDefinitions/{NAMESPACE}UnitTest")}
        yield os.path.basename(file)[:-4], (moment(run.get("finish")) - moment(run.get("start"))).total_seconds(), [
            (result.get("testName"), classes[result.get("testId")], result.get("outcome"), seconds(result.get("duration", "0:0:0")), reason(result))
            for result in root.findall(f"{NAMESPACE}Results/{NAMESPACE}UnitTestResult")]


def record(folder, file):
    def of(outcome, tests):
        return sum(1 for test in tests if test[2] == outcome)

    def processor():
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())

    def private(text):
        return text.replace(os.getcwd(), "<path>").replace(os.path.expanduser("~"), "<path>")[:MESSAGE]

    run = list(projects(folder))
    with open(os.path.join(folder, "phases.txt"), encoding="utf-8") as lines:
        phases = [line.split(" s  ") for line in lines.read().splitlines()]
    with open(file + ".new", "w", encoding="utf-8") as out:
        json.dump({
            "commit": subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip(),
            "ended": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "machine": {"cpu": processor(), "cores": os.cpu_count()},
            "phases": [{"name": name, "seconds": float(took)} for took, name in phases],
            "projects": [{"name": name, "seconds": round(took, 1), "passed": of("Passed", tests), "failed": of("Failed", tests),
                          "skipped": of("NotExecuted", tests)} for name, took, tests in run],
            "failures": [{"test": test, "message": private(why)} for _, _, tests in run for test, _, outcome, _, why in tests if outcome == "Failed"],
        }, out, indent=1)
        out.write("\n")
    os.replace(file + ".new", file)
    return 0


def main(folder, allowed_file=None):
    allowed = []
    if allowed_file:
        with open(allowed_file, encoding="utf-8") as lines:
            allowed = [re.compile(line.strip()) for line in lines if line.strip() and not line.startswith("#")]

    times, classes, skipped, failed = [], collections.Counter(), collections.defaultdict(list), []
    print("Test projects:")
    for name, took, tests in projects(folder):
        print(f"  {took:7.1f} s  {name}, {len(tests)} tests")
        for test, owner, outcome, duration, why in tests:
            if outcome == "NotExecuted":
                skipped[why].append(test)
            else:
                times.append((duration, test))
                classes[owner] += duration
            if outcome == "Failed":
                failed.append((test, why))

    print(f"Slowest {SLOWEST} classes:")
    for owner, took in classes.most_common(SLOWEST):
        print(f"  {took:7.1f} s  {owner}")
    print(f"Slowest {SLOWEST} tests:")
    for took, name in sorted(times, reverse=True)[:SLOWEST]:
        print(f"  {took:7.1f} s  {name}")

    refused = [why for why in skipped if allowed_file and not any(pattern.search(why) for pattern in allowed)]
    print(f"Skipped tests: {sum(map(len, skipped.values()))}")
    for why, names in sorted(skipped.items()):
        print(f"  {'NOT ALLOWED: ' if why in refused else ''}{why}")
        for name in names:
            print(f"      {name}")

    for name, why in failed:
        print(f"FAILED {name}\n    {why[:MESSAGE]}")

    if refused:
        print(f"Tests were skipped for {len(refused)} reason(s) that no line of {allowed_file} allows. "
              "Either .ci/run must install what they miss, or the reason is added there with why it cannot.")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[2] == "--json":
        sys.exit(record(sys.argv[1], sys.argv[3]))
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

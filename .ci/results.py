#!/usr/bin/env python3
"""Reads the .trx files of a test run: duration of each project, the slowest tests, the skipped ones with their reasons, and the failed
ones with theirs, last, where a log that is cut keeps them.

Usage: results.py FOLDER [ALLOWED]
ALLOWED is a file of regular expressions, one a line; '#' starts a comment. Ends with 1 if a test was skipped for a reason
that none of them matches. Without it, no skip is a failure.
"""
import collections
import datetime
import glob
import os
import re
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


def main(folder, allowed_file=None):
    allowed = []
    if allowed_file:
        with open(allowed_file, encoding="utf-8") as lines:
            allowed = [re.compile(line.strip()) for line in lines if line.strip() and not line.startswith("#")]

    times, skipped, failed = [], collections.defaultdict(list), []
    print("Test projects:")
    for file in sorted(glob.glob(os.path.join(folder, "*.trx"))):
        root = ElementTree.parse(file).getroot()
        results = root.findall(f"{NAMESPACE}Results/{NAMESPACE}UnitTestResult")
        run = root.find(f"{NAMESPACE}Times")
        took = (moment(run.get("finish")) - moment(run.get("start"))).total_seconds()
        print(f"  {took:7.1f} s  {os.path.basename(file)[:-4]}, {len(results)} tests")
        for result in results:
            if result.get("outcome") == "NotExecuted":
                skipped[reason(result)].append(result.get("testName"))
            else:
                times.append((seconds(result.get("duration", "0:0:0")), result.get("testName")))
            if result.get("outcome") == "Failed":
                failed.append((result.get("testName"), reason(result)))

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
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

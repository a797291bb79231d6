using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Fathom.FunctionalTests.Transport;
using Fathom.Machines.Prerequisites;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Deploy;

/// <summary>deploy/locust under a real master and two workers: Locust's figures are those of the parts.</summary>
public partial class LocustTests
{
    private const int Rate = 400;

    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(120);

    [Fact]
    public async Task Two_workers_make_one_plan_and_Locust_counts_every_call()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        using var locust = new Swarm(folder, host.Address, "1s");

        // A worker reports every three seconds, and the master waits half a second for the last report.
        await Eventually.HoldsAsync(() => Aggregated(locust.Master).Calls == Rate, "the master has every call");
        locust.Master.Interrupt();
        (await locust.Master.ExitAsync(ToEnd)).ShouldBe(0, locust.Master.Errors);

        var parts = Enumerable.Range(1, 2).Select(i => LoadRecordJson.Read(folder.PathOf($"records/part-{i}-of-2/load.json"))).ToList();
        parts.Select(p => p.Plan.Shard).ShouldBe(["1/2", "2/2"]);
        parts.Sum(p => p.Calls).ShouldBe(Rate);
        var (calls, failures, median) = Aggregated(locust.Master);
        (calls, failures).ShouldBe((Rate, 0));
        // Between those of the parts. Locust rounds to two digits, and to whole milliseconds below 100.
        var medians = parts.Select(p => p.Figures["latency_p50"].Value / 1000).ToList();
        median.ShouldBeInRange((0.9 * medians.Min()) - 1, (1.1 * medians.Max()) + 1);
    }

    [Fact]
    public async Task A_worker_that_is_killed_is_shown_its_part_is_missing_and_its_load_ends()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        using var locust = new Swarm(folder, host.Address, "3s");
        await Eventually.HoldsAsync(() => Loads(locust.Workers[0]) && Loads(locust.Workers[1]), "both parts run");
        var orphan = FathomProcess.DescendantsOf(locust.Workers[1].Id)[^1];

        locust.Workers[1].Kill();

        await Eventually.HoldsAsync(() => !FathomProcess.Runs(orphan), "the load of the killed worker has ended");
        await Eventually.HoldsAsync(() => !Loads(locust.Workers[0]), "so has the part that is left");
        var parts = Directory.GetFiles(folder.PathOf("records"), "load.json", SearchOption.AllDirectories)
            .Select(f => LoadRecordJson.Read(f).Calls).ToList();
        await Eventually.HoldsAsync(() => Aggregated(locust.Master).Calls >= parts.Max(), "the master has every call of that part");
        await Eventually.HoldsAsync(
            () => locust.Master.Errors.Contains("failed to send heartbeat, setting state to missing", StringComparison.Ordinal),
            "the master misses the worker");
        locust.Master.Interrupt();
        await locust.Master.ExitAsync(ToEnd);
        // Of the other part at most what was made until its worker was killed.
        var (calls, failures, _) = Aggregated(locust.Master);
        failures.ShouldBe(0);
        calls.ShouldBeInRange(parts.Max(), parts.Sum(), locust.Master.Errors);
    }

    private static bool Loads(ChildProcess worker) => FathomProcess.DescendantsOf(worker.Id).Count > 0;

    // Of the latest table that the master has printed.
    private static (long Calls, long Failures, double Median) Aggregated(ChildProcess master) =>
        Row().Matches(master.Errors).LastOrDefault() is { } row ? (Of(row, 1), Of(row, 2), Of(row, 3)) : default;

    private static long Of(Match row, int column) => long.Parse(row.Groups[column].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^ +Aggregated +(\d+) +(\d+)\(.+\) \| +\d+ +\d+ +\d+ +(\d+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();

    /// <summary>A master and two workers.</summary>
    private sealed class Swarm : IDisposable
    {
        public Swarm(TemporaryFolder folder, Uri target, string duration)
        {
            Requires.Present(TestPrerequisites.Unix);
            var program = Requires.Program(StudyPrerequisites.Locust);
            FathomScript.Write(folder);
            var port = $"{FreePort.Next()}";
            ChildProcess Start(params string[] arguments)
            {
                var info = new ProcessStartInfo(program,
                    ["-f", Repository.PathOf("deploy/locust/echo_locustfile.py"), "--loglevel", "INFO", .. arguments])
                {
                    WorkingDirectory = folder.Path,
                };
                info.Environment["FATHOM"] = folder.PathOf("fathom");
                info.Environment["TARGET"] = target.ToString().TrimEnd('/');
                info.Environment["RATE"] = $"{Rate}";
                info.Environment["DURATION"] = duration;
                info.Environment["RECORDS"] = folder.PathOf("records");
                info.Environment["PYTHONDONTWRITEBYTECODE"] = "1";
                return ChildProcess.Start(info);
            }

            Master = Start("--master", "--headless", "--expect-workers", "2", "-u", "2", "-r", "2",
                "--master-bind-host", "127.0.0.1", "--master-bind-port", port, "--stop-timeout", "30");
            Workers = [.. Enumerable.Range(0, 2).Select(_ => Start("--worker", "--master-host", "127.0.0.1", "--master-port", port))];
        }

        public ChildProcess Master { get; }

        public IReadOnlyList<ChildProcess> Workers { get; }

        public void Dispose()
        {
            Master.Dispose();
            foreach (var worker in Workers)
            {
                worker.Dispose();
            }
        }
    }
}

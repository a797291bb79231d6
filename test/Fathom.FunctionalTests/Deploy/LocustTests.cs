using System.Diagnostics;
using System.Globalization;
using Fathom.FunctionalTests.Transport;
using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results.Loads;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Deploy;

/// <summary>deploy/locust under a real master and two workers: Locust's figures are those of the parts.</summary>
[Collection(Alone.Name)]
public class LocustTests
{
    private const int Rate = 400;

    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(120);

    [Fact]
    public async Task Two_workers_make_one_plan_and_Locust_counts_every_call()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        using var locust = new Swarm(folder, host.Address, "3s", runTime: "12s");

        (await locust.Master.ExitAsync(ToEnd)).ShouldBe(0, locust.Master.Errors);

        var parts = Enumerable.Range(1, 2).Select(i => LoadRecordJson.Read(folder.PathOf($"records/part-{i}-of-2/load.json"))).ToList();
        parts.Select(p => p.Plan.Shard).ShouldBe(["1/2", "2/2"]);
        parts.Sum(p => p.Calls).ShouldBe(3 * Rate);
        var (calls, failures, median) = Aggregated(folder);
        (calls, failures).ShouldBe((3 * Rate, 0));
        // Locust rounds to whole milliseconds below 100.
        median.ShouldBe(parts.Average(p => p.Figures["latency_p50"].Value) / 1000, 10);
    }

    [Fact]
    public async Task A_worker_that_is_killed_is_shown_its_part_is_missing_and_its_load_ends()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        using var locust = new Swarm(folder, host.Address, "10m", runTime: "15s");
        await Eventually.HoldsAsync(() => Loads(locust.Workers[0]) && Loads(locust.Workers[1]), "both parts run");
        var orphan = FathomProcess.DescendantsOf(locust.Workers[1].Id)[^1];

        locust.Workers[1].Kill();

        await Eventually.HoldsAsync(() => !FathomProcess.Runs(orphan), "the load of the killed worker has ended");
        await locust.Master.ExitAsync(ToEnd);
        await locust.Workers[0].ExitAsync(ToEnd);
        locust.Master.Errors.ShouldContain("failed to send heartbeat, setting state to missing");
        // The part that is left, and of the other only what its worker had reported: not the rate of both.
        var (calls, failures, _) = Aggregated(folder);
        var left = LoadRecordJson.Read(Directory.GetFiles(folder.PathOf("records"), "load.json", SearchOption.AllDirectories)
            .First(f => LoadRecordJson.Read(f).Calls > 5 * Rate / 2));
        failures.ShouldBe(0);
        calls.ShouldBeInRange(left.Calls - Rate, left.Calls + (4 * Rate), locust.Master.Errors);
    }

    private static bool Loads(ChildProcess worker) => FathomProcess.DescendantsOf(worker.Id).Count > 0;

    private static (long Calls, long Failures, double Median) Aggregated(TemporaryFolder folder)
    {
        var rows = File.ReadAllLines(folder.PathOf("stats_stats.csv"));
        var columns = rows[0].Split(',').ToList();
        var row = rows.Single(r => r.Contains(",Aggregated,", StringComparison.Ordinal)).Split(',');
        double Of(string column) => double.Parse(row[columns.IndexOf(column)], CultureInfo.InvariantCulture);
        return ((long)Of("Request Count"), (long)Of("Failure Count"), Of("Median Response Time"));
    }

    /// <summary>A master and two workers.</summary>
    private sealed class Swarm : IDisposable
    {
        public Swarm(TemporaryFolder folder, Uri target, string duration, string runTime)
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

            Master = Start("--master", "--headless", "--expect-workers", "2", "-u", "2", "-r", "2", "-t", runTime, "--csv", "stats",
                "--master-bind-host", "127.0.0.1", "--master-bind-port", port, "--only-summary", "--stop-timeout", "30");
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

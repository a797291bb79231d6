using Fathom.Records;
using static Fathom.TestKit.Records.SyntheticFactors;

namespace Fathom.TestKit.Records;

/// <summary>
/// Run records for tests of whatever shows or stores them, in the shape of the <c>channels</c> study. SYNTHETIC: apart from the
/// published table, every figure is invented, if plausible; none may be quoted as a measurement.
/// </summary>
public static class SyntheticRecords
{
    public static IReadOnlyList<MetricInfo> Metrics { get; } =
    [
        new("wall_ms", "ms", Better.Lower, "time for all 500 calls", Headline: true),
        new("latency_us_p50", "us", Better.Lower, "half of the calls are answered within"),
        new("latency_us_p99", "us", Better.Lower, "99 % of the calls are answered within"),
        new("client_cpu_us_per_call", "us", Better.Lower, "processor time of the client per call", Headline: true),
        new("server_cpu_us_per_call", "us", Better.Lower, "processor time of the server per call"),
        new("threads_added", "count", Better.Neither, "threads that the client's pool added while the calls ran"),
    ];

    /// <summary>The quick profile: one factor at a time around the published baseline.</summary>
    public static RunRecord Channels() => new()
    {
        Study = "channels",
        Profile = "quick",
        Seed = 1,
        Started = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.Zero),
        ElapsedSeconds = 118.42,
        Title = "Channels: 500 unary calls, four ways",
        Question = "Does hosting gRPC in ASP.NET Core make calls slow, or does something on the client?",
        Answer = "Synthetic example: the host is not the cause; blocking calls starve the client\u2019s thread pool, and awaiting them "
            + "is 84.9 times as fast.",
        Command = ["run", "channels", "--profile", "quick", "--seed", "1"],
        Machine = new MachineInfo
        {
            Os = "Debian GNU/Linux 12", Kernel = "6.18", Cpu = "Synthetic CPU @ 2.50GHz", Cores = 2,
            MemoryBytes = 8_323_321_856, Dotnet = "10.0.1", CongestionControl = "reno",
        },
        Factors = SyntheticFactors.All,
        Metrics = Metrics,
        Trials =
        [
            SyntheticTrial.Create("t01", Levels(), 9426.1, 871_204, 47, errors: 3),
            SyntheticTrial.Create("t02", Levels(("call", "async")), 111.04, 9_870.5, 5),
            SyntheticTrial.Create("t03", Levels(("min_threads", "200")), 119.31, 10_402.2, 52),
            SyntheticTrial.Create("t04", Levels(("channel", "reused")), 9312.7, 866_410, 46) with { SideBySide = true },
            SyntheticTrial.Create("t05", Levels(("schedule", "sequential")), 731.55, 1_402.8, 3),
            SyntheticTrial.Create("t06", Levels(("security", "tls")), 9688.9, 902_117, 48),
            SyntheticTrial.Create("t07", Levels(("schedule", "sequential"), ("channel", "reused")), 161.25, 311.4, 3),
            SyntheticTrial.Create("t08", Levels(("call", "async"), ("channel", "reused")), 38.62, 2_811.9, 4),
        ],
        Failures = [new TrialFailure("t06", 3, "client", "run", "The client ended with code 134; 0 was expected.",
            "Unhandled exception. <not markup>\n   at Client.Main()")],
        Tables = [PublishedTables.Channels],
        Lines = [new PublishedLine("t01", "ConcurrentNewChannel <synthetic> 9426 ms")],
        Pictures = [new PictureInfo(PictureKind.Scatter, "Time by processor time", "client_cpu_us_per_call", "wall_ms", "call",
            ["schedule", "channel"])],
        Findings = [SyntheticFindings.Starvation, SyntheticFindings.MinimumThreads, SyntheticFindings.NewChannels],
    };

    /// <summary>The first two trials, cut down to what a person can read through in a snapshot.</summary>
    public static RunRecord Small()
    {
        var whole = Channels();
        return whole with
        {
            Trials = [.. whole.Trials.Take(2).Select(t => t with
            {
                Replicates = [.. t.Replicates.Take(2)],
                Latency = [.. t.Latency.Take(3)],
                Series = [t.Series[0] with { Points = [.. t.Series[0].Points.Take(3)] }],
            })],
            Tables = [PublishedTables.Channels with { Rows =
                [.. PublishedTables.Channels.Rows.Take(2),
                    new ComparisonRow("kestrel", [new(null, null), new(null, null), new(null, "t01"), new(null, null)])] }],
            Failures = [whole.Failures[0] with { Trial = "t02" }],
            Findings = [.. whole.Findings.Take(1)],
        };
    }

    /// <summary>A record as Ctrl-C leaves it: two trials, one of them without a replicate.</summary>
    public static RunRecord Partial()
    {
        var whole = Channels();
        return whole with
        {
            Partial = true,
            Trials = [SyntheticTrial.Create("t01", Levels(), 9426.1, 871_204, 47, replicates: 2),
                SyntheticTrial.Create("t02", Levels(("call", "async")), 1, 1, 2, replicates: 0)],
            Findings = [],
            Failures = [],
            Tables = [],
            Answer = "Interrupted before a pair of trials could be compared.",
        };
    }

    /// <summary>A record of a machine that other programs used: two replicates are marked, one was repeated.</summary>
    public static RunRecord Disturbed()
    {
        const string Busy = "other programs used 40 % of the processors";
        var whole = Channels();
        return whole with
        {
            Trials = [.. whole.Trials.Select((t, i) => i > 1 ? t : t with
            {
                Replicates = [t.Replicates[0] with { Disturbance = Busy }, .. t.Replicates.Skip(1)],
                SetAside = i == 0 ? [t.Replicates[1] with { Disturbance = Busy }] : [],
            })],
        };
    }

    /// <inheritdoc cref="LargeRecord.Create"/>
    public static RunRecord Large(int trials) => LargeRecord.Create(trials);
}

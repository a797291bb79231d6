using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.TestKit.Records;

/// <summary>Verdicts of a doctor, one of each kind: what page and terminal show of them is looked at.</summary>
public static class SyntheticExaminations
{
    private const string Window = "SETTINGS_INITIAL_WINDOW_SIZE=16777216";

    private static readonly string[] Parts =
    [
        "the network: TCP's round trip", "PING beyond TCP: a proxy on the way, or a server short of threads",
        "the gRPC library: a no-op call beyond PING", "the method itself, and its messages: the call beyond a no-op call",
    ];

    /// <summary>The names of all.</summary>
    public static IReadOnlyList<string> Names { get; } =
        ["pairs", "no-change", "rivals", "undetermined", "healthy", "program", "process", "interrupted", "hostile", "older", "against"];

    /// <summary>Returns the verdict of a name.</summary>
    public static DoctorRecord Of(string name) => name switch
    {
        "pairs" => Pairs(),
        "no-change" => NoChange(),
        "rivals" => SyntheticRivals.Found(),
        "undetermined" => SyntheticRivals.Undetermined(),
        "healthy" => Healthy(),
        "program" => Program(),
        "process" => Process(),
        "interrupted" => Pairs() with
        {
            Partial = true, Verdict = "Nothing is proven. stream-window-bound-download is suspected: a reply came in 16 steps.",
            Causes = [Hint("stream-window-bound-download", "interrupted before it was compared.")], Runs = [],
        },
        "hostile" => Hostile(),
        "against" => Healthy() with { Against = Change() },
        "older" => Program() with { Metric = null, Time = ["Watched for 10 s."], Waterfall = [], Rivals = [] },
        _ => throw new ArgumentException($"There is no '{name}'; accepted: {string.Join(", ", Names)}.", nameof(name)),
    };

    /// <summary>A record without anything of what was found.</summary>
    internal static DoctorRecord Empty(string kind, string target, string verdict) => new()
    {
        Target = new DoctorTarget(kind, target),
        Started = new DateTimeOffset(2026, 11, 23, 20, 0, 0, TimeSpan.Zero),
        ElapsedSeconds = 61.53,
        Seed = 1,
        Verdict = verdict,
        Machine = new MachineInfo
        {
            Os = "Debian GNU/Linux 12", Kernel = "6.18.44", Cpu = "AMD EPYC", Cores = 2, MemoryBytes = 1, Dotnet = "10.0.0",
        },
        Time = [],
        Causes = [],
        RuledOut =
        [
            new("gc-pauses", "the whole server stopped 0 times for up to 0 ms while it was called"),
            new("slow-start", "a reply of 102 bytes over a round trip of 180 \u00b5s does not wait for the path"),
            new("loss-bound", "a reply of 102 bytes over a round trip of 180 \u00b5s does not wait for the path"),
            new("bufferbloat", "a reply of 102 bytes over a round trip of 180 \u00b5s does not wait for the path"),
            new("nagle-delayed-ack", "a call takes 165 \u00b5s, and 396 \u00b5s with acknowledgements at once"),
        ],
        NotSeen = ["channel-per-call: whether your program opens a connection for each call is not visible from outside."],
        Observations =
        [
            new("call-time", "time of a call, one at a time", "165 \u00b5s", "clocks"),
            new("server", "what the server is", "Kestrel", "connect"),
        ],
    };

    /// <summary>The parts of a call, ms.</summary>
    internal static IReadOnlyList<TimePart> Waterfall(params ReadOnlySpan<double> ms)
    {
        var parts = new List<TimePart>();
        foreach (var (index, part) in Parts.Index())
        {
            parts.Add(new TimePart(part, ms[index]));
        }

        return parts;
    }

    internal static DoctorCause Hint(string id, string would) => new()
    {
        Id = id, Kind = FindingKind.Hint, Share = 0.614, Evidence = "a reply of 1 MiB came in 16 steps of 65,535 bytes",
        WouldProve = would, Fix = "// a larger window\nSocketsHttpHandler { InitialHttp2StreamWindowSize = 1 << 24 }",
    };

    private static DoctorRecord Pairs() => Empty("service", "my.Shop/Find", "stream-window-bound-download costs 72.4 % of the time, "
        + $"proven by {Window} alone. A reply waits for the client's window: 5.14 s, and 1.42 s with a window of 16 MiB and "
        + "nothing else changed.") with
    {
        Time = ["A call takes 5.14 s, one at a time on an idle connection (median).", "A new connection costs 81 ms more."],
        Waterfall = Waterfall(40.2, 0.31, 1.8, 5092.984),
        Series = [new("bytes in each round trip, a reply", "bytes", [0, 40.3, 80.6, 120.9], [65_535, 65_535, 65_535, 12_000])],
        Causes =
        [
            Finding("stream-window-bound-download", new DoctorProof("SETTINGS_INITIAL_WINDOW_SIZE", "16777216", "time of a call", "ms",
                5135.294, 1417.3, new Estimate(3.62, 3.31, 3.94) { Confidence = 0.9 }, 0.00024, 12)),
            Hint("flush-per-message", "a server that flushes once; that is not the caller's to change."),
        ],
        Runs =
        [
            .. Enumerable.Range(1, 12).SelectMany(b => (DoctorRun[])
            [
                new(b, "SETTINGS_INITIAL_WINDOW_SIZE=65535", 5000 + (37.7 * b * b % 300), null),
                new(b, Window, 1300 + (91.3 * b % 240), null),
            ]),
        ],
    };

    private static DoctorRecord NoChange() => Pairs() with
    {
        Verdict = "bandwidth-capped costs 98.1 % of the time, proven by connections=2. The link's rate sets the time of a reply.",
        Series = [],
        Causes =
        [
            Finding("bandwidth-capped", new DoctorProof("connections", "2", "time of a reply", "ms",
                1003.2, 1035.4, new Estimate(0.969, 0.943, 0.996) { Confidence = 0.9 }, 0.00024, 12)
            {
                NoChange = ProofMargin.Of(EquivalenceTest.WithinTwentyPercent),
            }),
        ],
        Runs =
        [
            .. Enumerable.Range(1, 12).SelectMany(b => (DoctorRun[])
            [
                new(b, "connections=1", 990 + (3.7 * b * b % 30), null), new(b, "connections=2", 1020 + (9.3 * b % 31), null),
            ]),
        ],
    };

    private static DoctorCause Finding(string id, DoctorProof proof) => new()
    {
        Id = id,
        Kind = FindingKind.Finding,
        Share = 0.724,
        ShareLow = 0.698,
        Claim = "A reply waits for the client's window.",
        Evidence = "a reply of 1 MiB came in 16 steps of 65,535 bytes, 40 ms apart",
        Proof = proof,
        Model = new ModelCheck("bytes / window x round trip", 5081.4, 5135.294, "ms"),
        Fix = """
            // a window of at least rate times round trip
            var handler = new SocketsHttpHandler { InitialHttp2StreamWindowSize = 16 << 20 };
            using var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { HttpHandler = handler });
            """,
        Caveats = ["The window was advertised by the doctor's own client."],
    };

    private static DoctorRecord Healthy() => Empty("service", "my.Shop/Find",
        "Healthy: nothing to fix was found. A call takes 165 \u00b5s, most of it in the method itself.") with
    {
        Time = ["A call takes 165 \u00b5s, one at a time on an idle connection (median).", "A new connection costs 5.17 ms more."],
        Waterfall = Waterfall(0.011, 0.0608, 0, 0.0935),
    };

    private static DoctorRecord Program()
    {
        var proof = new DoctorProof("DOTNET_ThreadPool_ForceMinWorkerThreads", "C8", "time from start to end", "ms", 9684.2, 358.4,
            new Estimate(26.69, 25.38, 27.78) { Confidence = 0.9 }, 0.0039, 8);
        return Empty("program", "dotnet fathom-plants.dll", "thread-pool-starvation costs 96.3 % of the time, proven by "
            + "DOTNET_ThreadPool_ForceMinWorkerThreads=C8 alone. Blocking calls starve the client's thread pool: 9.68 s, and 358 ms with a "
            + "minimum of 200 pool threads and nothing else changed.") with
        {
            Time =
            [
                "Watched for 10 s.", "It used 0.228 processors on average (2.28 s of processor time).",
                "Its thread pool was short of threads for 93.2 % of the time.",
            ],
            Metric = new DoctorMetric("time from start to end", "ms", null, false),
            Causes =
            [
                Finding("thread-pool-starvation", proof) with { ShareLow = null }, Hint("channel-per-call", "one channel, in the code."),
            ],
            Runs =
            [
                .. Enumerable.Range(1, 8).SelectMany(b => (DoctorRun[])
                [
                    new(b, "", 9650 + (13 * b % 90), 0), new(b, $"{proof.Variable}={proof.Value}", 340 + (17 * b % 40), 0),
                ]),
            ],
        };
    }

    private static DoctorRecord Process() => Empty("process", "dotnet",
        "Nothing is proven. gc-pauses is suspected: 41 collections stopped all threads for 18 % of the time.") with
    {
        Time = ["Watched for 30 s.", "It used 1.2 processors on average (36 s of processor time)."],
        Causes = [Hint("gc-pauses", "DOTNET_gcServer=1, in a process that is started with it.")],
        Series =
        [
            new("processors in use", "count", [0, 200, 400, 600, 29_800], [0.4, 1.9, 2, 1.1, 1.2]),
            new("share of the time in which all threads stood for the collector", "", [0, 200, 400], [0, 0.18, 0.0004]),
        ],
    };

    private static DoctorChange Change() => new()
    {
        Since = new DateTimeOffset(2026, 11, 22, 20, 0, 0, TimeSpan.Zero),
        Verdict = "The fix is proven: a call is 3.62 times as fast, and stream-window-bound-download is gone.",
        Time = new DoctorTimeChange("time of a call", "ms", 5135.294, 1417.3, new Estimate(0.276, 0.254, 0.302) { Confidence = 0.95 },
            ChangeKind.Better, 0.0002, 12, 12, "the interval excludes 1"),
        Causes = [new("stream-window-bound-download", CauseFate.Gone, "72.4 % of the time", "a reply came in one step")],
        Caveats = ["The machine had another kernel then."],
    };

    // What a server or a program may call itself, and the longest variable that is changed.
    private static DoctorRecord Hostile()
    {
        const string Text = "<script>alert(1)</script>\"'&\u202e[red]";
        const string Long = "DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_FLOWCONTROL_STREAMWINDOWSCALETHRESHOLDMULTIPLIER";
        var record = SyntheticRivals.Found();
        var proof = Pairs().Causes[0].Proof! with { Variable = Long };
        return Pairs() with
        {
            Target = new DoctorTarget("service", Text),
            Verdict = Text,
            Rivals = [.. record.Rivals.Select(r => r with { Name = Text, Why = r.Why is null ? null : Text })],
            Waterfall = [new TimePart(Text, 3), new TimePart(Text, 0)],
            Causes = [Finding(Text, proof) with { Fix = Text, Claim = Text, Evidence = Text }],
            Runs = [.. Pairs().Runs.Select(r => r with { Change = $"{Long}={r.Change.Split('=')[1]}" })],
            RuledOut = [new RuledOutCause(Text, Text)],
            NotSeen = [Text],
            Observations = [new ObservedValue(Text, Text, Text, Text)],
        };
    }
}

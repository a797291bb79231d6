using Fathom.Records;
using Fathom.Statistics;

namespace Fathom.TestKit.Records;

/// <summary>Findings of <see cref="SyntheticRecords"/>. SYNTHETIC: measured by nobody.</summary>
internal static class SyntheticFindings
{
    public static Finding Starvation { get; } = new()
    {
        Id = "thread-pool-starvation",
        Kind = FindingKind.Finding,
        Claim = "Blocking on the reply starves the client\u2019s thread pool: 9,426 ms blocking, 111 ms awaited.",
        Baseline = "t01",
        Counterfactual = "t02",
        Changed = new ChangedFactor("call", "blocking", "async"),
        Metric = "wall_ms",
        Ratio = new Estimate(84.889, 82.134, 87.206),
        PValue = 0.00397,
        Model = new ModelCheck("sum over k = 1..50-2p of min(250 ms, 25 ms \u00d7 ceil(k/p)), p = 2 processors", 9250, 9426.1, "ms"),
        Fix = "// await the reply instead of blocking a pool thread on it\nvar reply = await client.SayHelloAsync(request);\n\n// not: "
            + "client.SayHello(request), nor client.SayHelloAsync(request).ResponseAsync.Result",
        Caveats = ["The baseline lost 3 calls of 2,500 to UNAVAILABLE, the counterfactual none."],
    };

    public static Finding MinimumThreads { get; } = Starvation with
    {
        Claim = "With a minimum of 200 pool threads the same blocking calls take 119 ms.",
        Counterfactual = "t03",
        Changed = new ChangedFactor("min_threads", "default", "200"),
        Ratio = new Estimate(79.005, 77.412, 80.871),
        Model = null,
        Fix = "ThreadPool.SetMinThreads(200, 200);",
        Caveats = [],
    };

    public static Finding NewChannels { get; } = new()
    {
        Id = "channel-per-call",
        Kind = FindingKind.Hint,
        Claim = "A new channel for every call costs a connection each: 732 ms against 161 ms one after the other.",
        Baseline = "t05",
        Counterfactual = "t07",
        Changed = new ChangedFactor("channel", "new", "reused"),
        Metric = "wall_ms",
        Ratio = new Estimate(4.5367, 4.4012, 4.6021),
        Fix = "Create one channel and keep it.",
    };
}

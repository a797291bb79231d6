using System.Text.Json.Nodes;
using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Channels;

/// <summary>
/// The study <c>channels</c>: "hosting gRPC in ASP.NET Core slows severely". 500 unary calls, one after another or 50 at a time
/// by <c>Parallel.For</c>, over one channel or a new one per call; the published load tests blamed the host.
/// </summary>
public static class ChannelsStudy
{
    internal const int PublishedCalls = 500;
    internal const int Callers = 50;

    // Enough to have every method of a call compiled once; one after another, so that the pool gains no thread by them.
    private const int FewWarmUpCalls = 8;

    // Enough to have them compiled for good: what is counted then is what a call costs for as long as the process lives.
    private const int ManyWarmUpCalls = 6_000;

    private const string WallMs = "wall_ms";

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "channels",
        Title = "Channels, blocking calls and the thread pool",
        Question = "500 unary calls took seconds with ASP.NET Core, most of all from 50 concurrent callers with a new channel each, "
            + "and the time differed from run to run. Is the host slow?",
        Factors = ChannelsFactors.Of,
        Combinations = Combinations,
        Policy = (_, levels) => Policy(levels),
        Setup = (_, levels) => Setup(levels),

        // Starved clients end in a burst, and those that begin together would end together: four at once took 12.4 s where one alone takes
        // 9.6 s. Nine, each a second after another, all begin before the first ends. Each costs 1.2 s of processor time to start and 0.8 s
        // in its burst, over two processors: 0.7 s after another they took 9.4 to 10.3 s on some days, and once a burst outlasted its turn,
        // all that followed took 12.4 to 13.6 s.
        MostSideBySide = 9,
        Spacing = TimeSpan.FromSeconds(1.05),
        Metrics = ChannelsMetrics.All,
        Comparisons = Comparisons,
        Rules = [new ThreadPoolStarvationRule(Callers), new ChannelPerCallRule(PublishedCalls), new HostShareRule()],
        Tables = [ChannelsPublished.Table],
        Answer = ChannelsAnswer.From,
    };

    private static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var factors = ChannelsFactors.Of(profile);
        if (profile == Profile.Quick)
        {
            var baseline = FactorLevels.BaselineOf(factors);
            var warm = WarmOf(factors);
            var sequential = baseline.With("schedule", "sequential");
            // The fourth of the stacks, the host where nobody waits for threads, the fourth cell of the published table, and what a
            // connection costs with TLS.
            return
            [
                .. Design.OneAtATime(factors).Where(levels => levels["calls"] == "500"),
                baseline.With("host", "native").With("contract", "code-first"),
                warm,
                warm.With("host", "native"),
                sequential.With("channel", "reused"),
                sequential.With("security", "tls"),
                sequential.With("security", "tls").With("channel", "reused"),
            ];
        }

        return Design.Product(factors).Where(MayMatter);
    }

    // The number of processors and the kind of injection act on a pool whose threads block: elsewhere they repeat a trial. A contract
    // changes what a message costs, not what a handshake costs or how long a call waits for a thread: it is not combined with TLS and the
    // pool's minimum.
    private static bool MayMatter(FactorLevels levels)
    {
        if (levels["contract"] != "proto" && (levels["security"] != "plain" || levels["min_threads"] != "default"))
        {
            return false;
        }

        if (levels["calls"] != "500")
        {
            // What a call costs is asked of calls that wait for nothing.
            return levels["call"] == "async" && levels["channel"] == "reused" && levels["schedule"] == "concurrent"
                && levels["min_threads"] == "default"
                && levels["processors"] == "2" && levels["cooperative_blocking"] == "on";
        }

        var asPublished = levels["processors"] == "2" && levels["cooperative_blocking"] == "on";
        var publishedStack = levels["host"] == "kestrel" && levels["contract"] == "proto" && levels["client"] == "httpclient"
            && levels["security"] == "plain";
        var counterfactual = levels["schedule"] == "concurrent" && levels["cooperative_blocking"] == "on"
            && (levels["call"] == "async" || levels["min_threads"] != "default");
        return asPublished || (publishedStack && (Starves(levels) || counterfactual));
    }

    private static FactorLevels WarmOf(IReadOnlyList<FactorSpec> factors) =>
        FactorLevels.BaselineOf(factors).With("call", "async").With("channel", "reused").With("calls", "10000");

    private static bool Starves(FactorLevels levels) => levels["schedule"] == "concurrent" && levels["call"] == "blocking"
        && levels["min_threads"] == "default" && levels["client"] == "httpclient";

    private static TrialPolicy Policy(FactorLevels levels)
    {
        var sequentialSeconds = levels["security"] == "tls" && levels["channel"] == "new" ? 4 : 1.5;
        if (!Starves(levels))
        {
            return new TrialPolicy(Replicates: 5, sequentialSeconds, OnlyWaits: false);
        }

        // Without cooperative blocking about one thread a second is added.
        var seconds = levels["cooperative_blocking"] == "off"
            ? 45
            : (BlockedThreadLadder.MillisecondsUntilAllRun(Callers, ProcessorsOf(levels)) / 1000)
            + (levels["security"] == "tls" && levels["channel"] == "new" ? 3 : 0.5);
        return new TrialPolicy(Replicates: seconds > 5 ? 3 : 5, seconds, OnlyWaits: seconds > 5);
    }

    private static int ProcessorsOf(FactorLevels levels) =>
        int.Parse(levels["processors"], System.Globalization.CultureInfo.InvariantCulture);

    private static TrialSetup Setup(FactorLevels levels)
    {
        var isPublished = levels["calls"] == "500";
        string[] tls = levels["security"] == "tls" ? ["--tls"] : [];
        string[] injection = levels["cooperative_blocking"] == "off" ? ["--no-cooperative-blocking"] : [];
        // As on the published .NET Core 3.1, which had no such tier.
        return new TrialSetup(
            new ProcessSetup(levels["host"], ["--port", "0", "--contract", levels["contract"], .. tls], new Dictionary<string,
                string>([RuntimeSettings.NoProfiling])),
            new ProcessSetup("client", injection, new Dictionary<string,
                string>([RuntimeSettings.NoProfiling]) { ["DOTNET_PROCESSOR_COUNT"] = levels["processors"] }),
            new JsonObject
            {
                ["kind"] = "unary",
                ["client"] = levels["client"],
                ["contract"] = levels["contract"],
                ["calls"] = int.Parse(levels["calls"], System.Globalization.CultureInfo.InvariantCulture),
                ["warm_up_calls"] = isPublished ? FewWarmUpCalls : ManyWarmUpCalls,
                ["warm_up_callers"] = isPublished ? 1 : Callers,
                ["callers"] = levels["schedule"] == "concurrent" ? Callers : 1,
                ["channel"] = levels["channel"],
                ["call"] = levels["call"],
                ["min_threads"] = levels["min_threads"] == "default" ? null
                    : int.Parse(levels["min_threads"], System.Globalization.CultureInfo.InvariantCulture),
            });
    }

    private static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var factors = ChannelsFactors.Of(profile);
        var baseline = FactorLevels.BaselineOf(factors);
        foreach (var processors in factors.First(f => f.Name == "processors").Levels)
        {
            var starved = baseline.With("processors", processors);
            yield return new("thread-pool-starvation", starved, "call", "async", WallMs);
            yield return new("thread-pool-starvation", starved, "min_threads", "200", WallMs);
        }

        yield return new("thread-pool-starvation", baseline, "client", "native", WallMs);
        yield return new("host-share", WarmOf(factors), "host", "native", HostShareRule.ServerCpu);
        foreach (var security in factors.First(f => f.Name == "security").Levels)
        {
            yield return new("channel-per-call", baseline.With("schedule", "sequential").With("security", security), "channel", "reused",
                WallMs);
        }
    }
}

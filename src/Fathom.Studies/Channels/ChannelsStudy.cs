using System.Text.Json.Nodes;
using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.HostExonerated;
using Fathom.Diagnosis.Causes.HostShare;
using Fathom.Diagnosis.Causes.InheritedPool;
using Fathom.Diagnosis.Causes.ShutdownPerCall;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Channels.ChannelsFactors;

namespace Fathom.Studies.Channels;

/// <summary>
/// The study <c>channels</c>: "hosting gRPC in ASP.NET Core slows severely". 500 unary calls, one after another or 50 at a time
/// by <c>Parallel.For</c>, over one channel or a new one per call, on the libraries that were published; the load tests blamed the host.
/// </summary>
public static class ChannelsStudy
{
    // Compiles every method of a call once; one after another, so that the pool gains no thread by them.
    private const int FewWarmUpCalls = 8;

    // Compiles them for good: the cost that is counted then lasts for as long as the process lives.
    private const int ManyWarmUpCalls = 6_000;

    // A second round is slow in about a third of the runs.
    private const int TwoGroups = 15;

    // Before .NET 6 a pool adds one or two threads a second.
    private const double SecondsWithoutCompensation = 30;

    // 500 calls that wait for nothing, each over a new channel.
    private const double QuickSeconds = 0.2;

    // Longer than this and others run at the same time.
    private const double IdleSeconds = 5;

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "channels",
        Title = "Channels, blocking calls and the thread pool",
        Question = "500 unary calls took seconds with ASP.NET Core, most of all from 50 concurrent callers with a new channel each, "
            + "and the time differed from run to run. Is the host slow?",
        Factors = ChannelsFactors.Of,
        Combinations = ChannelsDesign.Combinations,
        Policy = Policy,
        StartSeconds = 0.35,
        QuickLimit = TimeSpan.FromSeconds(100),
        Setup = (_, levels) => Setup(levels),

        // Starved clients end in a burst, and clients that begin together end together: four at once took 12.4 s where one alone takes
        // 9.6 s. A start costs 1.2 s of processor time and a burst 0.8 s, over two processors: 1.05 s apart they do not meet.
        MaxParallel = 9,
        Spacing = TimeSpan.FromSeconds(1.05),
        Metrics = ChannelsMetrics.All,
        Comparisons = ChannelsDesign.Comparisons,
        Causes =
        [
            new ThreadPoolStarvationCause(), new HostExoneratedCause(), new ChannelPerCallCause(), new ShutdownPerCallCause(),
            new InheritedPoolCause(), new HostShareCause(),
        ],
        Tables = [ChannelsPublished.Table],
        Answer = ChannelsAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels)
    {
        var replicates = Replication.Of(levels, ChannelsDesign.Comparisons(profile), otherwise: 5);
        if (levels.Has(PublishedOrder))
        {
            // Two groups show only where there are enough of each.
            return new TrialPolicy(Math.Max(replicates, TwoGroups), levels.Has(ManyMinThreads) ? 2 : 12, IsIdle: false);
        }

        var handshakes = levels.HasAll(Tls, NewChannel);
        if (!ChannelsDesign.Starves(levels))
        {
            var brief = profile == Profile.Quick ? QuickSeconds : 1.5;
            return new TrialPolicy(replicates, handshakes || levels.Has(ShutdownAwaited) ? 4 : brief, IsIdle: false);
        }

        var processors = (int)levels.Value(ProcessQuantities.Processors);
        var seconds = levels.Has(NetCore31) ? SecondsWithoutCompensation
            : (ThreadInjectionModel.MillisecondsUntilAllRun(Callers, processors) / 1000) + (handshakes ? 3 : 0.5);
        return new TrialPolicy(replicates, seconds, IsIdle: seconds > IdleSeconds);
    }

    private static TrialSetup Setup(FactorLevels levels) => new(ServerOf(levels), ClientOf(levels), WorkloadOf(levels));

    private static ProcessSetup ServerOf(FactorLevels levels)
    {
        string[] tls = levels.Has(Tls) ? ["--tls"] : [];

        // Kestrel's handlers run on the thread pool: elsewhere the two hosts would differ in more than one thing.
        string[] handlers = levels.Has(NativeHost) ? ["--handlers-on-pool"] : [];
        return new(levels[Host].Name, ["--port", "0", "--contract", levels[Contract].Name, .. tls, .. handlers],
            new Dictionary<string, string>([RuntimeSettings.NoProfiling]));
    }

    private static ProcessSetup ClientOf(FactorLevels levels)
    {
        // As on the published .NET Core 3.1, which had no such tier.
        var environment = new Dictionary<string, string>([RuntimeSettings.NoProfiling])
        {
            ["DOTNET_PROCESSOR_COUNT"] = levels[Processors].Name,
        };
        return IsOwn(levels) ? new("client", [], environment)
            : new(levels[Client].Name, levels.Has(CoreClient) ? ["--client"] : [], environment)
            {
                Runtime = levels.Has(Net8) ? "8.0" : levels.Has(NetCore31) ? "3.1" : null,
            };
    }

    private static bool IsOwn(FactorLevels levels) => levels.Has(FrameworkClient) || levels.Has(NativeClient);

    private static JsonObject WorkloadOf(FactorLevels levels)
    {
        var isPublished = levels.Has(PublishedCalls);
        var workload = new JsonObject
        {
            ["kind"] = levels.Has(PublishedOrder) ? "published-order" : "unary",
            ["contract"] = levels[Contract].Name,
            ["calls"] = (int)levels.Value(CallQuantities.Calls),
            ["callers"] = (int)levels.Value(CallQuantities.Callers),
            ["call"] = levels[Call].Name,
            ["min_threads"] = (int?)levels.Find(ProcessQuantities.PoolMinimum),
        };
        if (!levels.Has(PublishedOrder))
        {
            workload["channel"] = levels[Channel].Name;
            workload["warm_up_calls"] = isPublished ? FewWarmUpCalls : ManyWarmUpCalls;
            workload["warm_up_callers"] = isPublished ? 1 : Callers;
        }

        if (IsOwn(levels))
        {
            workload["client"] = levels[Client].Name;
        }
        else
        {
            workload["disposal"] = levels[Disposal].Name;
            workload["handler_inlining"] = levels.Has(CoreClient) ? levels.Has(Inlined) : null;
        }

        return workload;
    }
}

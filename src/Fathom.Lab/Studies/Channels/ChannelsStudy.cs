using System.Text.Json.Nodes;
using Fathom.Lab.Causes.ChannelPerCall;
using Fathom.Lab.Causes.HostShare;
using Fathom.Lab.Causes.ThreadPoolStarvation;
using Fathom.Lab.Observations;
using static Fathom.Lab.Studies.Channels.ChannelsFactors;

namespace Fathom.Lab.Studies.Channels;

/// <summary>
/// The study <c>channels</c>: "hosting gRPC in ASP.NET Core slows severely". 500 unary calls, one after another or 50 at a time
/// by <c>Parallel.For</c>, over one channel or a new one per call; the published load tests blamed the host.
/// </summary>
public static class ChannelsStudy
{
    // Compiles every method of a call once; one after another, so that the pool gains no thread by them.
    private const int FewWarmUpCalls = 8;

    // Compiles them for good: the cost that is counted then lasts for as long as the process lives.
    private const int ManyWarmUpCalls = 6_000;

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
        Setup = (_, levels) => Setup(levels),

        // Starved clients end in a burst, and clients that begin together end together: four at once took 12.4 s where one alone takes
        // 9.6 s. A start costs 1.2 s of processor time and a burst 0.8 s, over two processors: 1.05 s apart they do not meet.
        MaxParallel = 9,
        Spacing = TimeSpan.FromSeconds(1.05),
        Metrics = ChannelsMetrics.All,
        Comparisons = ChannelsDesign.Comparisons,
        Causes = [new ThreadPoolStarvationCause(), new ChannelPerCallCause(), new HostShareCause()],
        Tables = [ChannelsPublished.Table],
        Answer = ChannelsAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels)
    {
        var handshakes = levels.HasAll(Tls, NewChannel);
        if (!ChannelsDesign.Starves(levels))
        {
            return new TrialPolicy(Replicates(otherwise: 5), handshakes ? 4 : 1.5, IsIdle: false);
        }

        // A pool that does not compensate adds about one thread a second.
        var seconds = levels.Has(NotCompensating)
            ? 45
            : (ThreadInjectionModel.MillisecondsUntilAllRun(Callers, ProcessorsOf(levels)) / 1000) + (handshakes ? 3 : 0.5);
        return new TrialPolicy(Replicates(otherwise: seconds > IdleSeconds ? 3 : 5), seconds, IsIdle: seconds > IdleSeconds);

        int Replicates(int otherwise) => Replication.Of(levels, ChannelsDesign.Comparisons(profile), otherwise);
    }

    private static int ProcessorsOf(FactorLevels levels) => (int)levels.Value(ProcessQuantities.Processors);

    private static TrialSetup Setup(FactorLevels levels)
    {
        var isPublished = levels.Has(PublishedCalls);
        string[] tls = levels.Has(Tls) ? ["--tls"] : [];
        string[] injection = levels.Has(NotCompensating) ? ["--no-cooperative-blocking"] : [];
        // As on the published .NET Core 3.1, which had no such tier.
        return new TrialSetup(
            new ProcessSetup(levels[Host].Name, ["--port", "0", "--contract", levels[Contract].Name, .. tls],
                new Dictionary<string, string>([RuntimeSettings.NoProfiling])),
            new ProcessSetup("client", injection,
                new Dictionary<string, string>([RuntimeSettings.NoProfiling]) { ["DOTNET_PROCESSOR_COUNT"] = levels[Processors].Name }),
            new JsonObject
            {
                ["kind"] = "unary",
                ["client"] = levels[Client].Name,
                ["contract"] = levels[Contract].Name,
                ["calls"] = (int)levels.Value(CallQuantities.Calls),
                ["warm_up_calls"] = isPublished ? FewWarmUpCalls : ManyWarmUpCalls,
                ["warm_up_callers"] = isPublished ? 1 : Callers,
                ["callers"] = (int)levels.Value(CallQuantities.Callers),
                ["channel"] = levels[Channel].Name,
                ["call"] = levels[Call].Name,
                ["min_threads"] = (int?)levels.Find(ProcessQuantities.PoolMinimum),
            });
    }
}

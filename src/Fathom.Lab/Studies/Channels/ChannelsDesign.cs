using Fathom.Lab.Causes.ChannelPerCall;
using Fathom.Lab.Causes.HostShare;
using Fathom.Lab.Causes.ThreadPoolStarvation;
using static Fathom.Lab.Studies.Channels.ChannelsFactors;

namespace Fathom.Lab.Studies.Channels;

/// <summary>Which combinations the study <c>channels</c> runs, and which of them it compares.</summary>
internal static class ChannelsDesign
{
    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var factors = Of(profile);
        if (profile == Profile.Quick)
        {
            var baseline = FactorLevels.BaselineOf(factors);
            var warm = WarmOf(factors);
            var sequential = baseline.With(Sequential);
            // The fourth of the stacks, the host where nothing waits for threads, the fourth cell of the published table, and the cost of a
            // connection with TLS.
            return
            [
                .. Design.OneAtATime(factors).Where(levels => levels.Has(PublishedCalls)),
                baseline.With(NativeHost, CodeFirst),
                warm,
                warm.With(NativeHost),
                sequential.With(ReusedChannel),
                sequential.With(Tls),
                sequential.With(Tls, ReusedChannel),
            ];
        }

        return Design.Product(factors).Where(MayMatter);
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var factors = Of(profile);
        var baseline = FactorLevels.BaselineOf(factors);
        foreach (var processors in factors.First(f => f.Factor == Processors).Levels)
        {
            var starved = baseline.With(processors);
            yield return new(ThreadPoolStarvationCause.Name, starved, Awaited, ChannelsMetrics.WallTime);
            yield return new(ThreadPoolStarvationCause.Name, starved, ManyMinThreads, ChannelsMetrics.WallTime);
        }

        yield return new(ThreadPoolStarvationCause.Name, baseline, NativeClient, ChannelsMetrics.WallTime);
        yield return new(HostShareCause.Name, WarmOf(factors), NativeHost, ChannelsMetrics.ServerCpu);
        foreach (var security in Protection.Levels)
        {
            yield return new(ChannelPerCallCause.Name, baseline.With(Sequential, security), ReusedChannel, ChannelsMetrics.WallTime);
        }
    }

    /// <summary>Whether calls that block exhaust the thread pool.</summary>
    public static bool Starves(FactorLevels levels) => levels.HasAll(Concurrent, Blocking, DefaultMinThreads, FrameworkClient);

    // The number of processors and the kind of injection act on a pool whose threads block; elsewhere they repeat a trial. A contract
    // changes the cost of a message, not of a handshake or of waiting for a thread: it is not combined with TLS and the pool's minimum.
    private static bool MayMatter(FactorLevels levels)
    {
        if (!levels.Has(Proto) && !levels.HasAll(Plain, DefaultMinThreads))
        {
            return false;
        }

        var asPublished = levels.HasAll(TwoProcessors, Compensating);
        if (!levels.Has(PublishedCalls))
        {
            // The cost of a call is measured with calls that wait for nothing.
            return asPublished && levels.HasAll(Awaited, ReusedChannel, Concurrent, DefaultMinThreads);
        }

        var publishedStack = levels.HasAll(KestrelHost, Proto, FrameworkClient, Plain);
        var counterfactual = levels.HasAll(Concurrent, Compensating) && (levels.Has(Awaited) || !levels.Has(DefaultMinThreads));
        return asPublished || (publishedStack && (Starves(levels) || counterfactual));
    }

    private static FactorLevels WarmOf(IReadOnlyList<FactorSpec> factors) =>
        FactorLevels.BaselineOf(factors).With(Awaited, ReusedChannel, ManyCalls);
}

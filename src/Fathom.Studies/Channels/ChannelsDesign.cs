using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.HostExonerated;
using Fathom.Diagnosis.Causes.HostShare;
using Fathom.Diagnosis.Causes.InheritedPool;
using Fathom.Diagnosis.Causes.ShutdownPerCall;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Records.Comparing;
using static Fathom.Studies.Channels.ChannelsFactors;

namespace Fathom.Studies.Channels;

/// <summary>Which combinations the study <c>channels</c> runs, and which of them it compares.</summary>
internal static class ChannelsDesign
{
    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var baseline = BaselineOf(profile);

        // Every comparison's two trials, the baseline first; in full the crossing of the originals, and Fathom's own stacks, around them.
        var compared = Comparisons(profile).SelectMany(c => new[] { c.Baseline, c.Counterfactual }).Prepend(baseline);
        return profile == Profile.Quick ? compared : compared.Concat(Crossing(baseline)).Concat(OwnStacks(baseline))
            .Concat(Runtimes(baseline));
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile) =>
        profile == Profile.Quick ? Decisive(BaselineOf(profile)) : Decisive(BaselineOf(profile)).Concat(Further(BaselineOf(profile)));

    /// <summary>Whether calls that block exhaust the thread pool.</summary>
    public static bool Starves(FactorLevels levels)
    {
        if (!levels.HasAll(Concurrent, DefaultMinThreads, Alone) || levels.Has(Awaited) || levels.Has(NativeClient))
        {
            return false;
        }

        // The synchronous stub of Grpc.Core waits on its caller's thread; its asynchronous one completes on the pool.
        return !levels.Has(CoreClient) || levels.HasAll(GetResult, NotInlined);
    }

    private static FactorLevels BaselineOf(Profile profile) => FactorLevels.BaselineOf(Of(profile));

    // The same host and two ways to call, or two pools, or two clients; Grpc.Core's two ways to block; the same client and two hosts.
    private static IEnumerable<ComparisonSpec> Decisive(FactorLevels baseline)
    {
        yield return Starvation(baseline, Awaited);
        yield return Starvation(baseline, ManyMinThreads);
        yield return Starvation(baseline, CoreClient);
        yield return Starvation(baseline.With(CoreClient, GetResult), Blocking);
        yield return Exonerated(baseline);
        yield return new(ChannelPerCallCause.Name, baseline.With(Sequential), ReusedChannel, ChannelsMetrics.WallTime);
    }

    private static IEnumerable<ComparisonSpec> Further(FactorLevels baseline)
    {
        foreach (var starved in new[]
        {
            baseline.With(TwoProcessors), baseline.With(EightProcessors), baseline.With(CoreHost), baseline.With(CodeFirst),
            baseline.With(ReusedChannel), baseline.With(CoreClient, GetResult), baseline.With(Net8), baseline.With(NetCore31),
        })
        {
            yield return Starvation(starved, Awaited);
        }

        var core = baseline.With(CoreClient, GetResult);
        yield return Starvation(core, Inlined);
        yield return Starvation(core, ManyMinThreads);
        yield return Starvation(baseline.With(KestrelHost, FrameworkClient), NativeClient);
        yield return Exonerated(baseline.With(ReusedChannel));
        yield return new(InheritedPoolCause.Name, baseline.With(PublishedOrder, NetCore31), ManyMinThreads, ChannelsMetrics.SecondRound);
        yield return new(ChannelPerCallCause.Name, baseline.With(Sequential, Tls), ReusedChannel, ChannelsMetrics.WallTime);
        yield return new(ShutdownPerCallCause.Name, baseline.With(CoreClient, Sequential, ShutdownAwaited), NotDisposed,
            ChannelsMetrics.WallTime);
        yield return new(HostShareCause.Name, baseline.With(KestrelHost, FrameworkClient, Awaited, ReusedChannel, ManyCalls), NativeHost,
            ChannelsMetrics.ServerCpu);
    }

    // Every original client calls every original server, by either contract, in every way. One after another the ways to block are alike.
    private static IEnumerable<FactorLevels> Crossing(FactorLevels baseline) =>
        from host in new[] { AspNetCoreHost, CoreHost }
        from contract in Contract.Levels
        from client in new[] { NetClient, CoreClient }
        from schedule in Schedule.Levels
        from channel in Channel.Levels
        from call in schedule == Concurrent ? Call.Levels : [Blocking]
        select baseline.With(host, contract, client, schedule, channel, call);

    private static IEnumerable<FactorLevels> OwnStacks(FactorLevels baseline) =>
        from host in new[] { KestrelHost, NativeHost }
        from contract in Contract.Levels
        from client in new[] { FrameworkClient, NativeClient }
        from schedule in Schedule.Levels
        from channel in Channel.Levels
        select baseline.With(host, contract, client, schedule, channel);

    // In one process, as published: what a part takes depends on the threads that the former left.
    private static IEnumerable<FactorLevels> Runtimes(FactorLevels baseline) =>
        from runtime in Runtime.Levels
        from host in new[] { AspNetCoreHost, CoreHost }
        select baseline.With(PublishedOrder, runtime, host);

    private static ComparisonSpec Starvation(FactorLevels starved, Level remedy) =>
        new(ThreadPoolStarvationCause.Name, starved, remedy, ChannelsMetrics.WallTime);

    private static ComparisonSpec Exonerated(FactorLevels starved) =>
        new(HostExoneratedCause.Name, starved, CoreHost, ChannelsMetrics.WallTime) { Asks = ComparisonQuestion.Equivalence };
}

using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms;

namespace Fathom.Diagnosis.Examination;

/// <summary>The mechanisms that can make calls at once slow, and the experiments that tell them apart. Their order means nothing.</summary>
internal static class RivalCatalog
{
    public static IReadOnlyList<Mechanism> Mechanisms { get; } =
    [
        new OnePlace(isPolled: false), new OnePlace(isPolled: true), new SeveralPlaces(), new BusyProcessors(onOwnThreads: false),
        new BusyProcessors(onOwnThreads: true), new CostlyBesideOthers(), new UnevenProcessors(), new BusyInterpreter(),
        new BusyBehind(isOneThread: false), new BusyBehind(isOneThread: true), new BlockedLoop(), new StreamLimit(),
        new ProcessorQuota(), new TokenBucket(isOfAll: false), new TokenBucket(isOfAll: true), new BusyConnection(), new StarvedPool(),
        new RuntimeStops(), new ProxyLimit(isOfConnection: false), new ProxyLimit(isOfConnection: true), new SharedLimit(), new LongTail(),
        new FirstUse(), new Standstill(), new OneOfServers(),
    ];

    public static IReadOnlyList<Experiment> Experiments { get; } =
    [
        new TwoCalls(), new BurstAgain(), new PauseBetween(), new FewCalls(), new OneCallMore(), new SpreadOverConnections(),
        new NoOpsBeside(), new LongRow(), new PastProxy(),
    ];
}

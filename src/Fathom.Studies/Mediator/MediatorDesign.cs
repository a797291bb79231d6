using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.CipherCost;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Causes.WarmUp;
using Fathom.Records.Comparing;
using static Fathom.Studies.Mediator.MediatorFactors;
using static Fathom.Studies.Mediator.MediatorMessageFactors;

namespace Fathom.Studies.Mediator;

/// <summary>Which combinations the study <c>mediator</c> runs, and which of them it compares.</summary>
internal static class MediatorDesign
{
    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var cells = new Cells(profile);
        IEnumerable<FactorLevels> both =
        [
            cells.Published, cells.Published.With(CertificateOnce), cells.Published.With(NoLock), cells.Published.With(OneCaller),
            cells.Free, cells.Free.With(ChannelPerCall), cells.Brief, cells.Brief.With(Cold),
        ];
        return profile == Profile.Quick ? both.Concat(Dispensable(profile))
            :
            [
                .. both, cells.Free.With(Bing), cells.Greeter, cells.Large, cells.Large.With(NoTls), cells.Free.With(NoTls),
                cells.Free.With(Unary), cells.Greeter.With(Debug),
                .. new[] { Kilobyte, Megabyte, TenMegabytes }.SelectMany(size => Table(cells.Free.With(size))),
                .. Table(cells.Large.With(Throttled)),
            ];
    }

    /// <summary>What no finding rests on, the least important first.</summary>
    public static IEnumerable<FactorLevels> Dispensable(Profile profile)
    {
        var cells = new Cells(profile);
        return profile == Profile.Full ? [] : [cells.Free.With(Bing), cells.Greeter];
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var cells = new Cells(profile);
        return
        [
            Time(CertificatePerCallCause.Name, cells.Published, CertificateOnce),
            Time(SerialisedHandlerCause.Name, cells.Published, NoLock),
            Time(ChannelPerCallCause.Name, cells.Free.With(ChannelPerCall), PooledChannel),
            Time(WarmUpCause.Name, cells.Brief.With(Cold), cells.Brief[WarmUp]),
            .. profile == Profile.Full
                ?
                [
                    Time(CipherCostCause.Name, cells.Large, NoTls), Alike(cells.Large, Zeros), Alike(cells.Large, RandomBytes),
                    Alike(cells.Large.With(Zeros), RandomBytes),
                ]
                : Array.Empty<ComparisonSpec>(),
        ];

        static ComparisonSpec Alike(FactorLevels levels, Level to) =>
            Time(WarmUpCause.Name, levels, to) with { Asks = ComparisonQuestion.Equivalence };
    }

    /// <summary>Every kind of payload by every way to compress it.</summary>
    public static IEnumerable<FactorLevels> Table(FactorLevels levels) =>
        from compression in Codec.Levels
        from payload in new[] { Zeros, Text, RandomBytes }
        select levels.With(compression, payload);

    private static ComparisonSpec Time(string cause, FactorLevels baseline, Level to) =>
        new(cause, baseline, to, MediatorMetrics.TimePerMessage);

    /// <summary>The combinations that others are made from.</summary>
    internal sealed class Cells(Profile profile)
    {
        /// <summary>40 messages a second.</summary>
        public FactorLevels Published { get; } = FactorLevels.BaselineOf(Of(profile));

        /// <summary>The same without certificates per message and without the lock.</summary>
        public FactorLevels Free => Quickly(StartSeconds, Published.With(CertificateOnce, NoLock));

        /// <summary>
        /// The same over so short a time that a start is most of it. Over the published five seconds a start costs a fifth, which is as
        /// much as such trials vary: of two runs with seven replicates only one excluded chance.
        /// </summary>
        public FactorLevels Brief => Free.With(StartSeconds);

        /// <summary>The published size at which the bytes dominate.</summary>
        public FactorLevels Large => Quickly(BriefSeconds, Quickly(OneCaller, Free.With(TenMegabytes)));

        /// <summary>As the tutorial has it: one thread, no TLS, no mediator.</summary>
        public FactorLevels Greeter => Free.With(MediatorMessageFactors.Greeter, OneCaller, NoTls, Published[Seconds]);

        private FactorLevels Quickly(Level level, FactorLevels levels) => profile == Profile.Quick ? levels.With(level) : levels;
    }
}

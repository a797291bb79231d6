using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Records.Words;
using static Fathom.Studies.Mediator.MediatorFactors;
using static Fathom.Studies.Mediator.MediatorMessageFactors;

namespace Fathom.Studies.Mediator;

/// <summary>The answer of the study <c>mediator</c> in one sentence.</summary>
internal static class MediatorAnswer
{
    public static string From(MeasuredStudy study)
    {
        var loads = study.Of(CertificatePerCallCause.Name).FirstOrDefault();
        var serial = study.Of(SerialisedHandlerCause.Name).FirstOrDefault();
        var cause = (loads, serial) switch
        {
            (not null, not null) => "Every sender loads its certificates from files anew, one sender after another in one lock",
            (not null, null) => "Every sender loads its certificates from files anew",
            (null, not null) => "One sender after another passes through one lock",
            _ => null,
        };
        if (cause is null || (loads ?? serial)!.Baseline.Find(MediatorMetrics.MessagesPerSecond) is not { } slow)
        {
            return "What was run shows no sender that is held back by its certificates or by a lock.";
        }

        var seen = $"{cause}: {FigureText.Number(slow)} messages a second{(serial is null ? "" : " whatever the number of tasks")}";
        return Free(study) is { } fast
            ? $"{seen}, and {FigureText.Number(fast)} with certificates that are loaded once and without the lock."
            : $"{seen}.";
    }

    // The same message without both; warmed up, where there is such a trial.
    private static double? Free(MeasuredStudy study) => study.Trials
        .Where(t => t.Levels.HasAll(Ping, Empty, CertificateOnce, NoLock, PooledChannel, MutualTls))
        .Max(t => t.Find(MediatorMetrics.MessagesPerSecond));
}

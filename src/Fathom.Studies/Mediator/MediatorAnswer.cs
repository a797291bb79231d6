using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Records.Words;

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

        string[] without =
        [
            .. Faster(loads, "with certificates that are loaded once"), .. Faster(serial, "without the lock"),
        ];
        return $"{cause}: {FigureText.Number(slow)} messages a second; {string.Join(", and ", without)}.";
    }

    // As its own pair shows, in which nothing else differs.
    private static IEnumerable<string> Faster(MeasuredFinding? finding, string change)
    {
        if (finding is not null)
        {
            yield return $"{FigureText.Number(finding.Pair.Ratio.Value)} times as many {change} and nothing else changed";
        }
    }
}

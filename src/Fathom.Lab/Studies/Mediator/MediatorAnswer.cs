using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Mediator;

/// <summary>The answer of the study <c>mediator</c> in one sentence.</summary>
internal static class MediatorAnswer
{
    public static string From(RunRecord record)
    {
        var loads = record.Findings.FirstOrDefault(f => f.Id == "certificate-per-call");
        var serial = record.Findings.FirstOrDefault(f => f.Id == "serialised-handler");
        var cause = (loads, serial) switch
        {
            (not null, not null) => "Every sender loads its certificates from files anew, one sender after another in one lock",
            (not null, null) => "Every sender loads its certificates from files anew",
            (null, not null) => "One sender after another passes through one lock",
            _ => null,
        };
        if (cause is null)
        {
            return "What was run shows no sender that is held back by its certificates or by a lock.";
        }

        var slow = record.Trial((loads ?? serial)!.Baseline).Metrics[MediatorMetrics.MessagesPerSecond].Value;
        var seen = $"{cause}: {Say.Number(slow)} messages a second{(serial is null ? "" : " whatever the number of tasks")}";
        return Free(record) is { } fast ? $"{seen}, and {Say.Number(fast)} with certificates that are loaded once and nobody locked out."
            : $"{seen}.";
    }

    // The same message without both; warmed up, where there is such a trial.
    private static double? Free(RunRecord record) => record.Trials
        .Where(t => t.Factors is var f && f["message"] == "ping" && f["size"] == "0" && f["certificate"] == "once" && f["lock"] == "none"
            && f["channel"] == "pooled" && f["tls"] == "mutual")
        .Max(t => t.Metrics.GetValueOrDefault(MediatorMetrics.MessagesPerSecond)?.Value);
}

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
        if (loads is null || serial is null)
        {
            return "What was run shows no sender that is held back by its certificates.";
        }

        var slow = record.Trial(loads.Baseline).Metrics[MediatorMetrics.MessagesPerSecond].Value;
        var cause = $"Every sender loads its certificates from files anew, one sender after another in one lock: {Say.Number(slow)} messages a second whatever the number of tasks";
        return Free(record) is { } fast ? $"{cause}, and {Say.Number(fast)} with certificates that are loaded once and nobody locked out." : $"{cause}.";
    }

    // The same message without both; warmed up, where there is such a trial.
    private static double? Free(RunRecord record) => record.Trials
        .Where(t => t.Factors is var f && f["message"] == "ping" && f["size"] == "0" && f["certificate"] == "once" && f["lock"] == "none" && f["channel"] == "pooled" && f["tls"] == "mutual")
        .Max(t => t.Metrics.GetValueOrDefault(MediatorMetrics.MessagesPerSecond)?.Value);
}

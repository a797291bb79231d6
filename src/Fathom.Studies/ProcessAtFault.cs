using Fathom.Diagnosis.Causes;
using Fathom.Records;

namespace Fathom.Studies;

/// <summary>What a cause says of a comparison, and of which process.</summary>
/// <param name="Diagnosis">The diagnosis; its claim begins with the process, where the server has several.</param>
/// <param name="Process">The process at fault; null where the server is one process.</param>
/// <param name="Cleared">The other processes, each with the observation that clears it; null where the server is one process.</param>
internal sealed record ProcessAtFault(Conclusion Diagnosis, string? Process, IReadOnlyList<ClearedProcess>? Cleared)
{
    /// <summary>Has a cause judge a comparison, of each process by itself where the server has several. Null where it carries nothing, or
    /// where several processes fit: then none can be named.</summary>
    public static ProcessAtFault? Judge(Cause cause, Comparison comparison)
    {
        var processes = comparison.Baseline.Processes;
        if (processes.Count == 0)
        {
            return cause.Judge(comparison) is { } diagnosis ? new(diagnosis, null, null) : null;
        }

        var fitting = processes.Select(p => (Process: p, Diagnosis: cause.Judge(comparison.In(p))))
            .Where(p => p.Diagnosis is not null).ToList();
        if (fitting is not [var (process, found)])
        {
            return null;
        }

        var cleared = processes.Where(p => p != process).Select(p => (p, By: cause.Clears(comparison.In(p)))).Where(p => p.By is not null)
            .Select(p => new ClearedProcess(p.p, p.By!)).ToList();
        return new(found! with
        {
            Claim = Named(process, found.Claim, cleared),
            ClaimWithoutModel = found.ClaimWithoutModel is { } claim ? Named(process, claim, cleared) : null,
        }, process, cleared);
    }

    private static string Named(string process, string claim, List<ClearedProcess> cleared) => $"{process}: {claim}"
        + (cleared.Count == 0 ? "" : $" Not the others: {string.Join("; ", cleared.Select(c => $"in {c.Process} {c.Observation}"))}.");
}

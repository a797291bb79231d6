namespace Fathom.Records.Reports.Summary;

/// <summary>The findings and hints of one cause. Immutable.</summary>
public sealed class CauseGroup
{
    private CauseGroup(string id, IReadOnlyList<Finding> findings, Finding lead) => (Id, Findings, Lead) = (id, findings, lead);

    /// <summary>Id of the cause.</summary>
    public string Id { get; }

    /// <summary>Its findings and hints, in the order of the record.</summary>
    public IReadOnlyList<Finding> Findings { get; }

    /// <summary>The finding whose claim stands for the cause: the study's strongest proof, or the cause's first finding, or its first
    /// hint.</summary>
    public Finding Lead { get; }

    /// <summary>Whether a pair of trials proves the cause.</summary>
    public bool IsProven => Lead.Kind == FindingKind.Finding;

    /// <summary>Returns the fixes that are proven, each once, with what was changed to prove it. A hint has none: a change that proves
    /// nothing is no advice.</summary>
    public IReadOnlyList<Finding> Fixes() =>
        [.. Findings.Where(f => f.Kind == FindingKind.Finding).DistinctBy(f => f.Fix).OrderByDescending(f => f == Lead)];

    /// <summary>Returns the causes of a record, in the order of their first finding.</summary>
    public static IReadOnlyList<CauseGroup> Of(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var strongest = StrongestProof.In(record);
        return
        [
            .. from finding in record.Findings
               group finding by finding.Id into cause
               select new CauseGroup(cause.Key, [.. cause], cause.OrderByDescending(f => f == strongest)
                   .ThenBy(f => f.Kind).First()),
        ];
    }
}

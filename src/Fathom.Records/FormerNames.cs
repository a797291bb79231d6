namespace Fathom.Records;

/// <summary>Names that causes had when older records were written.</summary>
public static class FormerNames
{
    private static readonly Dictionary<string, string> Causes = new() { ["copy-bound"] = "cipher-cost" };

    /// <summary>Returns the present id of a cause, by which its page is found.</summary>
    /// <param name="id">The id, as in a record of any version.</param>
    public static string Current(string id) => Causes.GetValueOrDefault(id, id);

    /// <summary>Returns the record with the present ids of its causes; all else stays as it was written.</summary>
    public static RunRecord Replaced(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return record.Findings.Any(f => Causes.ContainsKey(f.Id))
            ? record with { Findings = [.. record.Findings.Select(f => f with { Id = Current(f.Id) })] }
            : record;
    }
}

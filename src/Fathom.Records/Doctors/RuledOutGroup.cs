namespace Fathom.Records.Doctors;

/// <summary>Causes that one observation rules out.</summary>
/// <param name="Ids">Their ids.</param>
/// <param name="By">The observation.</param>
public sealed record RuledOutGroup(IReadOnlyList<string> Ids, string By)
{
    /// <summary>The groups of a record, the largest first.</summary>
    public static IReadOnlyList<RuledOutGroup> Of(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return
        [
            .. record.RuledOut.GroupBy(r => r.By).Select(g => new RuledOutGroup([.. g.Select(r => r.Id)], g.Key))
                .OrderByDescending(g => g.Ids.Count),
        ];
    }
}

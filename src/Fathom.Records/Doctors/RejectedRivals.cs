namespace Fathom.Records.Doctors;

/// <summary>Rivals that one measurement rejected, since they predict the same of it.</summary>
/// <param name="Names">What they are, as noun phrases.</param>
/// <param name="By">The prediction that was rejected.</param>
public sealed record RejectedRivals(IReadOnlyList<string> Names, DoctorPrediction By)
{
    /// <summary>The rejected rivals of a record, those that are rejected most clearly first.</summary>
    public static IReadOnlyList<RejectedRivals> Of(DoctorRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        return
        [
            .. record.Rivals.Where(r => r.Became == RivalFate.Rejected && r.Rejected is not null)
                .GroupBy(r => (r.Rejected!.Contrast, r.Rejected.Low, r.Rejected.High))
                .Select(g => new RejectedRivals([.. g.Select(r => r.Name).Distinct()], g.First().Rejected!))
                .OrderBy(r => r.By.PValue),
        ];
    }
}

using Fathom.Studies;
using Fathom.Studies.Compression;

namespace Fathom.Tests.Studies;

/// <summary>Plans of the study <c>compression</c>, and which of its tables have a trial.</summary>
internal static class CompressionPlans
{
    /// <summary>The full profile.</summary>
    public static StudyPlan Full { get; } = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Full, 1);

    // The tables of which something is measured: the others are left out of a record.
    public static IEnumerable<TableSpec> TablesOf(StudyPlan plan)
    {
        var run = plan.Trials.Select(t => t.Levels).ToHashSet();
        return CompressionStudy.Spec.Tables.Where(table => table.Rows.Any(row => row switch
        {
            MeasuredRow measured => measured.Combinations.Any(l => l is not null && run.Contains(l)),
            ComparedRow compared => compared.Combinations.All(run.Contains),
            _ => false,
        }));
    }
}

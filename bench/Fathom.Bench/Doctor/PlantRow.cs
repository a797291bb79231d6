using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Statistics;
using Fathom.TestKit.Plants;

namespace Fathom.Bench.Doctor;

/// <summary>The examinations of one plant.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Stack">The library it runs on.</param>
/// <param name="Expected">The cause that must be first; null where none may be.</param>
/// <param name="ExpectedKind"><c>finding</c> where the doctor must prove it, or <c>hint</c>; null where no cause is expected.</param>
/// <param name="IsHealthy">Whether nothing of gRPC's is to be repaired: no finding may be named.</param>
/// <param name="HasFormula">Whether a formula must predict the time that was compared.</param>
/// <param name="Runs">What was found.</param>
/// <param name="Skipped">Why it cannot run on this machine; null where it can.</param>
internal sealed record PlantRow(
    string Name, string Stack, string? Expected, string? ExpectedKind, bool IsHealthy, bool HasFormula, IReadOnlyList<PlantRun> Runs,
    string? Skipped)
{
    /// <summary>The row of a plant that has not been examined.</summary>
    public static PlantRow Of(Plant plant) => new(plant.Name, plant.Stack, plant.Cause,
        plant.Cause is null ? null : PlantRun.Text(plant.Kind), plant.IsHealthy, plant.HasFormula, [], null);

    /// <summary>Whether a run names the cause first; of a healthy plant without one, whether it names no finding.</summary>
    public bool IsRight(PlantRun run) => run.Failed is null && (Expected is null ? run.Findings.Count == 0 : run.First == Expected);

    /// <summary>Whether a run proves another cause first.</summary>
    public bool IsWronglyProven(PlantRun run) => run.Kind == PlantRun.Text(FindingKind.Finding) && run.First != Expected;

    /// <summary>Whether a run names the cause and at most one other.</summary>
    public bool IsAmongTwo(PlantRun run) => (run.Findings.Count > 0 ? run.Findings : run.Hints) is { Count: <= 2 } named
        && named.Contains(Expected);
}

/// <summary>One examination.</summary>
/// <param name="First">The cause that was first; null for none.</param>
/// <param name="Kind"><c>finding</c> or <c>hint</c>.</param>
/// <param name="Share">The share of the time that it costs, 0 to 1.</param>
/// <param name="Evidence">What was seen of it.</param>
/// <param name="Proof">The variable that proved it.</param>
/// <param name="Ratio">Unchanged over changed, with its interval.</param>
/// <param name="Predicted">What its formula predicts.</param>
/// <param name="Measured">What was measured of that.</param>
/// <param name="ModelError">Predicted minus measured, over measured.</param>
/// <param name="Findings">The causes that were proven.</param>
/// <param name="Hints">Those that were not.</param>
/// <param name="Seconds">How long the command took.</param>
/// <param name="Failed">What the doctor wrote where it gave no verdict; else null.</param>
internal sealed record PlantRun(
    string? First, string? Kind, double? Share, string? Evidence, string? Proof, Estimate? Ratio, double? Predicted, double? Measured,
    double? ModelError, IReadOnlyList<string> Findings, IReadOnlyList<string> Hints, double Seconds, string? Failed)
{
    /// <summary>The run that a record is of.</summary>
    public static PlantRun Of(DoctorRecord record, double seconds)
    {
        var first = record.Causes is [var best, ..] ? best : null;
        return new PlantRun(
            first?.Id, first is null ? null : Text(first.Kind), first?.Share, first?.Evidence, first?.Proof?.Variable, first?.Proof?.Ratio,
            first?.Model?.Predicted, first?.Model?.Measured,
            first?.Model is { } model ? Math.Round((model.Predicted - model.Measured) / model.Measured, 3) : null,
            Ids(record, FindingKind.Finding), Ids(record, FindingKind.Hint), Math.Round(seconds, 1), null);
    }

    /// <summary>A run without a verdict.</summary>
    public static PlantRun WithoutVerdict(string why, double seconds) =>
        new(null, null, null, null, null, null, null, null, null, [], [], Math.Round(seconds, 1), why);

    /// <summary>A kind, as records have it.</summary>
    public static string Text(FindingKind kind) => kind == FindingKind.Finding ? "finding" : "hint";

    private static List<string> Ids(DoctorRecord record, FindingKind kind) =>
        [.. record.Causes.Where(c => c.Kind == kind).Select(c => c.Id)];
}

/// <summary>Examinations of healthy plants in turn, with a short budget.</summary>
/// <param name="Runs">Examinations that gave a verdict.</param>
/// <param name="WithFinding">Those that name a finding.</param>
/// <param name="Budget">The doctor's <c>--budget</c>.</param>
/// <param name="Findings">Plant and finding of each.</param>
/// <param name="Failed">Plant of each examination without a verdict, and why.</param>
internal sealed record HealthyRuns(
    int Runs, int WithFinding, string Budget, IReadOnlyList<string> Findings, IReadOnlyList<string> Failed)
{
    private const double MostFalse = 0.05;

    /// <summary>The share that names a finding.</summary>
    public double Share => Runs == 0 ? 0 : Math.Round((double)WithFinding / Runs, 4);

    /// <summary>Whether it is within the bar.</summary>
    public bool Holds => Runs > 0 && Failed.Count == 0 && Share <= MostFalse;
}

using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>Warnings and errors alone are logged, by a program whose host reads its configuration from the environment, as those of
/// ASP.NET Core and the generic host do.</summary>
public sealed class QuietLogging()
    : Intervention("log_level", "Logging__LogLevel__Default", value: Level, to: Level, from: "the program's own")
{
    private const string Level = "Warning";

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.LogLevel.Is(Level);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.LoggingShare) is { Value: var share }
        && before.Find(WatchQuantities.LoggingShare) is { Value: var all } && share > all / 2
            ? $"a thread was still in a logger {FigureText.Number(100 * share)} % of the time: the program does not take its level from "
                + "this variable"
            : null;
}

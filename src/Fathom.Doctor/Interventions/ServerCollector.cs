using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Interventions;

/// <summary>The server collector in place of the workstation's: a heap for each processor, collected by all of them together.</summary>
public sealed class ServerCollector() : Intervention("collector", "DOTNET_gcServer", value: "1", to: Mode, from: "workstation")
{
    private const string Mode = "server";

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.CollectorMode.Is(Mode);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) => seen.Is(WatchQuantities.IsServerCollector) ? null : this;

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.IsServerCollector) is { Value: false } ? "the program still has the workstation collector" : null;
}

using System.Globalization;
using Fathom.Diagnosis.Observations;
using Fathom.Machines.Kernel;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>No limit of processor time, for a program that inherits one which stops it: it is started in a control group of its own,
/// outside of the limited ones. Its runtime still sees as many processors, so that only the stops end.</summary>
public sealed class WithoutQuota : Intervention
{
    private readonly double? _processors;

    /// <summary>The change before it is fitted to a program.</summary>
    public WithoutQuota()
        : this(null, null)
    {
    }

    private WithoutQuota(double? quota, double? processors)
        : base(
            "processor_quota", "cpu.max", value: "max", to: "no limit",
            from: quota is { } limit ? FigureText.Number(limit) : "the limit that it inherits") =>
        _processors = processors;

    /// <inheritdoc/>
    /// <remarks>A runtime sees no more processors than a limit allows, rounded up.</remarks>
    public override IReadOnlyDictionary<string, string> Environment => _processors is { } processors
        ? new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = processors.ToString(CultureInfo.InvariantCulture) }
        : new Dictionary<string, string>();

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.Quota.Is(ProcessorLists.Online().Count);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) =>
        seen.Find(WatchQuantities.Quota) is { Value: var quota } && seen.Find(WatchQuantities.Throttled) is { Value: > 0 }
            ? new WithoutQuota(quota, seen.Find(ProcessQuantities.Processors)?.Value)
            : null;

    /// <inheritdoc/>
    public override async Task<RunEnvironment> PrepareAsync(CancellationToken cancellation) =>
        await UnlimitedGroup.CreateAsync(ProcessorGroups.Own(), cancellation);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.Throttled) is not { Value: var stopped } ? "the program's control group was not seen"
        : stopped > before.Value(WatchQuantities.Throttled) / 2
            ? $"a limit still stopped the program for {FigureText.Duration(stopped)}: it enters a limited control group itself"
        : null;
}

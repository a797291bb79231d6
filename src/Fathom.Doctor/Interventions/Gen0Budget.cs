using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>A generation 0 that holds more before it is collected. The variable is read as a hexadecimal number of bytes.</summary>
public sealed class Gen0Budget() : Intervention("gen0_budget", "DOTNET_GCgen0size", value: $"{Bytes:X}", to: $"{Bytes >> 20} MiB")
{
    private const int Bytes = 256 << 20;

    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.Gen0Budget.Is(Bytes);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) => InducedCollections.AreMost(seen) ? null : this;

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.Collections) is { Value: var collections }
        && before.Find(WatchQuantities.Collections) is { Value: var all } && collections > all / 2
            ? $"there were still {FigureText.Whole(collections)} collections, and {FigureText.Whole(all)} without it"
            : null;
}

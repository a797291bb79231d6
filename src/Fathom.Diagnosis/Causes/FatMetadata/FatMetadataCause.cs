using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.FatMetadata;

/// <summary>
/// <c>fat-metadata</c>: large tokens or baggage go with every call, in full, since SocketsHttpHandler keeps no table of what it has sent.
/// Proven by no-op calls without the caller's metadata.
/// </summary>
public sealed class FatMetadataCause() : Cause(Name, provenBy: [PathQuantities.IsBare])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "fat-metadata";

    // Less goes with the first packet of a call.
    private const double MinBytes = 1024;
    private const double MinMs = 0.05;

    private const string Fix = """
        // less with each call: a reference token in place of a fat one, fewer claims, less baggage
        // or once for many calls: one long stream that is authenticated when it begins
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [PathQuantities.MetadataBytes, PathQuantities.RequestBytes, ServiceQuantities.NoOpTime, ServiceQuantities.CallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var metadata = seen.Value(PathQuantities.MetadataBytes);
        if (metadata < MinBytes)
        {
            return Screening.RuleOut($"the caller's metadata is {FigureText.Whole(metadata)} bytes");
        }

        if (seen.Find(PathQuantities.BareNoOpTime) is not { Value: var bare })
        {
            return null;
        }

        var (full, call) = (seen.Value(ServiceQuantities.NoOpTime), seen.Value(ServiceQuantities.CallTime));
        var figures = $"each call sends {FigureText.Whole(seen.Value(PathQuantities.HeaderBytes))} bytes of header fields for a request of "
            + $"{FigureText.Whole(seen.Value(PathQuantities.RequestBytes))} bytes; a no-op call takes {FigureText.Duration(full)} with the "
            + $"metadata and {FigureText.Duration(bare)} without";
        return full - bare < MinMs || (full - bare) / call < Screening.MinShare
            ? Screening.RuleOut(figures)
            : Screening.Suspected((full - bare) / call, figures, Fix, "the same no-op calls without the metadata");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => new(
        $"{FigureText.Whole(comparison.Baseline.Value(PathQuantities.MetadataBytes))} bytes of metadata go with every call: a no-op call "
            + $"takes {FigureText.Duration(comparison.Before)}, and {FigureText.Duration(comparison.After)} without them and nothing else "
            + "changed.", Fix);
}

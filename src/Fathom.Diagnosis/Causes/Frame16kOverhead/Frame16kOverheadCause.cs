using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.Frame16kOverhead;

/// <summary>
/// <c>frame-16k-overhead</c>: a large reply comes in frames of 16,384 bytes, the least that HTTP/2 allows as a limit (RFC 9113 section
/// 6.5.2), each with a header and a dispatch of its own. Information: it costs processor time, and that matters only where bytes come
/// nearly as fast as memory moves them.
/// </summary>
public sealed class Frame16kOverheadCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "frame-16k-overhead";

    // A transfer of this length and rate is bound by processors; others are bound by the path, windows or the method.
    private const double MinBytes = 16 << 20;
    private const double MinRate = 1_000;
    private const double SmallFrame = 16_384;

    private const string Fix = """
        // server on Kestrel: larger frames, where the client allows them (SocketsHttpHandler does not ask for any)
        kestrel.Limits.Http2.MaxFrameSize = 1024 * 1024;
        // or several streams over several connections, which use several processors
        """;

    /// <inheritdoc/>
    public override bool IsInformation => true;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [ServiceQuantities.ReplyBytes];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var bytes = seen.Value(ServiceQuantities.ReplyBytes);
        if (bytes < MinBytes || seen.Find(PathQuantities.TransferRate) is not { Value: var rate }
            || seen.Find(PathQuantities.LargestFrame) is not { Value: var frame })
        {
            return Screening.RuleOut($"a reply has {FigureText.Whole(bytes)} bytes, less than 16 MiB");
        }

        var figures = $"a reply of {FigureText.Whole(bytes)} bytes comes in frames of up to {FigureText.Whole(frame)} bytes, "
            + $"{FigureText.Number(rate)} MB/s";
        return rate < MinRate || frame > SmallFrame
            ? Screening.RuleOut(figures)
            : Screening.Suspected(0, $"{figures}: from 1,000 MB/s on the header and the dispatch of each frame take processors; for "
                + "information", Fix, "the same with a larger MaxFrameSize of server and client");
    }
}

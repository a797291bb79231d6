using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.FlushPerMessage;

/// <summary>
/// <c>flush-per-message</c>: a reply of many small messages is written and flushed message by message: a DATA frame, a wake-up and often a
/// segment each. A hint from outside: how the server writes is the server's.
/// </summary>
public sealed class FlushPerMessageCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "flush-per-message";

    private const double MinMessages = 100;
    private const double MaxMessageBytes = 1_024;

    // Full frames have 16,384 bytes.
    private const double FrameBytes = 16_384;
    private const double MaxFrameBytes = 4_096;

    // Messages that come further apart than this are events: they are sent as they occur.
    private const double MaxApartMs = 0.25;

    private const string Fix = """
        // tell the library that more follows, but for the last message; or many items in one message (repeated)
        responseStream.WriteOptions = new WriteOptions(WriteFlags.BufferHint);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [PathQuantities.ReplyMessages, BehaviourQuantities.ReplyFrames, ServiceQuantities.ReplyBytes, ServiceQuantities.CallTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (messages, frames) = (seen.Value(PathQuantities.ReplyMessages), seen.Value(BehaviourQuantities.ReplyFrames));
        var (bytes, call) = (seen.Value(ServiceQuantities.ReplyBytes), seen.Value(ServiceQuantities.CallTime));
        var figures = $"{FigureText.Whole(messages)} messages of a reply came in {FigureText.Whole(frames)} DATA frames";
        if (messages < MinMessages || seen.Find(BehaviourQuantities.StreamTime) is not { Value: var stream })
        {
            return Screening.RuleOut(figures);
        }

        var spared = 1 - (Math.Ceiling(bytes / FrameBytes) / frames);
        return bytes / messages > MaxMessageBytes || bytes / frames > MaxFrameBytes || stream / messages > MaxApartMs
                || spared * stream / call < Screening.MinShare
            ? Screening.RuleOut($"{figures}, {FigureText.Duration(stream / messages)} apart")
            : Screening.Suspected(spared * stream / call, $"{figures}, {FigureText.Whole(bytes / frames)} bytes each, within "
                + $"{FigureText.Duration(stream)} of the {FigureText.Duration(call)} of a call; {FigureText.Whole(FrameBytes)} bytes fit "
                + "into a frame. The share is the most that fewer frames can spare", Fix,
                "the same messages written with WriteFlags.BufferHint");
    }
}

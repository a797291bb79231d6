using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.HugeUnaryMessage;

/// <summary>
/// <c>huge-unary-message</c>: a reply of one message of many MiB. It is complete on the server before its first byte is sent, and complete
/// on the client before it is read, so that making, sending and reading add up in place of overlapping. A hint from outside: how a reply is
/// cut is the service's contract.
/// </summary>
public sealed class HugeUnaryMessageCause() : Cause(Name)
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "huge-unary-message";

    // What clients accept by default (MaxReceiveMessageSize): larger ones are refused unless both sides were changed.
    private const double MinBytes = 4_194_304;
    private const double MinShare = 0.2;

    private const string Fix = """
        // parts below 85,000 bytes in a stream: the first is under way while the next is made
        rpc Download(Request) returns (stream Part);
        // and no copy of large bytes
        new Part { Payload = UnsafeByteOperations.UnsafeWrap(memory) };
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
        [BehaviourQuantities.LargestMessage, ServiceQuantities.NoOpTime];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var bytes = seen.Value(BehaviourQuantities.LargestMessage);
        var figures = $"the largest message of a reply has {FigureText.Size(bytes)}";
        if (bytes < MinBytes || seen.Find(BehaviourQuantities.FirstByteTime) is not { Value: var first }
            || seen.Find(BehaviourQuantities.StreamTime) is not { Value: var stream })
        {
            return Screening.RuleOut(figures);
        }

        if (seen.Has(CompressionQuantities.Codec))
        {
            return Screening.RuleOut($"{figures}, and it is compressed: what that costs is another question");
        }

        var call = first + stream;
        var made = Math.Max(0, first - seen.Value(ServiceQuantities.NoOpTime));
        var all = $"{figures}: its first byte comes after {FigureText.Duration(first)} of the {FigureText.Duration(call)} of a call";
        return made / call < MinShare
            ? Screening.RuleOut(all)
            : Screening.Suspected(made / call, $"{all}, since it is made as a whole first", Fix,
                "the same content as a stream of small messages");
    }
}

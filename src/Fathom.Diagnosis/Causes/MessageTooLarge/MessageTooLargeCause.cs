using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.MessageTooLarge;

/// <summary>
/// <c>message-too-large</c>: every call fails because its one message exceeds the receiver's limit, compressed or not. Proven by the same
/// bytes as a stream of records, of which none fails.
/// </summary>
public sealed class MessageTooLargeCause() : Cause(Name, provenBy: [CallQuantities.IsStream])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "message-too-large";

    /// <summary>gRPC's default limit of a received message, bytes (<c>GRPC_DEFAULT_MAX_RECV_MESSAGE_LENGTH</c>).</summary>
    public const double DefaultLimit = 4 * 1024 * 1024;

    private const string Fix = """
        // one message per record: nothing has to be held whole, and sending overlaps with reading
        foreach (var candidate in candidates)
        {
            await responseStream.WriteAsync(candidate);
        }
        // where the message must stay whole, the client raises its limit
        var channel = GrpcChannel.ForAddress(address, new GrpcChannelOptions { MaxReceiveMessageSize = 16 * 1024 * 1024 });
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.Failed, CallQuantities.ResourceExhausted, CallQuantities.MessageBytes];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var failed = comparison.Baseline.Value(CallQuantities.ResourceExhausted);
        var size = comparison.Baseline.Value(CallQuantities.MessageBytes);
        if (failed == 0 || failed != comparison.Baseline.Value(CallQuantities.Failed) || size <= DefaultLimit
            || comparison.Counterfactual.Find(CallQuantities.Failed) is not { Value: 0 }
            || comparison.Counterfactual.Find(CallQuantities.MessageBytes) is not { Value: var part })
        {
            return null;
        }

        var claim = $"All {failed:0} downloads as one message failed with ResourceExhausted (\"Received message larger than max "
            + $"({size:0} vs. {DefaultLimit:0})\"); as a stream of messages of {FigureText.Number(part)} bytes none did.";
        return new Conclusion(claim, Fix);
    }
}

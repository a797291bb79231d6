using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>message-too-large</c>: every call fails because its one message is over the receiver's limit, compressed or not. Proven by the same
/// bytes as a stream of records: not one fails.
/// </summary>
/// <param name="limit">The receiver's limit, in bytes.</param>
public sealed class MessageTooLargeRule(int limit) : IFindingRule
{
    /// <summary>The metric it compares: bytes of a message.</summary>
    public const string MessageBytes = "message_bytes";

    private const string Status = "ResourceExhausted";

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
    public string Id => "message-too-large";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var failed = pair.Baseline.ErrorsByStatus.GetValueOrDefault(Status);
        if (!pair.Difference.Supported || failed == 0 || failed != pair.Baseline.Errors || pair.Counterfactual.Errors != 0
            || pair.InBaseline(MessageBytes) is not { } size || size <= limit || pair.InCounterfactual(MessageBytes) is not { } part)
        {
            return null;
        }

        var claim = $"All {failed} downloads as one message failed with {Status} (\"Received message larger than max ({size:0} vs. "
            + $"{limit})\"); "
            + $"as a stream of messages of {Say.Number(part)} bytes none did.";
        return pair.Finding(Id, claim, Fix);
    }
}

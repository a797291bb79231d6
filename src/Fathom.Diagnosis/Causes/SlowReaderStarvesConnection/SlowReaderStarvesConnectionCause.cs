using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SlowReaderStarvesConnection;

/// <summary>
/// <c>slow-reader-starves-connection</c>: requests that the server's handlers do not read keep the credit of their connection (RFC 9113
/// section 5.2), so that every other request on it waits, while the server is idle. Proven by the request of one more call, which begins on
/// a connection of its own and not beside them.
/// </summary>
public sealed class SlowReaderStarvesConnectionCause() : Cause(Name, provenBy: [HangQuantities.OwnConnection])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "slow-reader-starves-connection";

    private const string Fix = """
        // handler: read the request to its end, or end the call; what is slow takes from a queue of its own
        await foreach (var item in requests.ReadAllAsync(context.CancellationToken))
            if (!queue.Writer.TryWrite(item))
                throw new RpcException(new Status(StatusCode.ResourceExhausted, "too many items at a time"));
        // client: long streams over a channel of their own, and a deadline for each call
        // server: more room, until the same happens again: kestrel.Limits.Http2.InitialConnectionWindowSize
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [HangQuantities.HeldBytes, HangQuantities.HoldingCalls];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside => [HangQuantities.Hangs];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        if (!seen.Is(HangQuantities.Hangs))
        {
            return Screening.RuleOut("calls end: their requests are read");
        }

        if (seen.Find(HangQuantities.PingTime) is not { Value: var ping })
        {
            return Screening.RuleOut(seen.Is(HangQuantities.InHandshake) ? "no request was sent yet"
                : "PING was not answered behind the call that did not end: its connection carries nothing");
        }

        var (sent, left) = (seen.Value(HangQuantities.RequestSent), seen.Value(HangQuantities.RequestLeft));
        if (left <= 0)
        {
            return Screening.RuleOut($"the request of the call that did not end went out, all {FigureText.Whole(sent)} bytes of it");
        }

        if (seen.Find(HangQuantities.HeldBytes) is not { Value: var held } || seen.Is(HangQuantities.RequestStarts)
            || !seen.Is(HangQuantities.OwnRequestStarts))
        {
            return Screening.RuleOut($"the server gave no room for {FigureText.Whole(left)} bytes of the request, and further requests on "
                + "the same connection began all the same");
        }

        var (waited, own) = (seen.Value(HangQuantities.RequestStart), seen.Value(HangQuantities.OwnRequestStart));
        return Screening.Suspected(1 - (own / waited),
            $"of a request of {FigureText.Whole(sent + left)} bytes the server took {FigureText.Whole(sent)} and gave no room for the "
                + $"rest, while it answered PING in {FigureText.Duration(ping)}; "
                + $"{FigureText.Whole(seen.Value(HangQuantities.HoldingCalls))} such calls hold {FigureText.Whole(held)} bytes, all that "
                + $"their connection may send, and the request of one more did not begin within {FigureText.Duration(waited)}",
            Fix, "one more call on a connection of its own");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var (calls, held) = (comparison.Baseline.Value(HangQuantities.HoldingCalls), comparison.Baseline.Value(HangQuantities.HeldBytes));
        return new Conclusion(
            $"The method does not read its requests: {FigureText.Whole(calls)} calls hold {FigureText.Whole(held)} bytes, the whole credit "
                + $"of their connection, and every further request on it waits: given up after "
                + $"{FigureText.Duration(comparison.Before)}, and begun after "
                + $"{FigureText.Duration(comparison.After)} on a connection of its own and nothing else changed.", Fix);
    }
}

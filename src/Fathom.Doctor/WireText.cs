using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Doctor;

/// <summary>What TCP says of the bytes of a watched process, as sentences.</summary>
internal static class WireText
{
    // Fewer bytes, or for less of the time, decide nothing.
    private const double MinBytes = 1 << 20;
    private const double MinShare = 0.1;

    // A loss in a thousand packets lets those that follow it come out of order.
    private const double MinLost = 0.002;

    // Within a machine or a rack round trips cost nothing, ms.
    private const double MinRoundTripMs = 1;

    /// <summary>The sentences; none where bytes cost no time.</summary>
    public static IEnumerable<string> Lines(Evidence seen)
    {
        if (seen.Find(TcpQuantities.ReceiveRate) is { Value: var rate } && seen.Find(TcpQuantities.ReceiveShare) is { Value: var share }
            && seen.Find(TcpQuantities.BytesReceived) is { Value: >= MinBytes } && share >= MinShare)
        {
            yield return $"Bytes came for {Percent(share)} of the time, with {FigureText.Number(rate)} MB/s"
                + (seen.Find(TcpQuantities.RoundTrip) is { Value: >= MinRoundTripMs and var roundTrip }
                    ? $", {FigureText.Whole(Math.Round(rate * 1000 * roundTrip))} in each round trip of {FigureText.Duration(roundTrip)}."
                    : ".");
        }

        if (seen.Find(TcpQuantities.OutOfOrderShare) is { Value: >= MinLost and var late })
        {
            yield return $"{Percent(late)} of the packets came out of order, as they do after a loss.";
        }

        if (seen.Find(TcpQuantities.SentAgainShare) is { Value: >= MinLost and var again })
        {
            yield return $"{Percent(again)} of its packets were sent again.";
        }
    }
}

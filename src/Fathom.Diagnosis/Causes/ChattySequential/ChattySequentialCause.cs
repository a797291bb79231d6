using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ChattySequential;

/// <summary>
/// <c>chatty-sequential</c>: a program waits for many round trips one after another, each short. Proven by a link of a known delay between
/// the program and what it calls: by how many added round trips the program then takes longer is for how many it waits.
/// </summary>
public sealed class ChattySequentialCause() : Cause(Name, provenBy: [LinkQuantities.AddedDelay])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "chatty-sequential";

    private const string Formula = "T + n x RTT: n calls one after another, RTT the round trip that the link adds, T the time without it";

    // Fewer calls are no conversation.
    private const double MinCalls = 20;

    // Below, calls wait for the libraries and processors of both sides, not for the path.
    private const double MinRoundTripMs = 1;

    // Of calls that wait for each other each costs one added round trip; of those under way together, a part of one.
    private const double MinRoundTripsPerCall = 0.5;

    // A reply of more than the first window takes round trips of its own.
    private const double LargestReply = 65_535;

    private const string Fix = """
        // independent calls at once
        var replies = await Task.WhenAll(ids.Select(id => client.FindAsync(new Request { Id = id }).ResponseAsync));
        // or one call for all of them: a repeated field
        var all = await client.FindAllAsync(new Requests { Ids = { ids } });
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [WatchQuantities.Exchanges, LinkQuantities.RoundTrip];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
    [
        WatchQuantities.Watched, WatchQuantities.CpuTime, WatchQuantities.Exchanges, WatchQuantities.MaxCallsAtOnce,
        WatchQuantities.CallShare, WatchQuantities.MeanCallTime, WatchQuantities.BytesReceived, CallQuantities.ConnectionsOpened,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (calls, most) = (seen.Value(WatchQuantities.Exchanges), seen.Value(WatchQuantities.MaxCallsAtOnce));
        var share = seen.Value(WatchQuantities.CallShare);
        // A program that computes while a call is under way does not wait for it.
        var waiting = Math.Min(share, 1 - (seen.Value(WatchQuantities.CpuTime) / seen.Value(WatchQuantities.Watched)));
        var figures = $"{FigureText.Whole(calls)} calls, at most {FigureText.Whole(most)} under way at a time";
        if (calls < MinCalls || most > 1 || seen.Value(CallQuantities.ConnectionsOpened) > calls / 2)
        {
            return Screening.RuleOut(figures);
        }

        var size = seen.Value(WatchQuantities.BytesReceived) / calls;
        if (size > LargestReply)
        {
            return Screening.RuleOut($"{figures}, of {FigureText.Whole(Math.Round(size))} bytes each: they wait for their own bytes");
        }

        var took = seen.Value(WatchQuantities.MeanCallTime);
        figures += $", of {FigureText.Duration(took)} each; one was under way for {FigureText.Number(100 * share)} % of the time";
        return waiting < Screening.MinShare || took < MinRoundTripMs
            ? Screening.RuleOut(figures)
            : Screening.Suspected(waiting, figures, Fix, "a link of a known delay between the program and what it calls");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var (calls, added) = (seen.Value(WatchQuantities.Exchanges), seen.Value(LinkQuantities.RoundTrip) * 1000);
        double Trips(double ratio) => (ratio - 1) * comparison.After / added;
        var (trips, ratio) = ((comparison.Before - comparison.After) / added, comparison.Difference.Ratio);
        if (trips < MinRoundTripsPerCall * calls)
        {
            return null;
        }

        var claim = $"It waits for {FigureText.Number(trips)} round trips one after another ({FigureText.Number(Trips(ratio.Low))} to "
            + $"{FigureText.Number(Trips(ratio.High))}), {FigureText.Number(trips / calls)} for each of {FigureText.Whole(calls)} calls: "
            + $"{FigureText.Duration(comparison.After)}, and {FigureText.Duration(comparison.Before)} over a link that adds "
            + $"{FigureText.Duration(added)} to each and nothing else changed.";
        var own = seen.Find(ServiceQuantities.PingTime)?.Value;
        var cost = Math.Min(1, trips * (own ?? 0) / comparison.After);
        return new Conclusion(
            own is null ? claim : $"{claim} Of the path as it is, {FigureText.Duration(own.Value)} there and back, that is "
                + $"{FigureText.Number(100 * cost)} % of the time.", Fix)
        {
            Model = comparison.Predict(Formula, comparison.After + (calls * added)),
            Share = own is null ? null : Math.Round(cost, 3),
            NotShown = own is null ? "the round trip of the path as it is is not known: what it calls does not answer PING"
                : own < MinRoundTripMs || cost < Screening.MinShare
                    ? $"the path as it is costs little, {FigureText.Duration(own.Value)} there and back: the calls themselves take the time"
                : null,
        };
    }
}

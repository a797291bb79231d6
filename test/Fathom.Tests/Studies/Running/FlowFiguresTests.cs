using Fathom.Studies.Running;
using Fathom.Link.Flows;

namespace Fathom.Tests.Studies.Running;

public class FlowFiguresTests
{
    private const long RoundTrip = 50_000_000;

    [Fact]
    public void The_median_round_trip_and_the_growth_from_the_first_on_are_told()
    {
        long[] flights = [10, 20, 40, 80, 80, 80, 80, 160];
        var figures = FlowFigures.Of(Flow(flights), null).Values;
        (figures["bytes_per_round_trip"], figures["busy_round_trips"], figures["growing_round_trips"], figures["round_trip_ms"])
            .ShouldBe((80, 8, 3, 50));
    }

    [Fact]
    public void What_prepared_the_connection_is_not_counted()
    {
        // Eight round trips of 1,000 bytes, then four of 5: those were timed, with half a round trip for the request and half for the last
        // byte.
        var figures = FlowFigures.Of(Flow([.. Enumerable.Repeat(1000L, 8), 5, 5, 5, 5]), TimeSpan.FromMilliseconds(200)).Values;
        (figures["bytes_per_round_trip"], figures["busy_round_trips"]).ShouldBe((5, 4));
    }

    [Fact]
    public void A_connection_that_carried_nothing_has_figures_too() =>
        FlowFigures.Of(Flow([]), TimeSpan.FromSeconds(1)).Values["bytes_per_round_trip"].ShouldBe(0);

    [Fact]
    public void Long_series_are_thinned_and_keep_their_ends()
    {
        var series = FlowFigures.Of(Flow([.. Enumerable.Repeat(100L, 5000)]), null).Series.Single(s => s.Name == "sequence.sent");
        series.Points.Count.ShouldBeInRange(100, 400);
        series.Points[0].ShouldBe((0, 100));
        series.Points[^1].Value.ShouldBe(500_000);
        series.Points.Select(p => p.AtMs).ShouldBeInOrder();
    }

    private static TcpFlow Flow(long[] flights)
    {
        var sum = 0L;
        return new TcpFlow
        {
            SentByFarEnd = true, Bytes = flights.Sum(), Segments = flights.Length, Retransmitted = 0, LargestSegment = 100,
                RoundTrip = RoundTrip, MaxInFlight = 100,
            Sent = [.. flights.Select((f, i) => new FlowPoint(i * RoundTrip, sum += f))], Acknowledged = [], Allowed = [],
        };
    }
}

using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Causes.GcPauses;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Servers that stop as a whole: for their collector, or for a limit of processor time.</summary>
public sealed class StoppedServerTests
{
    private static readonly GcPausesCause Collector = new();
    private static readonly CpuQuotaThrottlingCause Quota = new();

    [Theory]
    [InlineData(6, 0.4, 150, 0.3, true, false)] // At no fixed times.
    [InlineData(12, 0.4, 70, 0.97, false, true)] // Ends on the grid of periods.
    [InlineData(12, 0.4, 250, 0.97, false, false)] // No period is that long.
    [InlineData(2, 0.05, 60, 0.9, false, false)]
    public void Stops_on_the_grid_of_periods_are_those_of_a_limit_and_others_those_of_a_collector(
        double stops, double share, double longest, double grid, bool isCollector, bool isQuota)
    {
        var seen = Stopped(stops, share, longest, grid, alone: 0);
        Collector.ScreenService(seen)!.IsSuspected.ShouldBe(isCollector);
        Quota.ScreenService(seen)!.IsSuspected.ShouldBe(isQuota);
    }

    // Measured of a service with a tenth of a processor: without calls of the method it stopped for 59 % of the time, since PING and no-op
    // calls use the limit up as well.
    [Theory]
    [InlineData(0.97, true)]
    [InlineData(0.3, false)]
    public void Stops_without_calls_as_well_are_no_collectors_and_on_the_grid_those_of_a_limit(double grid, bool isQuota)
    {
        var seen = Stopped(12, 0.4, 70, grid, alone: 0.4);
        Collector.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
        Quota.ScreenService(seen)!.IsSuspected.ShouldBe(isQuota);
    }

    [Fact]
    public void A_stop_is_a_span_in_which_neither_connection_was_answered_while_this_machine_ran()
    {
        StampSpan[] first = [Span(0, 10), Span(20, 220), Span(300, 420), Span(500, 501), Span(700, 800)];
        StampSpan[] second = [Span(5, 15), Span(35, 221), Span(305, 419), Span(500, 640), Span(700, 800)];
        StampSpan[] own = [Span(0, 3), Span(310, 400)];
        // A large message on the path that all share.
        StampSpan[] moves = [Span(690, 780)];
        var stops = new ServerStops(first, second, own, moves, 1_000, TimeProvider.System);
        stops.Count.ShouldBe(1);
        stops.LongestMs.ShouldBe(185, 0.001);
        stops.Share.ShouldBe(0.185, 0.001);
        stops.OwnDelayShare.ShouldBe(0.09, 0.001);
    }

    [Theory]
    [InlineData(100, 1)]
    [InlineData(150, 0)]
    public void Ends_of_stops_fit_the_grid_of_their_period_alone(double period, double fit)
    {
        StampSpan[] spans = [Span(40, 100), Span(130, 200), Span(235, 300)];
        new ServerStops(spans, spans, [], [], 1_000, TimeProvider.System).GridFit(period).ShouldBe(fit, 0.01);
    }

    private static StampSpan Span(double from, double to) => new(Stamp(from), Stamp(to));

    private static long Stamp(double ms) => (long)(ms * TimeProvider.System.TimestampFrequency / 1000);

    private static Evidence Stopped(double stops, double share, double longest, double grid, double alone) => ServiceEvidence.With(
        BehaviourQuantities.LoadedStops.Is(stops), BehaviourQuantities.LoadedStopShare.Is(share),
        BehaviourQuantities.LongestStop.Is(longest),
        BehaviourQuantities.StopGrid.Is(grid), BehaviourQuantities.IdleStopShare.Is(alone));
}

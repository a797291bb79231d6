using Fathom.Wire.FlowControl;

namespace Fathom.Tests.Wire.FlowControl;

public sealed class BandwidthDelayEstimatorTests
{
    private const int Window = 64 * 1024;

    [Fact]
    public void A_window_that_every_round_trip_fills_doubles_up_to_the_largest()
    {
        var windows = Rounds(new BandwidthDelayEstimator(Window, 10 * Window), milliseconds: 50, bytes: window => window);
        windows.ShouldBe([2 * Window, 4 * Window, 8 * Window, 10 * Window, 10 * Window]);
    }

    [Fact]
    public void A_round_trip_that_leaves_room_changes_nothing()
    {
        var windows = Rounds(new BandwidthDelayEstimator(Window, 10 * Window), milliseconds: 50, bytes: window => window / 2);
        windows.ShouldAllBe(window => window == Window);
    }

    [Theory]
    [InlineData(0, Window)]
    [InlineData(1, 2 * Window)]
    public void A_round_trip_grows_the_window_when_it_fills_more_than_two_thirds_of_it(int more, int expected)
    {
        var estimator = new BandwidthDelayEstimator(Window, 10 * Window);
        var now = 0L;

        Round(estimator, ref now, milliseconds: 50, bytes: (2 * Window / 3) + more);

        estimator.Window.ShouldBe(expected);
    }

    [Fact]
    public void A_larger_window_that_brought_no_bandwidth_is_the_last()
    {
        // What doubles here is the time a round trip takes: a queue grows, and nothing is gained.
        var estimator = new BandwidthDelayEstimator(Window, 100 * Window);
        var now = 0L;
        List<int> windows = [];
        foreach (var milliseconds in new[] { 50, 100, 200, 400 })
        {
            Round(estimator, ref now, milliseconds, estimator.Window);
            windows.Add(estimator.Window);
        }

        windows.ShouldBe([2 * Window, 2 * Window, 2 * Window, 2 * Window]);
    }

    [Fact]
    public void Small_calls_are_not_to_pay_for_a_probe_each()
    {
        var estimator = new BandwidthDelayEstimator(Window, 10 * Window);
        var probes = 0;
        for (var received = 0; received < Window; received += 100)
        {
            if (estimator.Receive(100))
            {
                probes++;
                estimator.OnProbeSent(received);
                estimator.OnProbeAcknowledged(received + 1);
            }
        }

        probes.ShouldBe(4, "one for each quarter of the window that has passed");
        estimator.Window.ShouldBe(Window);
    }

    [Fact]
    public void While_a_probe_is_under_way_there_is_no_other()
    {
        var estimator = new BandwidthDelayEstimator(Window, 10 * Window);
        estimator.Receive(Window).ShouldBeTrue();
        estimator.OnProbeSent(0);
        estimator.IsProbing.ShouldBeTrue();
        estimator.Receive(Window).ShouldBeFalse();
        estimator.OnProbeAcknowledged(10).ShouldBeTrue();
        estimator.IsProbing.ShouldBeFalse();
    }

    [Fact]
    public void At_its_largest_it_asks_no_more()
    {
        var estimator = new BandwidthDelayEstimator(Window, Window / 2);
        estimator.Window.ShouldBe(Window, "the first window stays");
        estimator.Receive(100 * Window).ShouldBeFalse();
    }

    private static List<int> Rounds(BandwidthDelayEstimator estimator, int milliseconds, Func<int, int> bytes)
    {
        var now = 0L;
        List<int> windows = [];
        for (var round = 0; round < 5; round++)
        {
            Round(estimator, ref now, milliseconds, bytes(estimator.Window));
            windows.Add(estimator.Window);
        }

        return windows;
    }

    private static void Round(BandwidthDelayEstimator estimator, ref long now, int milliseconds, int bytes)
    {
        if (estimator.Receive(estimator.Window / 4))
        {
            estimator.OnProbeSent(now);
            estimator.Receive(bytes);
            now += milliseconds;
            estimator.OnProbeAcknowledged(now);
        }
    }
}

using Fathom.Doctor.Probes.Runtime;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>What counters of calls and requests show of streams that are held, and of calls that wait for one.</summary>
public sealed class StreamCountTests
{
    [Fact]
    public void Calls_that_end_are_not_held() => Watch((10, 5), (20, 5), (30, 4), (40, 5)).ShouldSatisfyAllConditions(
        c => c.Unended.ShouldBe(0), c => c.UnderWay.ShouldBe(5), c => c.StuckShare.ShouldBe(0));

    [Fact]
    public void Calls_that_never_end_grow_until_nothing_ends_any_more()
    {
        // Two calls at a time, one of which ends, until 100 are under way; then none ends.
        var calls = Watch([.. Enumerable.Range(1, 100).Select(i => (2d * i, (double)i)), .. Enumerable.Repeat((200d, 100d), 100)]);
        calls.Unended.ShouldBe(99);
        calls.StuckShare!.Value.ShouldBe(0.5, 0.01);
    }

    [Fact]
    public void Subscriptions_from_the_start_did_not_begin_while_watched() =>
        Watch((50, 50), (50, 50), (50, 50), (50, 50)).Unended.ShouldBe(0);

    [Fact]
    public void Many_at_a_time_that_end_in_the_end_are_not_held() =>
        Watch((0, 0), (400, 400), (500, 400), (900, 400), (1_000, 43)).Unended.ShouldBe(0);

    [Fact]
    public void Without_a_client_nothing_is_known() => new OpenCalls().ShouldSatisfyAllConditions(
        c => c.Unended.ShouldBeNull(), c => c.UnderWay.ShouldBeNull(), c => c.StuckShare.ShouldBeNull());

    [Fact]
    public void The_first_to_wait_do_so_for_the_first_connection()
    {
        var queue = new RequestQueue();
        queue.AddUnderWay(2_000);
        queue.AddWaited(meanMs: 60, requests: 20);
        queue.Share.ShouldBe(0);
        queue.AddWaited(meanMs: 50, requests: 20);
        queue.AddWaited(meanMs: 0.2, requests: 1_000);
        queue.Share.ShouldBe(0.5);
    }

    private static OpenCalls Watch(params (double Begun, double UnderWay)[] looks)
    {
        var calls = new OpenCalls();
        foreach (var (begun, underWay) in looks)
        {
            calls.Add(new CounterValue("Grpc.Net.Client/total-calls", 0, begun, false, 1));
            calls.Add(new CounterValue("Grpc.Net.Client/current-calls", 0, underWay, false, 1));
        }

        return calls;
    }
}

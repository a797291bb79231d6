using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.CpuSaturation;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;

namespace Fathom.Tests.Doctor.Services;

/// <summary>Calls that wait for each other on the server: behind a lock, or for threads.</summary>
public sealed class ServiceQueueTests
{
    private static readonly SerialisedHandlerCause Serialised = new();
    private static readonly ThreadPoolStarvationCause Starved = new();

    private static readonly Evidence Queued = ServiceEvidence.With(ServiceQuantities.CallTime.Is(10.5),
        ServiceQuantities.BurstTime.Is(330), ServiceQuantities.SpreadBurstTime.Is(332));

    private static readonly Evidence Blocked = ServiceEvidence.With(ServiceQuantities.CallTime.Is(201),
        ServiceQuantities.BurstTime.Is(2_400), ServiceQuantities.SpreadBurstTime.Is(2_000), ServiceQuantities.LoadedNoOp.Is(1_500),
        ServiceQuantities.LongestNoOp.Is(1_500), ServiceQuantities.ServerProcessors.Is(2),
        ServiceQuantities.LoadedPing.Is(1_900), ServiceQuantities.BurstTail.Is(0.05));

    [Fact]
    public void Calls_that_end_one_by_one_while_others_answer_are_behind_a_lock_and_not_starved()
    {
        Serialised.ScreenService(Queued)!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldContain("about 1 at a time"));
        Starved.ScreenService(Queued)!.IsSuspected.ShouldBeFalse();
    }

    [Fact]
    public void A_queue_is_proven_where_one_call_at_a_time_takes_no_longer() => Judge(ComparisonQuestion.Equivalence)
        .ShouldNotBeNull().Claim.ShouldStartWith("The method serves one call at a time: the same calls take 330 ms all at once and 326 ms");

    [Fact]
    public void A_difference_is_no_proof_of_a_queue() => Judge(ComparisonQuestion.Difference).ShouldBeNull();

    [Fact]
    public void Calls_that_starve_the_pool_hold_no_op_calls_and_PING_as_well()
    {
        Starved.ScreenService(Blocked)!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldContain("ended within 5 % of the time"));
        Serialised.ScreenService(Blocked)!.IsSuspected.ShouldBeFalse();
        ServiceEvidence.Judge(Starved, Blocked, ServiceQuantities.CallsBeside.Is(1), ServiceQuantities.LongestNoOp, 1_500, 0.4)
            .ShouldNotBeNull().Claim.ShouldContain("a no-op call takes up to 1.5 s beside 32 calls, and 400 µs beside one at a time");
    }

    // As measured of 32 handlers that sleep for 60 ms on two processors, and of the same with processors that something keeps busy.
    [Theory]
    [InlineData(0.185, true)]
    [InlineData(1.8, false)]
    public void A_wait_of_less_than_busy_processors_cause_is_one_for_threads_where_processors_idle(double busy, bool isSuspected) =>
        Starved.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(61.7), ServiceQuantities.BurstTime.Is(303),
            ServiceQuantities.LongestNoOp.Is(240), ServiceQuantities.ServerProcessors.Is(2), ServiceQuantities.BusyProcessors.Is(busy)))!
            .IsSuspected.ShouldBe(isSuspected);

    // As measured of an interceptor that sleeps for 4 ms under a lock: its calls hold threads while they wait for each other.
    [Theory]
    [InlineData(5.2, 0.42)]
    [InlineData(5.93, 0.67)]
    public void Short_calls_under_a_lock_that_hold_threads_wait_for_each_other(double call, double noOp)
    {
        var locked = ServiceEvidence.With(ServiceQuantities.CallTime.Is(call), ServiceQuantities.NoOpTime.Is(noOp),
            ServiceQuantities.BurstTime.Is(140), ServiceQuantities.SpreadBurstTime.Is(140), ServiceQuantities.LongestNoOp.Is(113),
            ServiceQuantities.BurstTail.Is(0.186), ServiceQuantities.ServerProcessors.Is(2), ServiceQuantities.BusyProcessors.Is(0.23));
        Serialised.ScreenService(locked)!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldEndWith("calls hold threads while they wait"));
        Starved.ScreenService(locked)!.IsSuspected.ShouldBeFalse();
    }

    // As measured of a method that computes under a lock for 6 of its 7 ms, on two processors; with one they compute.
    [Theory]
    [InlineData(2, 0.96, 0.92, "serialised-handler")]
    [InlineData(2, 1.8, 0.05, "cpu-saturation")]
    [InlineData(1, 1, 0.125, "cpu-saturation")]
    public void Calls_that_compute_one_at_a_time_beside_an_idle_processor_wait_for_a_lock(
        double processors, double busy, double spare, string expected)
    {
        var seen = ServiceEvidence.With(ServiceQuantities.CallTime.Is(7), ServiceQuantities.BurstTime.Is(204),
            ServiceQuantities.SpreadBurstTime.Is(202), ServiceQuantities.LoadedNoOp.Is(100), ServiceQuantities.LongestNoOp.Is(187),
            ServiceQuantities.LoadedPing.Is(187), ServiceQuantities.ServerProcessors.Is(processors),
            ServiceQuantities.BusyProcessors.Is(busy), ServiceQuantities.SpareProcessors.Is(spare));
        Cause[] causes = [Serialised, Starved, new CpuSaturationCause()];
        causes.Where(c => c.ScreenService(seen)!.IsSuspected).Select(c => c.Id).ShouldBe([expected]);
        if (expected == Serialised.Id)
        {
            Serialised.ScreenService(seen)!.Evidence.ShouldContain("while 0.96 processors were busy of the 2 that the server can use");
        }
    }

    // A limit of half a processor leaves none idle when half of one is busy.
    [Fact]
    public void Calls_that_use_up_the_limit_of_their_server_wait_for_a_processor()
    {
        var seen = ServiceEvidence.With(ServiceQuantities.CallTime.Is(7), ServiceQuantities.BurstTime.Is(450),
            ServiceQuantities.LongestNoOp.Is(400), ServiceQuantities.ServerProcessors.Is(0.5), ServiceQuantities.BusyProcessors.Is(0.5),
            ServiceQuantities.SpareProcessors.Is(0));
        new CpuSaturationCause().ScreenService(seen)!.Evidence.ShouldContain("on 0.5 processors");
        Serialised.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
    }

    // As measured of handlers that block for 102 ms on one processor: later the pool has more threads than the one with which it began.
    [Theory]
    [InlineData(1_870, true)]
    [InlineData(3_090, false)]
    public void A_pool_of_one_thread_has_more_when_the_same_calls_are_made_again(double again, bool isStarved)
    {
        var seen = ServiceEvidence.With(ServiceQuantities.CallTime.Is(102), ServiceQuantities.BurstTime.Is(3_100),
            ServiceQuantities.SpreadBurstTime.Is(again), ServiceQuantities.LoadedNoOp.Is(1_580), ServiceQuantities.LongestNoOp.Is(3_100),
            ServiceQuantities.ServerProcessors.Is(1), ServiceQuantities.BusyProcessors.Is(0.09),
            ServiceQuantities.SpareProcessors.Is(0.91));
        Starved.ScreenService(seen)!.IsSuspected.ShouldBe(isStarved);
        Serialised.ScreenService(seen)!.IsSuspected.ShouldBe(!isStarved);
    }

    // As measured of a method of which each tenth call takes 80 ms.
    [Theory]
    [InlineData(0.96, false)]
    [InlineData(0.49, true)]
    public void Calls_of_which_a_few_take_longer_do_not_wait_for_each_other(double tail, bool isSuspected) => Serialised.ScreenService(
        ServiceEvidence.With(ServiceQuantities.CallTime.Is(0.6), ServiceQuantities.BurstTime.Is(83.6),
            ServiceQuantities.SpreadBurstTime.Is(82.6), ServiceQuantities.BurstTail.Is(tail)))!.IsSuspected.ShouldBe(isSuspected);

    // Of a method that waits for up to 40 ms, each time another: 10.8 ms, the median of five calls.
    [Theory]
    [InlineData(36, false)]
    [InlineData(12, true)]
    public void Calls_that_take_as_long_alone_at_times_do_not_wait_for_each_other(double longest, bool isSuspected) =>
        Serialised.ScreenService(ServiceEvidence.With(
            ServiceQuantities.CallTime.Is(10.8), ServiceQuantities.LongCallTime.Is(longest), ServiceQuantities.BurstTime.Is(38.6),
            ServiceQuantities.SpreadBurstTime.Is(39.8)))!.IsSuspected.ShouldBe(isSuspected);

    [Fact]
    public void A_path_on_which_TCP_is_as_slow_is_not_starved() => Starved.ScreenService(ServiceEvidence.With(
        ServiceQuantities.LongestNoOp.Is(1_500), ServiceQuantities.LoadedTcp.Is(1_400)))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Calls_no_more_at_a_time_than_processors_may_compute() => Starved.ScreenService(ServiceEvidence.With(
        ServiceQuantities.CallTime.Is(19), ServiceQuantities.BurstTime.Is(1_150), ServiceQuantities.LongestNoOp.Is(930),
        ServiceQuantities.ServerProcessors.Is(2)))!.Evidence.ShouldEndWith("by 2 processors, which may be busy");

    // More at a time than two processors compute, as where they vary in speed.
    [Fact]
    public void Calls_that_compress_keep_processors_busy_and_starve_no_pool() => Starved.ScreenService(ServiceEvidence.With(
        ServiceQuantities.CallTime.Is(30.6), ServiceQuantities.BurstTime.Is(350), ServiceQuantities.LongestNoOp.Is(340),
        ServiceQuantities.LoadedPing.Is(340), ServiceQuantities.ServerProcessors.Is(2), CompressionQuantities.Codec.Is("gzip"),
        ServiceQuantities.PlainCallTime.Is(1)))!.ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeFalse(), s => s.Evidence.ShouldEndWith("% of a call is compression, which keeps processors busy"));

    [Fact]
    public void Calls_that_a_limit_of_the_connection_holds_are_not_behind_a_lock() => Serialised.ScreenService(ServiceEvidence.With(
        ServiceQuantities.CallTime.Is(50), ServiceQuantities.BurstTime.Is(205), ServiceQuantities.SpreadBurstTime.Is(53)))!
        .IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData(8_388_608, 5)] // At 180 MB/s.
    [InlineData(1_048_576, 9)] // On their way for most of a call.
    public void Calls_whose_replies_fill_the_path_are_not_behind_a_lock(double bytes, double streamMs) => Serialised.ScreenService(
        ServiceEvidence.With(ServiceQuantities.CallTime.Is(10.5), ServiceQuantities.BurstTime.Is(1_420),
            ServiceQuantities.SpreadBurstTime.Is(1_400), ServiceQuantities.ReplyBytes.Is(bytes),
            BehaviourQuantities.StreamTime.Is(streamMs)))!.Evidence.ShouldEndWith("which the path or the processors hold up");

    // As measured of a healthy service: 32 requests of 1 MiB at once keep two processors busy.
    [Theory]
    [InlineData(73.1, false)]
    [InlineData(640, true)]
    public void Calls_whose_requests_keep_processors_busy_are_not_behind_a_lock(double burst, bool isSuspected) => Serialised.ScreenService(
        ServiceEvidence.With(ServiceQuantities.CallTime.Is(3.54), ServiceQuantities.BurstTime.Is(burst),
            ServiceQuantities.SpreadBurstTime.Is(0.72 * burst), PathQuantities.RequestBytes.Is(1_048_600)))!
        .IsSuspected.ShouldBe(isSuspected);

    [Fact]
    public void Calls_that_wait_for_processors_that_compress_are_not_behind_a_lock()
    {
        Setting[] compressing =
        [
            ServiceQuantities.CallTime.Is(40), ServiceQuantities.BurstTime.Is(1_200), ServiceQuantities.SpreadBurstTime.Is(1_200),
            ServiceQuantities.PlainCallTime.Is(3),
        ];
        Serialised.ScreenService(ServiceEvidence.With(compressing))!.IsSuspected.ShouldBeTrue("no codec was seen");
        Serialised.ScreenService(ServiceEvidence.With([.. compressing, CompressionQuantities.Codec.Is("gzip")]))!
            .Evidence.ShouldEndWith("92.5 % of a call is compression: calls wait for processors");
    }

    private static Conclusion? Judge(ComparisonQuestion asks) => ServiceEvidence.Judge(Serialised, Queued,
        ServiceQuantities.CallsAtOnce.Is(1), ServiceQuantities.BatchTime, 330, 326, asks);
}

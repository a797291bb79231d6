using Fathom.Load.Counting;
using Fathom.Load.Pacing;
using HdrHistogram;

namespace Fathom.Tests.Load.Counting;

/// <summary>Seconds and totals of several workers.</summary>
public class CollectorTests
{
    private const long Second = CallRecorder.IntervalNanoseconds;

    [Fact]
    public void Calls_of_all_workers_are_in_the_second_in_which_they_ended_and_in_the_total()
    {
        var exchange = new TallyExchange(2);
        var collector = new TallyCollector(exchange, 2);
        var workers = Enumerable.Range(0, 2).Select(_ => new CallRecorder(exchange, 2, isOpenLoop: true)).ToArray();
        foreach (var worker in workers)
        {
            Call(worker, 0, Second / 2, 0);
            Call(worker, Second / 2, Second + 1, 1);
            Call(worker, 0, Second * 5 / 2, 0);
            worker.Complete();
        }

        collector.Collect(int.MaxValue).ShouldBe(3);
        collector.Seconds.Select(s => (s.Second, s.Calls, s.Failed)).ShouldBe([(0, 2, 0), (1, 2, 2), (2, 2, 0)]);
        (collector.Total.Calls, collector.Total.Failed, collector.Total.Latency.TotalCount).ShouldBe((6, 2, 4));
        collector.Seconds[1].P99.ShouldBeNull();
    }

    [Fact]
    public void A_failure_that_is_accepted_is_a_success_and_others_have_durations_of_their_own()
    {
        var tally = new CallTally(3);
        tally.Add(0, new CallCompletion(0, 0, 100, 0, 0), isOpenLoop: false);
        tally.Add(0, new CallCompletion(1, 0, 200, 0, 0, IsAccepted: true), isOpenLoop: false);
        tally.Add(0, new CallCompletion(2, 0, 300, 0, 0), isOpenLoop: false);
        var sum = new CallTally(3);
        sum.Add(tally);
        sum.AddCalls(1, 4, succeeded: true);

        (sum.Calls, sum.Failed, sum.Succeeded).ShouldBe((7, 1, 6));
        (sum.Latency.TotalCount, sum.Latency.GetMaxValue()).ShouldBe((2, 200));
        (sum.FailureLatency.TotalCount, sum.FailureLatency.GetMaxValue()).ShouldBe((1, 300));
        sum.Clear();
        (sum.Calls, sum.Succeeded, sum.FailureLatency.TotalCount).ShouldBe((0, 0, 0));
    }

    [Fact]
    public void A_second_stays_open_until_no_worker_is_in_it()
    {
        var exchange = new TallyExchange(1);
        var collector = new TallyCollector(exchange, 1);
        var recorder = new CallRecorder(exchange, 1, isOpenLoop: false);
        Call(recorder, 0, 5, 0);
        recorder.RollAt(Second);
        collector.Collect(completeBefore: 0).ShouldBe(0);
        collector.Total.Calls.ShouldBe(1);
        collector.Collect(completeBefore: 1).ShouldBe(1);
    }

    [Fact]
    public void Calls_of_the_warm_up_are_counted_apart()
    {
        var exchange = new TallyExchange(1);
        var collector = new TallyCollector(exchange, 1);
        var recorder = new CallRecorder(exchange, 1, isOpenLoop: false);
        recorder.Record(new CallTicket(0, 0, IsWarmUp: true), new CallCompletion(0, 0, 900, 1, 1));
        recorder.Record(new CallTicket(1, 50, IsWarmUp: false), new CallCompletion(0, 50, 150, 1, 1));
        recorder.Complete();
        collector.Collect(int.MaxValue);
        (collector.Total.Calls, recorder.WarmUp.Calls).ShouldBe((1, 1));
        // Rates are of the time from here.
        recorder.CountedFrom.ShouldBe(50);
        LatencyHistograms.PercentileOf(collector.Total.Latency, 100)!.Value.ShouldBe(100);
    }

    [Fact]
    public void Memory_does_not_grow_with_the_number_of_seconds()
    {
        var exchange = new TallyExchange(1);
        var collector = new TallyCollector(exchange, 1);
        var recorder = new CallRecorder(exchange, 1, isOpenLoop: false);
        var second = 0;
        Fathom.TestKit.Allocations.OfARound(() =>
        {
            Call(recorder, second * Second, (second * Second) + 1, 0);
            recorder.RollAt(++second * Second);
            collector.Collect(second);
        }, enough: 4096).ShouldBeLessThanOrEqualTo(4096);
    }

    private static void Call(CallRecorder recorder, long intended, long ended, int outcome) =>
        recorder.Record(new CallTicket(0, intended, false), new CallCompletion(outcome, intended, ended, 0, 0));
}

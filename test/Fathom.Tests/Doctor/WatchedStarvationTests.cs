using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Diagnosis.Causes;

namespace Fathom.Tests.Doctor;

/// <summary>A pool that was watched from outside: how long work waited is known from below alone.</summary>
public sealed class WatchedStarvationTests : CauseTests<ThreadPoolStarvationCause>
{
    protected override Setting[] Set => [];

    protected override Setting[] Measured =>
    [
        CallQuantities.WallTime.Is(9_900), CallQuantities.CallersBlock.Is(true), CallQuantities.Callers.Is(49),
        ProcessQuantities.Processors.Is(2), ProcessQuantities.PoolThreads.Is(51), ProcessQuantities.PoolQueue.Is(91),
        ProcessQuantities.PoolWait.Is(2_200), WatchQuantities.ThreadsInjected.Is(46), WatchQuantities.StarvedShare.Is(0.926),
    ];

    protected override Setting Change => ProcessQuantities.PoolMinimum.Is(200);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(800)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void A_pool_that_adds_threads_most_of_the_time_starves_and_the_wait_is_a_lower_bound() =>
        Judge().ShouldNotBeNull().Claim.ShouldContain("up to 91 work items were queued, one of them for at least 2.2 s");

    [Fact]
    public void A_pool_that_adds_threads_for_a_short_time_is_a_busy_one() =>
        Judge(WatchQuantities.StarvedShare.Is(0.2)).ShouldBeNull();

    [Fact]
    public void A_process_is_suspected_where_threads_were_added_while_work_waited()
    {
        var cause = new ThreadPoolStarvationCause();
        cause.Screen(EvidenceOf("p", [], Measured)).ShouldNotBeNull().ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.926));
        cause.Screen(EvidenceOf("p", [], [.. Measured.Where(m => m.Of != WatchQuantities.ThreadsInjected),
            WatchQuantities.ThreadsInjected.Is(2)]))!.IsSuspected.ShouldBeFalse();
    }
}

using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class ThreadPoolStarvationTests : CauseTests<ThreadPoolStarvationCause>
{
    protected override Setting[] Set =>
    [
        CallQuantities.CallersBlock.Is(true), CallQuantities.Callers.Is(50), ProcessQuantities.Processors.Is(2),
        ProcessQuantities.PoolCompensates.Is(true),
    ];

    protected override Setting[] Measured =>
        [
            CallQuantities.WallTime.Is(9_400), ProcessQuantities.PoolThreads.Is(52), ProcessQuantities.PoolQueue.Is(60),
            ProcessQuantities.PoolWait.Is(9_100),
        ];

    protected override Setting Change => CallQuantities.CallersBlock.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(111)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void The_time_until_the_pool_has_a_thread_for_every_caller_is_predicted()
    {
        Judge()!.Model!.Predicted.ShouldBe(9_250 + 111);
        Judge()!.Claim.ShouldStartWith(
            "Blocking calls starve the client's thread pool: 9.4 s, and 111 ms with awaiting the calls and nothing else changed. "
                + "The pool grew to 52 threads on 2 processors while up to 60 work items were queued, one of them for 9.1 s; "
                + "5 replicates ranged from");
    }

    [Fact]
    public void A_pool_that_does_not_compensate_has_no_formula() =>
        Judge(ProcessQuantities.PoolCompensates.Is(false)).ShouldNotBeNull().Model.ShouldBeNull();

    [Fact]
    public void A_pool_without_queued_work_does_not_starve() => Judge(ProcessQuantities.PoolQueue.Is(0)).ShouldBeNull();

    [Theory]
    [InlineData(2_340, false)]
    [InlineData(2_360, true)]
    public void Work_items_that_waited_for_less_than_a_quarter_of_the_time_are_a_busy_pool(double waited, bool starves) =>
        // A healthy pool queues as many: they run at once.
        (Judge(ProcessQuantities.PoolWait.Is(waited)) is not null).ShouldBe(starves);

    [Fact]
    public void A_pool_that_has_the_threads_it_adds_at_once_does_not_starve() => Judge(ProcessQuantities.PoolThreads.Is(4)).ShouldBeNull();

    [Fact]
    public void Callers_that_await_starve_nothing() => Judge(CallQuantities.CallersBlock.Is(false)).ShouldBeNull();
}

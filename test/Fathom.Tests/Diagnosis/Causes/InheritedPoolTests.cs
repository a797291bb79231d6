using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.InheritedPool;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Statistics;

namespace Fathom.Tests.Diagnosis.Causes;

/// <summary>When second rounds are said to inherit the thread pool of the first, and when not.</summary>
public class InheritedPoolTests
{
    private static readonly double[] TwoGroups = [80, 12_900, 95, 1_200, 110, 130, 4_000];

    [Fact]
    public void Durations_in_two_groups_are_named_with_their_threads_and_what_ends_them()
    {
        var diagnosis = Judge(TwoGroups).ShouldNotBeNull();
        diagnosis.Claim.ShouldBe(
            "A second round of blocking calls inherits the thread pool of the first: of 7 runs 4 took 80 ms to 130 ms, 3 took 1.2 s to "
                + "12.9 s and none took anything between, although each began with 47 to 53 pool threads. With a minimum of 200 pool "
                + "threads and nothing else changed all took 70 ms to 76 ms.");
        diagnosis.Fix.ShouldNotBeEmpty();
    }

    [Fact]
    public void Durations_in_one_group_inherit_nothing() => Judge([6_000, 6_100, 6_200, 6_300, 6_400]).ShouldBeNull();

    [Fact]
    public void One_slow_run_among_fast_ones_may_have_another_reason() => Judge([80, 85, 90, 95, 4_000]).ShouldBeNull();

    [Fact]
    public void Groups_that_noise_could_separate_are_one() => Judge([80, 90, 100, 300, 320, 340]).ShouldBeNull();

    [Fact]
    public void Callers_that_await_inherit_nothing() => Judge(TwoGroups, blocks: false).ShouldBeNull();

    [Fact]
    public void A_difference_that_is_not_supported_proves_nothing() => Judge(TwoGroups, supported: false).ShouldBeNull();

    private static Conclusion? Judge(double[] times, bool blocks = true, bool supported = true) => new InheritedPoolCause().Judge(new(
        EvidenceOf("t01", times, [.. times.Select((_, i) => 47.0 + i)], blocks),
        EvidenceOf("t02", [70, 71, 72, 73, 74, 75, 76], [200, 200, 200, 200, 200, 200, 200], blocks),
        new FactorChange("min_threads", "default", "200", [ProcessQuantities.PoolMinimum]), CallQuantities.SecondRoundTime,
        new PairDifference(new Estimate(8, 2, 40), 0.001, supported, ""), Seed: 1));

    private static Evidence EvidenceOf(string id, double[] times, double[] threads, bool blocks) => new(
        id, new Dictionary<string, string>(),
        [
            CallQuantities.CallersBlock.Is(blocks).Observe(new ObservationSource.FactorLevel("call", "blocking")),
            Measured(CallQuantities.SecondRoundTime, times),
            Measured(ProcessQuantities.InheritedThreads, threads),
        ]);

    private static Observation<double> Measured(Quantity<double> quantity, double[] values) =>
        new(quantity, values[0], new ObservationSource.Replicates(quantity.Id))
        {
            Samples = [.. values.Select((value, i) => new Sample(i + 1, value))],
        };
}

using Fathom.Statistics;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Statistics;

public class HolmProcedureTests
{
    // The example of Holm (1979) in form: 0.01 <= 0.05/4, 0.015 <= 0.05/3, 0.03 > 0.05/2, and 0.04 is not looked at although 0.04 < 0.05.
    [Fact]
    public void The_smallest_comes_first_and_the_first_that_is_not_rejected_ends_it()
    {
        var decisions = HolmProcedure.Decide([0.04, 0.01, 0.03, 0.015], 0.05);
        decisions.Select(d => d.IsRejected).ShouldBe([false, true, false, true]);
        decisions.Select(d => d.Level).ShouldBe([0.025, 0.0125, 0.025, 0.05 / 3]);
    }

    [Fact]
    public void No_hypotheses_no_decisions() => HolmProcedure.Decide([], 0.05).ShouldBeEmpty();

    [Fact]
    public void It_rejects_all_that_Bonferroni_rejects_and_exactly_what_is_within_the_level_used() => Prop.ForAll(
        Gen.Choose(0, 1000).Select(p => p / 10_000.0).ListOf().ToArbitrary(), pValues =>
    {
        var decisions = HolmProcedure.Decide([.. pValues], 0.05);
        foreach (var (p, decision) in pValues.Zip(decisions))
        {
            decision.IsRejected.ShouldBe(PermutationTest.IsWithin(p, decision.Level));
            (decision.IsRejected || p > 0.05 / pValues.Count).ShouldBeTrue();
        }
    }).QuickCheckThrowOnFailure();
}

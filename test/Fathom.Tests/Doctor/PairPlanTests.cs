using Fathom.Doctor;

namespace Fathom.Tests.Doctor;

/// <summary>How many rounds of runs fit into a budget.</summary>
public class PairPlanTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_short_program_gets_as_many_pairs_as_are_wanted() =>
        PairPlan.Of(Second, [Second], 60 * Second, 60 * Second, most: 8).ShouldBe(new PairPlan(1, 8, 8));

    [Fact]
    public void A_budget_that_was_given_is_kept_even_where_nothing_can_be_proven_in_it() =>
        PairPlan.Of(10 * Second, [Second], 50 * Second, 60 * Second, most: 8).ShouldBe(new PairPlan(0, 0, 8));

    [Fact]
    public void The_default_budget_grows_to_the_fewest_pairs_that_prove_anything() =>
        PairPlan.Of(30 * Second, [Second], null, 60 * Second, most: 8).ShouldBe(new PairPlan(1, 8, 8));

    [Fact]
    public void The_change_that_may_save_most_is_tried_alone_where_two_do_not_fit() =>
        PairPlan.Of(3 * Second, [3 * Second, 3 * Second], 60 * Second, 60 * Second, most: 12).ShouldBe(new PairPlan(1, 10, 8));
}

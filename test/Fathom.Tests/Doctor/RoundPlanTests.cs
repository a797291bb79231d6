using Fathom.Doctor;

namespace Fathom.Tests.Doctor;

/// <summary>How many rounds of runs fit into a budget, and how they are carried out.</summary>
public class RoundPlanTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Fact]
    public void A_short_program_gets_as_many_pairs_as_are_wanted() =>
        RoundPlan.Of(Second, [Second], 60 * Second, TimeSpan.Zero, most: 8).ShouldBe(new RoundPlan(1, 8, 8));

    [Fact]
    public void A_budget_that_was_given_is_kept_even_where_nothing_can_be_proven_in_it() =>
        RoundPlan.Of(10 * Second, [Second], 50 * Second, TimeSpan.Zero, most: 8).ShouldBe(new RoundPlan(0, 0, 8));

    [Theory]
    [InlineData(60)]
    [InlineData(-5)]
    public void The_default_budget_grows_to_the_fewest_pairs_that_prove_anything(int leftSeconds) =>
        RoundPlan.Of(30 * Second, [Second], leftSeconds * Second, TimeSpan.MaxValue, most: 8).ShouldBe(new RoundPlan(1, 8, 8));

    [Fact]
    public void It_grows_no_further_than_it_may() =>
        RoundPlan.Of(TimeSpan.Zero, [8 * Second], 60 * Second, 60 * Second, most: 8).ShouldBe(new RoundPlan(0, 0, 8));

    [Fact]
    public void The_change_that_may_save_most_is_tried_alone_where_two_do_not_fit() =>
        RoundPlan.Of(3 * Second, [3 * Second, 3 * Second], 60 * Second, TimeSpan.Zero, most: 12).ShouldBe(new RoundPlan(1, 10, 8));

    [Fact]
    public void A_change_after_others_needs_as_many_pairs_as_all_of_them_at_once()
    {
        var atOnce = RoundPlan.Of(TimeSpan.Zero, [.. Enumerable.Repeat(Second, 20)], 1000 * Second, TimeSpan.Zero, most: 20);
        RoundPlan.Of(TimeSpan.Zero, [Second], -Second, TimeSpan.MaxValue, most: 20, before: 19)
            .ShouldBe(new RoundPlan(1, atOnce.Fewest, atOnce.Fewest));
        atOnce.Fewest.ShouldBeGreaterThan(8);
    }

    [Fact]
    public void Without_changes_nothing_is_planned() =>
        RoundPlan.Of(Second, [], 60 * Second, TimeSpan.MaxValue, most: 8).ShouldBe(new RoundPlan(0, 0, 8));

    [Fact]
    public async Task A_round_that_lost_a_part_is_made_again_twice_at_most()
    {
        List<(int Round, string Part)> done = [];
        await new RoundPlan(1, 3, 3).RunAsync(["unchanged", "changed"], seed: 1, (round, part) =>
        {
            done.Add((round, part));
            return Task.FromResult(round is not (1 or 2 or 3));
        });

        done.Select(d => d.Round).ShouldBe([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        done.GroupBy(d => d.Round).ShouldAllBe(g => g.Select(d => d.Part).Distinct().Count() == 2);
    }
}

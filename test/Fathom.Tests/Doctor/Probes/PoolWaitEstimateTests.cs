using Fathom.Doctor.Probes.Runtime;

namespace Fathom.Tests.Doctor.Probes;

/// <summary>How long work items waited at least, from samples of the queue every 200 ms.</summary>
public class PoolWaitEstimateTests
{
    [Fact]
    public void A_queue_that_is_empty_by_the_next_sample_shows_no_wait() =>
        Longest((50, 0), (80, 900), (0, 900)).ShouldBe(0);

    [Fact]
    public void A_queue_of_which_one_item_ends_at_a_time_waits_until_all_before_it_have_ended() =>
        Longest((4, 0), (4, 1), (4, 1), (4, 1), (4, 1), (0, 4)).ShouldBe(600);

    [Fact]
    public void A_queue_that_nothing_leaves_waits_to_the_end() => Longest((1, 0), (2, 0), (3, 0), (4, 0)).ShouldBe(600);

    [Fact]
    public void One_sample_shows_nothing() => Longest((4, 0)).ShouldBeNull();

    private static double? Longest(params (double Queue, double Completed)[] samples)
    {
        var estimate = new PoolWaitEstimate();
        foreach (var (index, (queue, completed)) in samples.Index())
        {
            estimate.AddQueue(200 * index, queue);
            estimate.AddCompleted(completed);
        }

        return estimate.Longest();
    }
}

using Fathom.TestKit.Worlds;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>The laws of what worlds are made of.</summary>
public class SimulatorTests
{
    [Fact]
    public void Events_happen_in_the_order_of_their_times_and_those_of_one_time_in_the_order_of_their_planning() => Prop.ForAll(
        Gen.Choose(0, 20).ListOf().ToArbitrary(), times =>
    {
        var events = new EventQueue();
        var happened = new List<(int Time, int Number)>();
        foreach (var (number, time) in times.Index())
        {
            events.At(time, () => happened.Add((time, number)));
        }

        events.RunTo(20);
        happened.ShouldBe(times.Index().Select(t => (t.Item, t.Index)).OrderBy(t => t.Item));
        events.NowMs.ShouldBe(20);
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void What_never_happens_is_not_waited_for() =>
        Should.Throw<InvalidOperationException>(() => new EventQueue().RunUntil(() => false));

    // Each has the same share: the k-th of the jobs sorted by size ends when it and the rest have had its size each.
    [Fact]
    public void Processors_are_shared_equally() => Prop.ForAll(
        (from sizes in Gen.Choose(1, 50).NonEmptyListOf() from count in Gen.Choose(1, 4) select (sizes, count)).ToArbitrary(), given =>
    {
        var ends = EndsOf(given.sizes.Select(s => (double)s), given.count, neighbours: 0);
        var (time, done, sorted) = (0.0, 0.0, given.sizes.Order().ToList());
        foreach (var (index, size) in sorted.Index())
        {
            time += (size - done) * Math.Max(1, (double)(sorted.Count - index) / given.count);
            done = size;
            ends.Order().ElementAt(index).ShouldBe(time, 1e-6);
        }
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Neighbours_take_their_share()
    {
        EndsOf([10], processors: 1, neighbours: 1).ShouldBe([20.0], 1e-6);
        EndsOf([10, 10], processors: 2, neighbours: 2).ShouldBe([20.0, 20], 1e-6);
        EndsOf([10], processors: 2, neighbours: 1).ShouldBe([10.0], 1e-6);
    }

    // A quota of a processor's time gives this share in the long run, however many compute.
    [Theory]
    [InlineData(10, 1)]
    [InlineData(10, 4)]
    [InlineData(60, 2)]
    public void A_quota_is_what_is_used_in_the_long_run(double quotaMs, int jobs)
    {
        var events = new EventQueue();
        var processors = new Processors(events, 4);
        processors.SetQuota(quotaMs, 100, 30);
        for (var i = 0; i < jobs; i++)
        {
            events.Start([processors.Compute(1e9)], () => { });
        }

        events.RunTo(30 + 10_000);
        processors.UsedMs.ShouldBe((quotaMs * 100) + Math.Min(quotaMs, 30 * jobs), 1e-3);
        processors.ThrottledMs.ShouldBe(10_030 - (processors.UsedMs / jobs), 1e-3);
    }

    [Fact]
    public void A_pause_delays_what_computes_by_its_length()
    {
        var events = new EventQueue();
        var processors = new Processors(events, 1);
        var end = 0.0;
        events.Start([processors.Compute(10)], () => end = events.NowMs);
        events.After(4, () => processors.Pause(7));
        events.RunUntil(() => end > 0);
        end.ShouldBe(17, 1e-6);
        // A collector computes meanwhile.
        processors.UsedMs.ShouldBe(17, 1e-6);
    }

    [Fact]
    public void Places_go_to_those_who_came_first() => Prop.ForAll(
        (from count in Gen.Choose(1, 5) from jobs in Gen.Choose(1, 20) select (count, jobs)).ToArbitrary(), given =>
    {
        var events = new EventQueue();
        var places = new Places(given.count);
        var ends = new List<(int Job, double Ms)>();
        for (var job = 0; job < given.jobs; job++)
        {
            var number = job;
            events.Start(Hold(), () => ends.Add((number, events.NowMs)));
        }

        events.RunUntil(() => ends.Count == given.jobs);
        ends.ShouldBe(Enumerable.Range(0, given.jobs).Select(job => (job, 10.0 * (1 + (job / given.count)))));

        IEnumerable<Wait> Hold()
        {
            yield return places.Acquire();
            yield return events.Delay(10);
            places.Release();
        }
    }).QuickCheckThrowOnFailure();

    private static List<double> EndsOf(IEnumerable<double> sizes, int processors, int neighbours)
    {
        var events = new EventQueue();
        var shared = new Processors(events, processors) { Neighbours = neighbours };
        var ends = new List<double>();
        var jobs = sizes.ToList();
        jobs.ForEach(size => events.Start([shared.Compute(size)], () => ends.Add(events.NowMs)));
        events.RunUntil(() => ends.Count == jobs.Count);
        return ends;
    }
}

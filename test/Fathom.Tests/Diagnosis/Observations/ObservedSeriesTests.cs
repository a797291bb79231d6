using Fathom.Diagnosis.Observations;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Diagnosis.Observations;

public class ObservedSeriesTests
{
    [Fact]
    public void Of_many_points_the_largest_is_kept_and_their_order()
    {
        var any = from values in Gen.Choose(0, 1_000).NonEmptyListOf().Resize(500) from most in Gen.Choose(1, 60) select (values, most);
        Prop.ForAll(any.ToArbitrary(), data =>
        {
            (double AtMs, double Value)[] points = [.. data.values.Select((v, i) => ((double)i, (double)v))];
            var thinned = new ObservedSeries("queue", "count", points).Thinned(data.most).Points;
            thinned.Count.ShouldBeInRange(1, data.most);
            thinned.ShouldBeSubsetOf(points);
            thinned.Select(p => p.AtMs).ShouldBeInOrder(SortDirection.Ascending);
            thinned.Max(p => p.Value).ShouldBe(data.values.Max());
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Few_points_are_kept_as_they_are()
    {
        var few = new ObservedSeries("queue", "count", [(0, 3), (100, 1), (250.126, 2)]);
        few.Thinned(3).Points.ShouldBe(few.Points);
        new ObservedSeries("queue", "count", []).Thinned(3).Points.ShouldBeEmpty();
    }
}

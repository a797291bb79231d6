using Fathom.Diagnosis.Experiments;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Diagnosis.Experiments;

/// <summary>The p-value of a prediction is exact: the mechanism that is at work is rejected no more often than the level says.</summary>
public class ReadingTests
{
    private static readonly double[] Levels = [0.001, 0.004, 0.01, 0.04, 0.2];

    // With the median at an end of the range, each value is beyond it as often as not: the worst case, of which all are counted.
    [Theory]
    [InlineData(1, double.PositiveInfinity)]
    [InlineData(double.NegativeInfinity, 1)]
    [InlineData(1, 2)]
    public void At_the_end_of_its_range_a_true_prediction_is_rejected_no_more_often_than_the_level(double low, double high)
    {
        const int Rounds = 10;
        var prediction = new Prediction(Contrast.TwoAtOnce, low, high, "");
        var (below, above) = double.IsInfinity(low) ? (0.5, 1.5) : (0.5, 1.5);
        var pValues = Enumerable.Range(0, 1 << Rounds)
            .Select(signs => Enumerable.Range(0, Rounds).Select(i => (signs >> i & 1) == 0 ? below : above).ToArray())
            .Select(values => new Reading(Contrast.TwoAtOnce, values).PValue(prediction)).ToList();
        foreach (var level in Levels)
        {
            ((double)pValues.Count(p => p <= level) / pValues.Count).ShouldBeLessThanOrEqualTo(level);
        }

        pValues.Min().ShouldBeLessThanOrEqualTo(2.0 / (1 << Rounds), "values all on one side reject it");
    }

    [Fact]
    public void Values_within_the_range_never_reject_it() => Prop.ForAll(
        Gen.Choose(80, 120).Select(v => v / 100.0).NonEmptyListOf().ToArbitrary(), values =>
        new Reading(Contrast.TwoAtOnce, [.. values]).PValue(new(Contrast.TwoAtOnce, 0.8, 1.2, "")).ShouldBe(1))
        .QuickCheckThrowOnFailure();

    [Fact]
    public void A_wider_range_never_has_a_smaller_p_value()
    {
        var any = from values in Gen.Choose(0, 200).NonEmptyListOf() from low in Gen.Choose(1, 99) from high in Gen.Choose(101, 199)
                  select (values, low, high);
        Prop.ForAll(any.ToArbitrary(), data =>
        {
            var reading = new Reading(Contrast.TwoAtOnce, [.. data.values.Select(v => v / 100.0)]);
            var narrow = new Prediction(Contrast.TwoAtOnce, data.low / 100.0, data.high / 100.0, "");
            var wide = new Prediction(Contrast.TwoAtOnce, (data.low - 1) / 100.0, (data.high + 1) / 100.0, "");
            reading.PValue(wide).ShouldBeGreaterThanOrEqualTo(reading.PValue(narrow));
        }).QuickCheckThrowOnFailure();
    }

    // Values and reference of one distribution: every order of their deviations is as likely as another.
    [Theory]
    [InlineData(3, 4)]
    [InlineData(4, 4)]
    public void Times_that_vary_as_single_calls_do_are_rejected_no_more_often_than_the_level(int count, int references)
    {
        var prediction = new Prediction(Contrast.SameAgain, 0.85, 1.2, "");
        double[] ratios = [.. Enumerable.Range(1, count + references).Select(i => Math.Exp(0.3 * i))];
        var pValues = Chosen(ratios.Length, count)
            .Select(chosen => new SpreadReading(Contrast.SameAgain,
                [.. chosen.Where(c => c.IsChosen).Select(c => ratios[c.Index])],
                [.. chosen.Where(c => !c.IsChosen).Select(c => ratios[c.Index])]))
            .Select(reading => reading.PValue(prediction)).ToList();
        foreach (var level in Levels)
        {
            ((double)pValues.Count(p => p <= level) / pValues.Count).ShouldBeLessThanOrEqualTo(level);
        }
    }

    [Theory]
    [InlineData(3, 4)]
    [InlineData(5, 5)]
    public void Waits_that_nothing_causes_are_rejected_no_more_often_than_the_level(int count, int references)
    {
        var prediction = new Prediction(Contrast.NoOpAtFirst, double.NegativeInfinity, 0.15, "");
        var pValues = Chosen(count + references, count).Select(chosen => new WaitReading(Contrast.NoOpAtFirst,
                [.. chosen.Where(c => c.IsChosen).Select(c => (double)c.Index)],
                [.. chosen.Where(c => !c.IsChosen).Select(c => (double)c.Index)])
            .PValue(prediction)).ToList();
        foreach (var level in Levels)
        {
            ((double)pValues.Count(p => p <= level) / pValues.Count).ShouldBeLessThanOrEqualTo(level);
        }

        pValues.Min().ShouldBe(1.0 / pValues.Count, 1e-9, "the longest ones are all beside calls");
        new WaitReading(Contrast.NoOpAtFirst, [0.14, 0.13, 0.12], [0.01, 0.02]).PValue(prediction).ShouldBe(1, "they are within the range");
    }

    // Of calls of which some take long, each is as likely to be made later as at first.
    [Theory]
    [InlineData(10, 4, 5)]
    [InlineData(12, 9, 6)]
    [InlineData(12, 3, 2)]
    public void What_is_as_frequent_later_is_rejected_no_more_often_than_the_level(int calls, int later, int takeLong)
    {
        var prediction = new Prediction(Contrast.LongCallsAgain, 0.5, 2, "");
        var pValues = Chosen(calls, later).Select(chosen => chosen.Count(c => c.IsChosen && c.Index < takeLong))
            .Select(longLater => new FrequencyReading(
                Contrast.LongCallsAgain, longLater, later, takeLong - longLater, calls - later).PValue(prediction)).ToList();
        foreach (var level in Levels)
        {
            ((double)pValues.Count(p => p <= level) / pValues.Count).ShouldBeLessThanOrEqualTo(level);
        }

        new FrequencyReading(Contrast.LongCallsAgain, 0, 320, 20, 64).PValue(prediction).ShouldBeLessThan(1e-12);
    }

    // All counts, each as often as it comes where each is of it with the chance at an end of the range.
    [Theory]
    [InlineData(0.65, double.PositiveInfinity, 0.65)]
    [InlineData(double.NegativeInfinity, 0.35, 0.35)]
    [InlineData(0.2, 0.5, 0.2)]
    [InlineData(0.2, 0.5, 0.5)]
    public void A_share_at_an_end_of_its_range_is_rejected_no_more_often_than_the_level(double low, double high, double chance)
    {
        const int All = 20;
        var prediction = new Prediction(Contrast.LongPairs, low, high, "");
        var outcomes = Enumerable.Range(0, All + 1).Select(count => (
            P: new ShareReading(Contrast.LongPairs, count, All).PValue(prediction),
            Chance: Enumerable.Range(1, count).Aggregate(Math.Pow(1 - chance, All - count), (p, i) => p * chance * (All - count + i) / i)))
            .ToList();
        foreach (var level in Levels)
        {
            outcomes.Where(o => o.P <= level).Sum(o => o.Chance).ShouldBeLessThanOrEqualTo(level);
        }

        outcomes.Min(o => o.P).ShouldBeLessThan(0.01, "it can be rejected");
    }

    [Fact]
    public void Further_rounds_are_added_to_what_was_counted()
    {
        new Reading(Contrast.TwoAtOnce, [1, 2]).With(new(Contrast.TwoAtOnce, [3])).Values.ShouldBe([1, 2, 3]);
        var share = new ShareReading(Contrast.WaitAgain, 1, 4).With(new ShareReading(Contrast.WaitAgain, 2, 6));
        share.ShouldBe(new ShareReading(Contrast.WaitAgain, 3, 10) with { Values = share.Values });
        share.Median.ShouldBe(0.3);
        var often = new FrequencyReading(Contrast.LongCallsAgain, 1, 10, 4, 40)
            .With(new FrequencyReading(Contrast.LongCallsAgain, 3, 10, 4, 40));
        often.Median.ShouldBe(2);
        (often as FrequencyReading).ShouldNotBeNull().LaterOf.ShouldBe(20);
    }

    // Every way to choose as many of all.
    private static IEnumerable<(int Index, bool IsChosen)[]> Chosen(int all, int count) =>
        Enumerable.Range(0, 1 << all).Where(bits => int.PopCount(bits) == count)
            .Select(bits => Enumerable.Range(0, all).Select(i => (i, (bits >> i & 1) == 1)).ToArray());
}

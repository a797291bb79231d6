using Fathom.Records.Doctors;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Doctors;

/// <summary>Runs in pairs.</summary>
public sealed class RunPairsTests
{
    [Theory]
    [InlineData("pairs", 12)]
    [InlineData("program", 8)]
    public void Each_round_is_a_pair_of_the_unchanged_and_the_changed_run(string name, int rounds)
    {
        var record = SyntheticExaminations.Of(name);
        var pairs = RunPairs.Of(record, record.Causes[0].Proof!).All;
        pairs.Select(p => p.Block).ShouldBe(Enumerable.Range(1, rounds));
        pairs.ShouldAllBe(p => p.Before > p.After);
    }

    [Fact]
    public void A_round_that_was_interrupted_is_no_pair()
    {
        var record = SyntheticExaminations.Of("pairs");
        RunPairs.Of(record with { Runs = [.. record.Runs.SkipLast(1)] }, record.Causes[0].Proof!).All.Count.ShouldBe(11);
    }

    [Fact]
    public void Another_change_of_a_round_is_in_no_pair()
    {
        var record = SyntheticExaminations.Of("program");
        DoctorRun[] other = [.. record.Runs.Select(r => r with { Change = "OTHER=1", Value = 1 })];
        RunPairs.Of(record with { Runs = [.. other, .. record.Runs] }, record.Causes[0].Proof!).All.ShouldAllBe(p => p.After > 1);
    }
}

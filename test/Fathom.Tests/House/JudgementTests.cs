using Fathom.TestKit.Plants;

namespace Fathom.Tests.House;

/// <summary>Judgements of timed diagnoses: one that is wrong is decided by two more, and never more than that.</summary>
public sealed class JudgementTests
{
    [Theory]
    [InlineData("right", 1)]
    [InlineData("wrong right right", 3)]
    public async Task A_diagnosis_that_is_wrong_once_is_decided_by_two_more(string verdicts, int examinations)
    {
        var made = 0;
        await Judgement.HoldsAsync(() => Examine(verdicts.Split(' ')[made++]));
        made.ShouldBe(examinations);
    }

    [Theory]
    [InlineData("wrong wrong", 2)]
    [InlineData("wrong right wrong", 3)]
    [InlineData("wrong none", 2)]
    public async Task A_diagnosis_that_is_wrong_twice_fails(string verdicts, int examinations)
    {
        var made = 0;
        await Assert.ThrowsAsync<ShouldAssertException>(() => Judgement.HoldsAsync(() => Examine(verdicts.Split(' ')[made++])));
        made.ShouldBe(examinations);
    }

    [Fact]
    public async Task A_failure_of_another_kind_is_not_repeated()
    {
        var made = 0;
        await Assert.ThrowsAsync<InvalidOperationException>(() => Judgement.HoldsAsync(() =>
        {
            made++;
            throw new InvalidOperationException("the plant did not start");
        }));
        made.ShouldBe(1);
    }

    private static Task Examine(string verdict)
    {
        List<string> causes = verdict == "none" ? [] : [verdict];
        causes[0].ShouldBe("right");
        return Task.CompletedTask;
    }
}

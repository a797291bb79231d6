using Fathom.TestKit.Plants;

namespace Fathom.Tests.House;

/// <summary>Judgements of timed diagnoses: one that is wrong is decided by three more, of which two must be right.</summary>
public sealed class JudgementTests
{
    [Theory]
    [InlineData("right", 1)]
    [InlineData("wrong right right", 3)]
    [InlineData("wrong right wrong right", 4)]
    [InlineData("late wrong right right", 4)]
    public async Task A_diagnosis_that_is_wrong_is_decided_by_two_of_three_more(string verdicts, int examinations)
    {
        var made = 0;
        await Judgement.HoldsAsync(() => Examine(verdicts.Split(' ')[made++]));
        made.ShouldBe(examinations);
    }

    [Theory]
    [InlineData("wrong wrong wrong", 3)]
    [InlineData("wrong right wrong wrong", 4)]
    [InlineData("wrong none late", 3)]
    public async Task A_diagnosis_that_is_wrong_again_twice_fails(string verdicts, int examinations)
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
        if (verdict == "late")
        {
            throw new TimeoutException("no verdict in time");
        }

        List<string> causes = verdict == "none" ? [] : [verdict];
        causes[0].ShouldBe("right");
        return Task.CompletedTask;
    }
}

using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls that take turns in one place, some of them for much longer than others, in worlds with a little noise.</summary>
public class UnevenTurnsTests
{
    private const string OnePlace = "one place that calls take in turn";

    private static readonly WorldParameters OneOfTwo = Sound with
    {
        Fault = FaultKind.UnevenLock, Stack = ServerStack.Go, Places = 1, PlaceMs = 2, SlowShare = 0.5, SlowTimes = 20,
        SlowPart = SlowPart.HoldsPlace,
    };

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Are_one_place_as_those_that_are_alike(bool inTurn)
    {
        var rivals = await ExamineAsync(OneOfTwo with { SlowInTurn = inTurn });
        rivals.Possible.Select(r => r.Mechanism.Name).ShouldContain(OnePlace);
        rivals.Possible.Select(r => r.Mechanism.Cause).Distinct().ShouldBe(["serialised-handler"]);
    }

    // A pause long enough for tokens to come leaves those long that are.
    [Fact]
    public async Task Are_told_from_a_limit_of_the_rate_of_calls_by_calls_after_a_pause() =>
        Rejection(await ExamineAsync(OneOfTwo), "a limit of the rate of calls")!.Id.ShouldBe("long-after-pause");

    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    public async Task Tokens_that_come_one_or_several_at_once_are_no_place(int atOnce) =>
        (await PossibleAsync(Sound with
        {
            Fault = FaultKind.Bucket, Stack = ServerStack.Go, TokenGapMs = 20, TokenBurst = atOnce, TokensAtOnce = atOnce,
        })).ShouldContain("a limit of the rate of calls");
}

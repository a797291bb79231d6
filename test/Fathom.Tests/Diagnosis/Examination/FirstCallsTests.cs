using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>What the first of calls at once show, in worlds with a little noise: when the first one ends, whether PING waits beside them,
/// what they find that was saved up.</summary>
public class FirstCallsTests
{
    private const string Interpreter = "one interpreter in which calls compute";

    private static readonly WorldParameters Loop = Sound with
    {
        Fault = FaultKind.LoopBlocked, Stack = ServerStack.AsyncPython, BlockMs = 12, RoundTripMs = 15, SeesProcess = false,
    };

    private static readonly WorldParameters Starved = Sound with { Fault = FaultKind.Starved, BlockMs = 86, SeesProcess = false };

    [Fact]
    public async Task Calls_that_compute_in_turns_end_late_and_those_of_a_loop_do_not()
    {
        (await ExamineAsync(Loop)).Rivals.Single(r => r.Mechanism.Name == Interpreter).Checked
            .Where(c => c.IsRejected).Select(c => c.Prediction.Of).ShouldContain(Contrast.FirstEnded);
        (await PossibleAsync(Sound with { Fault = FaultKind.Cpu, Stack = ServerStack.Python, ComputeMs = 30, PoolThreads = 40 }))
            .ShouldContain(Interpreter);
    }

    // The pool has grown when the calls are made again: nothing that waits then would show it.
    [Theory]
    [InlineData("what the first calls at once set up behind the method, such as connections")]
    [InlineData("something that all of them need and that stands still now and then")]
    [InlineData("several places that calls take in turn")]
    [InlineData("one place for which calls ask again and again")]
    [InlineData("a limit of the rate of calls")]
    [InlineData("a limit of the rate of calls of all methods")]
    [InlineData("a limit of calls at a time for all methods")]
    [InlineData("a few calls that take long by themselves")]
    public async Task Who_holds_no_thread_lets_PING_be_answered_beside_the_first_calls(string name) =>
        Impossible(await ExamineAsync(Starved), name).ShouldNotBeNull().ShouldStartWith("PING, which needs a thread of the pool, took ");

    // What is opened for them makes the first calls wait longer, for a reason of its own.
    [Theory]
    [InlineData(FaultKind.LockAwait, "one place that calls take in turn")]
    [InlineData(FaultKind.ThreadBehind, "one thread of something behind the method, which computes for one call after the other")]
    public async Task Connections_that_the_first_calls_open_hide_no_turns(FaultKind fault, string name) => (await PossibleAsync(Sound with
    {
        Fault = fault, Places = fault == FaultKind.LockAwait ? 1 : 0, PlaceMs = 14, OpenMs = 30, OpensInTurn = true,
        BehindMs = fault == FaultKind.LockAwait ? 0 : 14, BehindIsOneThread = true,
    })).ShouldContain(name);

    [Theory]
    [InlineData("processors on which calls compute", "the server used ")]
    [InlineData("processors on which a call computes more beside others than alone", "each of the first calls at once computed no more")]
    public async Task First_calls_at_once_that_leave_the_processors_wait_for_none(string name, string why) =>
        Impossible(await ExamineAsync(Starved with { SeesProcess = true, ComputeMs = 1 }), name).ShouldNotBeNull().ShouldStartWith(why);

    [Theory]
    [InlineData(null, true)]
    [InlineData(20.0, false)]
    public async Task A_quota_that_held_nothing_back_at_first_is_none(double? quotaMs, bool isImpossible) =>
        (Impossible(await ExamineAsync(Sound with { Fault = FaultKind.Quota, ComputeMs = 10, QuotaMs = quotaMs }),
            "a quota of processor time") is not null).ShouldBe(isImpossible);

    // 24 of 32 find a token, and the others wait for up to 160 ms: how many do depends on what came before.
    [Theory]
    [InlineData(24, 8, 20)]
    [InlineData(26, 1, 15)]
    public async Task Tokens_that_were_saved_up_are_of_a_limit_of_rate(int burst, int atOnce, double gapMs) =>
        (await ExamineAsync(Sound with
        {
            Fault = FaultKind.Bucket, Stack = ServerStack.Go, TokenBurst = burst, TokensAtOnce = atOnce, TokenGapMs = gapMs, WaitMs = 10,
        })).Possible.Select(r => r.Mechanism.Cause).ShouldContain("rate-limited");

    // Each pause is twice as long as the one before it: a second call waits for less than one of many.
    [Fact]
    public async Task A_place_that_is_asked_for_ever_later_is_a_place() =>
        (await PossibleAsync(Sound with
        {
            Fault = FaultKind.Polled, Stack = ServerStack.Go, Places = 1, PlaceMs = 4, PollMs = 10, PollGrowth = 2,
        })).ShouldContain("one place for which calls ask again and again");

    [Fact]
    public async Task Threads_of_a_C_core_that_compute_wait_for_processors() =>
        (await PossibleAsync(Sound with { Fault = FaultKind.Cpu, Stack = ServerStack.Cpp, ComputeMs = 40 }))
            .ShouldBe(["processors on which calls compute"]);

    private static string? Impossible(RivalExamination rivals, string name) =>
        rivals.Rivals.Single(r => r.Mechanism.Name == name).Impossible;
}

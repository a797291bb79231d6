using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Calls of .NET that compute on threads that serve none: a no-op call finds a thread of the pool, and is answered soon.</summary>
public class OwnThreadsTests
{
    private static readonly WorldParameters Computes = Sound with
    {
        Fault = FaultKind.OwnThreads, Stack = ServerStack.DotNet, WaitMs = 0, OwnThreadMs = 40,
    };

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public async Task Calls_that_fill_the_processors_wait_for_these_on_whichever_threads(int threads) =>
        (await PossibleAsync(Computes with { OwnThreads = threads, Processors = 2, SeesProcess = true }))
            .ShouldBe(["processors on which calls compute"]);

    [Fact]
    public async Task Threads_of_which_each_call_has_one_are_seen_by_their_turns() =>
        (await PossibleAsync(Computes with { OwnThreads = 0, Processors = 2, SeesProcess = false }))
            .ShouldBe(["processors on which calls compute, on threads of their own"]);

    [Fact]
    public async Task As_many_threads_as_processors_are_places_where_processors_are_not_read() =>
        (await PossibleAsync(Computes with { OwnThreads = 2, Processors = 2, SeesProcess = false }))
            .ShouldBe(["several places that calls take in turn"]);

    // Places that compute on fewer processors than there are leave some.
    [Fact]
    public async Task Fewer_threads_than_processors_are_places() =>
        (await PossibleAsync(Computes with { OwnThreads = 2, Processors = 8, SeesProcess = true }))
            .ShouldBe(["several places that calls take in turn"]);
}

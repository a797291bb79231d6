using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>What is behind the method, and neighbours that always compute, on the server's processors.</summary>
public class BusyBehindTests
{
    private const string OneThread = "one thread of something behind the method, which computes for one call after the other";
    private const string OnePlace = "one place that calls take in turn";
    private const string Behind = "processors on which something behind the method computes";

    private static readonly WorldParameters Computing = Sound with
    {
        Fault = FaultKind.BusyBehind, Stack = ServerStack.Go, BehindMs = 20, ComputeMs = 0.2,
    };

    [Theory]
    [InlineData(ServerStack.Go, 1)]
    [InlineData(ServerStack.Go, 4)]
    [InlineData(ServerStack.DotNet, 2)]
    [InlineData(ServerStack.Node, 2)]
    public async Task What_computes_for_calls_and_is_not_the_server_is_named(ServerStack stack, int processors) =>
        (await PossibleAsync(Computing with { Stack = stack, Processors = processors })).ShouldBe([Behind]);

    // As Redis, which reads what all ask for before it answers.
    [Theory]
    [InlineData(ServerStack.Go, 2, true)]
    [InlineData(ServerStack.Python, 4, true)]
    [InlineData(ServerStack.DotNet, 2, false)]
    public async Task One_thread_that_computes_for_one_call_after_the_other_is_named(ServerStack stack, int processors, bool answersLast) =>
        (await PossibleAsync(Computing with
        {
            Stack = stack, Processors = processors, BehindIsOneThread = true, BehindAnswersLast = answersLast, PoolThreads = 40,
        })).ShouldBe(answersLast ? [OneThread] : [OnePlace, OneThread]);

    [Fact]
    public async Task Programs_that_compute_without_calls_as_well_are_neighbours() =>
        (await ImpossibleBesideAsync(neighbours: 2)).ShouldNotBeNull().ShouldSatisfyAllConditions(
            w => w.ShouldStartWith("other programs used "), w => w.ShouldEndWith(" before"));

    [Fact]
    public async Task Neighbours_that_leave_nothing_hide_what_computes_for_calls() =>
        (await ImpossibleBesideAsync(neighbours: 4)).ShouldBeNull();

    [Fact]
    public async Task Where_the_servers_process_is_not_read_it_is_not_told() =>
        (await PossibleAsync(Computing with { SeesProcess = false })).ShouldNotContain(Behind);

    [Theory]
    [InlineData(FaultKind.LockAwait)]
    [InlineData(FaultKind.Gate)]
    [InlineData(FaultKind.Bucket)]
    public async Task Where_calls_wait_for_a_turn_nothing_else_computes(FaultKind fault) =>
        (await PossibleAsync(new World(seed: 3, fault).Parameters with { SeesProcess = true })).ShouldNotContain(Behind);

    private static async Task<string?> ImpossibleBesideAsync(int neighbours) => (await ExamineAsync(Sound with
    {
        Fault = FaultKind.LockAwait, Stack = ServerStack.Go, Places = 1, PlaceMs = 20, Processors = 4, Neighbours = neighbours,
    })).Rivals.Single(r => r.Mechanism.Name == Behind).Impossible;
}

using Fathom.Diagnosis.Examination;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Several servers behind one address, of which each connection has one, in worlds with a little noise.</summary>
public class OneOfServersTests
{
    private const string Pinned = "one of several servers behind the address, which serves all calls of a connection";

    private static readonly WorldParameters Three = Sound with
    {
        Fault = FaultKind.Servers, Servers = 3, Stack = ServerStack.Go, Places = 1, PlaceMs = 20,
    };

    [Fact]
    public async Task Are_found_where_several_processes_are_seen_with_what_calls_wait_for_there()
    {
        var verdict = new RivalVerdict(await ExamineCallsAsync(Three));
        verdict.IsFound.ShouldBeTrue();
        verdict.Causes.ShouldHaveSingleItem().Id.ShouldBe("l4-pinned-balancing");
        verdict.Sentence.ShouldContain(
            "since other connections reach other servers. There they wait for one place that calls take in turn");
    }

    [Fact]
    public async Task Are_what_is_left_where_no_processes_are_seen()
    {
        var verdict = new RivalVerdict(await ExamineCallsAsync(Three with { SeesProcess = false }));
        verdict.IsFound.ShouldBeFalse();
        verdict.Sentence.ShouldStartWith("Nothing is proven. l4-pinned-balancing is what is left: " + Pinned);
        verdict.Sentence.ShouldContain("that several servers answer at the address was not seen");
    }

    [Fact]
    public async Task Are_no_rival_of_one_server_and_are_told_only_where_something_speaks_against_them()
    {
        var one = Three with { Servers = 1, Fault = FaultKind.LockAwait };
        (await PossibleAsync(one)).ShouldNotContain(Pinned);
        new RivalVerdict(await ExamineCallsAsync(one)).Rivals.Where(r => r.Name == Pinned)
            .ShouldAllBe(r => r.Predictions.Any(p => p.IsRejected));
    }

    [Fact]
    public async Task Are_told_from_a_connection_that_works_for_all_its_calls() =>
        (await PossibleAsync(Sound with { Fault = FaultKind.ConnectionCompute, ConnectionMs = 10 }))
            .ShouldBe(["the work of one connection"]);
}

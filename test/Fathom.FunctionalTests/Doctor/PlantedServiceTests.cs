using Fathom.Lab.Results;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services with one known cause, on Grpc.AspNetCore: <c>fathom doctor TARGET --call</c> names it first, from outside.</summary>
[Collection(Alone.Name)]
public sealed class PlantedServiceTests
{
    [Theory]
    [InlineData("limited")]
    [InlineData("serialised")]
    [InlineData("starved")]
    [InlineData("gzip")]
    [InlineData("nagle")]
    public Task A_planted_cause_is_first_and_proven_by_one_change_on_the_callers_side(string plant) =>
        Examination.JudgeAsync(async doctor =>
        {
            (await doctor.DiagnoseAsync(plant)).Causes[0].Kind.ShouldBe(FindingKind.Finding, doctor.Wrote);
            doctor.ExitCode.ShouldBe(0);
        });

    [Theory]
    [InlineData("cold")]
    [InlineData("slow-handshake")]
    public Task What_the_callers_side_cannot_change_is_a_hint(string plant) => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync(plant);
        record.Causes[0].Kind.ShouldBe(FindingKind.Hint, doctor.Wrote);
        record.Causes[0].WouldProve.ShouldNotBeNull();
    });

    [Fact]
    public Task A_service_that_waits_by_design_is_healthy_and_the_wait_is_named() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("waiting", "--fail-on", "finding");
        record.Causes.ShouldHaveSingleItem();
        record.Verdict.ShouldStartWith("Healthy: nothing of gRPC's to fix was found.");
        record.Waterfall.Sum(p => p.Ms).ShouldBeGreaterThan(95);
        doctor.ExitCode.ShouldBe(0);
    });

    [Fact]
    public Task A_fast_service_is_healthy_and_what_was_ruled_out_is_said() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("fast", "--fail-on", "finding");
        record.Verdict.ShouldStartWith("Healthy: nothing to fix was found.");
        record.RuledOut.Count.ShouldBeGreaterThan(6, doctor.Wrote);
        record.NotSeen.ShouldContain(s => s.StartsWith("channel-per-call:", StringComparison.Ordinal));
        doctor.ExitCode.ShouldBe(0);
    });
}

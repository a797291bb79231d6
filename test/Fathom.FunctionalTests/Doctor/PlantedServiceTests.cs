using Fathom.Lab.Results;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services with one known cause, on Grpc.AspNetCore: <c>fathom doctor TARGET --call</c> names it first, from outside.</summary>
[Collection(Alone.Name)]
public sealed class PlantedServiceTests
{
    private const string Call = "fathom.plants.Plant/Call";

    [Theory]
    [InlineData("limited", Call, "max-concurrent-streams-queue", "connections")]
    [InlineData("serialised", Call, "serialised-handler", "calls-at-once")]
    [InlineData("starved", Call, "thread-pool-starvation", "calls-beside")]
    [InlineData("gzip", Call, "compression-misuse", "grpc-accept-encoding")]
    public Task A_planted_cause_is_first_and_proven_by_one_change_on_the_callers_side(
        string plant, string method, string cause, string variable) => Examination.JudgeAsync(async doctor =>
    {
        await using var service = await PlantedService.StartAsync(plant);
        var record = await doctor.RunAsync(service.Address, "--call", method);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((cause, FindingKind.Finding), doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe(variable);
        doctor.ExitCode.ShouldBe(0);
    });

    [Fact]
    public Task Segments_that_wait_for_acknowledgements_are_proven_by_acknowledging_at_once() => Examination.JudgeAsync(async doctor =>
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs TCP_QUICKACK (Linux)");
        await using var service = await PlantedService.StartAsync("nagle");
        var record = await doctor.RunAsync(service.Address, "--call", "fathom.plants.Plant/Stream");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("nagle-delayed-ack", FindingKind.Finding), doctor.Wrote);
    });

    [Theory]
    [InlineData("cold", "cold-start")]
    [InlineData("slow-handshake", "connect-path-stalls", "--insecure")]
    public Task What_the_callers_side_cannot_change_is_a_hint(string plant, string cause, params string[] flags) =>
        Examination.JudgeAsync(async doctor =>
        {
            await using var service = await PlantedService.StartAsync(plant);
            var record = await doctor.RunAsync([service.Address, "--call", Call, .. flags]);
            (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((cause, FindingKind.Hint), doctor.Wrote);
            record.Causes[0].WouldProve.ShouldNotBeNull();
        });

    [Fact]
    public Task A_service_that_waits_by_design_is_healthy_and_the_wait_is_named() => Examination.JudgeAsync(async doctor =>
    {
        await using var service = await PlantedService.StartAsync("waiting");
        await PlantStage.WarmUpAsync([service.Address, "--call", Call]);
        var record = await doctor.RunAsync(service.Address, "--call", Call, "--fail-on", "finding");
        record.Causes.Select(c => (c.Id, c.Kind)).ShouldBe([("method-waits", FindingKind.Hint)], doctor.Wrote);
        record.Verdict.ShouldStartWith("Healthy: nothing of gRPC's to fix was found.");
        record.Waterfall.Sum(p => p.Ms).ShouldBeGreaterThan(95);
        doctor.ExitCode.ShouldBe(0);
    });

    [Fact]
    public Task A_fast_service_is_healthy_and_what_was_ruled_out_is_said() => Examination.JudgeAsync(async doctor =>
    {
        await using var service = await PlantedService.StartAsync("fast");
        await PlantStage.WarmUpAsync([service.Address, "--call", Call]);
        var record = await doctor.RunAsync(service.Address, "--call", Call, "--fail-on", "finding");
        record.Causes.ShouldBeEmpty(doctor.Wrote);
        record.Verdict.ShouldStartWith("Healthy: nothing to fix was found.");
        record.RuledOut.Count.ShouldBeGreaterThan(6, doctor.Wrote);
        record.NotSeen.ShouldContain(s => s.StartsWith("channel-per-call:", StringComparison.Ordinal));
        doctor.ExitCode.ShouldBe(0);
    });
}

using Fathom.Lab.Doctor;
using Fathom.Lab.Results;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Programs with one known cause, on real libraries: <c>fathom doctor</c> names it first.</summary>
[Collection(Alone.Name)]
public sealed class PlantTests
{
    [Fact]
    public Task The_published_client_starves_its_pool_proven_by_the_environment_alone_and_has_a_channel_per_call() =>
        Examination.JudgeAsync(async doctor =>
        {
            var record = await doctor.DiagnoseAsync("starved-client");
            record.Causes.Select(c => c.Id).Take(2).ShouldBe(["thread-pool-starvation", "channel-per-call"], doctor.Wrote);
            record.Causes.Select(c => c.Kind).Take(2).ShouldBe([FindingKind.Finding, FindingKind.Hint], doctor.Wrote);
            var proof = record.Causes[0].Proof.ShouldNotBeNull();
            (proof.Variable, proof.Value).ShouldBe(("DOTNET_ThreadPool_ForceMinWorkerThreads", "C8"));
            proof.Ratio.Value.ShouldBeGreaterThan(2);
            record.Causes[0].Evidence.ShouldContain("StarvedClient.Call");
            doctor.ExitCode.ShouldBe(0);
        });

    [Fact]
    public Task Logging_to_the_console_is_proven_by_the_level_and_fails_the_command_where_asked() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("logging", "--fail-on", "finding");
        record.Causes[0].Evidence.ShouldContain("Logging.LogStep");
        doctor.ExitCode.ShouldBe(1);
    });

    [Fact]
    public Task Pauses_of_the_collector_are_proven_by_a_larger_generation_0() =>
        Examination.JudgeAsync(doctor => doctor.DiagnoseAsync("collecting"));

    [Fact]
    public Task Chains_of_certificates_are_proven_by_taking_the_systems_from_around_the_program() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("chain-client");
        record.Causes[0].Evidence.ShouldContain("CertificateClient.BuildChain");
        record.Causes[0].Claim.ShouldNotBeNull().ShouldContain("with none of them and nothing else changed");
    });

    [Theory]
    [InlineData("gzip-client", "SerializeMessage")]
    [InlineData("certificate-client", "CertificateClient.Load")]
    [InlineData("contended", "Contended.UpdateAccount")]
    public Task A_program_whose_code_alone_can_change_it_gets_a_hint_with_its_place(string plant, string place) =>
        Examination.JudgeAsync(async doctor =>
        {
            var record = await doctor.DiagnoseAsync(plant);
            record.Causes[0].Evidence.ShouldContain(place);
            record.Causes[0].WouldProve.ShouldNotBeNull();
        });

    [Fact]
    public Task A_limit_of_processor_time_is_proven_by_a_control_group_without_one() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("throttled");
        record.Causes[0].Evidence.ShouldStartWith("a limit of 0.4 processors");
        record.Causes[0].Claim.ShouldNotBeNull().ShouldContain("with no limit and nothing else changed");
        Examination.Groups().ShouldBeEmpty();
    });

    [Fact]
    public Task A_limit_that_the_command_sets_itself_is_a_hint_with_that_reason() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("throttled-by-itself");
        record.Causes[0].Evidence.ShouldStartWith("a limit of 0.4 processors");
        record.Causes[0].WouldProve.ShouldNotBeNull().ShouldContain("the program does not inherit its limit");
        Examination.Groups().ShouldBeEmpty();
    });

    [Fact]
    public Task A_client_that_awaits_over_one_channel_is_healthy() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("healthy-client", "--fail-on", "finding");
        record.Verdict.ShouldStartWith("Healthy: nothing to fix was found.");
        doctor.ExitCode.ShouldBe(0);
    });

    [Fact]
    public Task A_program_that_computes_is_healthy() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("working");
        record.Verdict.ShouldStartWith("Healthy: nothing to fix was found.");
        record.RuledOut.Count.ShouldBe(DoctorCauses.OfProcesses.Count, doctor.Wrote);
    });
}

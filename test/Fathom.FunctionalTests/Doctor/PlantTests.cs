using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Programs, processes and services with one known cause, and healthy ones, on real libraries: <c>fathom doctor</c> says of them
/// what the catalogue says. What it concludes of more of them, as they were measured once, is in <c>RecordedPlantTests</c>.</summary>
[Collection(Alone.Name)]
public sealed class PlantTests
{
    // A healthy program, and a service with a proof: those that take least time. A program with a proof, and a healthy service, are below.
    private static readonly string[] Quick = ["working", "gzip"];

    // With a control group, with a starved server, and with the published client's environment.
    private static readonly string[] Further = ["throttled", "starved", "starved-by-20"];

    // The fewest that prove anything.
    private static readonly string[] Flags = Requires.WantsPlants ? [] : ["--pairs", "8"];

    /// <summary>Those behind a link of packets are in the tests of namespaces.</summary>
    public static TheoryData<string> Plants => Requires.WantsPlants ? [.. PlantCatalog.All.Except(PlantCatalog.OfPaths).Select(p => p.Name)]
        : Thorough.IsOn ? [.. Quick, .. Further] : [.. Quick];

    [Theory]
    [MemberData(nameof(Plants))]
    public Task A_plant_is_named_and_proven_as_the_catalogue_says(string plant) => Examination.JudgeAsync(async doctor =>
    {
        await doctor.DiagnoseAsync(plant, Flags);
        doctor.ExitCode.ShouldBe(0);
    });

    [Fact]
    public Task A_proven_cause_fails_the_command_where_asked() => Examination.JudgeAsync(async doctor =>
    {
        await doctor.DiagnoseAsync("logging", "--fail-on", "finding");
        doctor.ExitCode.ShouldBe(1);
    });

    [Fact]
    public Task A_healthy_service_does_not() => Examination.JudgeAsync(async doctor =>
    {
        await doctor.DiagnoseAsync("fast", "--fail-on", "finding");
        doctor.ExitCode.ShouldBe(0);
    });
}

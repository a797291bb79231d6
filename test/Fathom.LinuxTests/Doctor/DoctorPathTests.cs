using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.LinuxTests.Doctor;

/// <summary>Causes that only packets show: <c>fathom doctor TARGET --call</c> names each, over a link that has it.</summary>
public class DoctorPathTests
{
    public DoctorPathTests() => Requires.PlantsAreWanted();

    public static TheoryData<string> Plants => [.. PlantCatalog.OfPaths.Select(p => p.Name)];

    [Theory]
    [MemberData(nameof(Plants))]
    public Task A_path_is_named_and_proven_as_the_catalogue_says(string plant) =>
        Examination.JudgeAsync(doctor => doctor.DiagnoseAsync(plant));

    [Fact]
    public Task A_sender_that_waits_for_acknowledgements_is_told_apart_by_the_bytes_of_each_part() => Examination.JudgeAsync(async doctor =>
        (await doctor.DiagnoseAsync("httpsys-behind-20ms")).Causes[0].Evidence.ShouldContain("of 4,105 bytes"));
}

using Fathom.Lab.Results;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Every plant of the catalogue: <c>fathom doctor</c> says of it what the catalogue says. Those behind a link of packets are in
/// the tests of namespaces.</summary>
[Collection(Alone.Name)]
public sealed class CatalogTests
{
    public CatalogTests() => Requires.PlantsAreWanted();

    public static TheoryData<string> Plants => [.. PlantCatalog.All.Except(PlantCatalog.OfPaths).Select(p => p.Name)];

    [Theory]
    [MemberData(nameof(Plants))]
    public Task A_plant_is_named_and_proven_as_the_catalogue_says(string plant) =>
        Examination.JudgeAsync(doctor => doctor.DiagnoseAsync(plant));

    [Fact]
    public Task A_large_reply_over_a_distance_is_bound_by_the_round_trip() => Examination.JudgeAsync(async doctor =>
    {
        var record = await doctor.DiagnoseAsync("large-behind-20ms");
        record.Verdict.ShouldContain("round trip", Case.Sensitive, doctor.Wrote);
        record.RuledOut.Single(c => c.Id == "stream-window-bound-download").By.ShouldContain("give it with --stream-window");
    });

    [Theory]
    [InlineData("idle-closing")]
    [InlineData("chatty-stream")]
    [InlineData("collecting-service")]
    [InlineData("computing")]
    public Task What_the_server_alone_can_change_is_proven_of_none(string plant) => Examination.JudgeAsync(async doctor =>
        (await doctor.DiagnoseAsync(plant)).Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint, doctor.Wrote));

    [Fact]
    public Task An_event_loop_that_nothing_holds_is_ruled_out() => Examination.JudgeAsync(async doctor =>
        (await doctor.DiagnoseAsync("grpc-js-blocked-by-nothing")).RuledOut.ShouldContain(c => c.Id == "event-loop-blocked", doctor.Wrote));

    [Fact]
    public Task A_serializer_by_reflection_is_named_with_its_place() => Examination.JudgeAsync(async doctor =>
        (await doctor.DiagnoseAsync("json")).Causes[0].Evidence.ShouldContain("JsonMessages.Exchange"));

    [Theory]
    [InlineData("grpcio-serialised", "server", "gRPC C core")]
    [InlineData("grpc.core-blocking", "server", "gRPC C core")]
    [InlineData("grpc-js-blocked-by-calls", "library", "grpc-js")]
    public Task What_a_server_is_made_of_is_told_from_its_answers(string plant, string quantity, string name) =>
        Examination.JudgeAsync(async doctor =>
            (await doctor.DiagnoseAsync(plant)).Observations.Single(o => o.Id == quantity).Value.ShouldBe(name));
}

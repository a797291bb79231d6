using Fathom.Lab.Results;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Doctor;

/// <summary>Causes that only packets show: <c>fathom doctor TARGET --call</c> names each first, over a link that has it.</summary>
public class DoctorPathTests
{
    private const string Call = "fathom.plants.Plant/Call";

    public DoctorPathTests() => Requires.PlantsAreWanted();

    [Fact]
    public async Task A_sender_that_waits_for_acknowledgements_is_told_apart_from_a_window_and_its_time_is_predicted()
    {
        await using var path = await PlantedPath.ServeBlobAsync(Link(new() { Delay = "20ms" }));
        var first = (await path.ExamineAsync("--call", "fathom.blob.Blob/Get", "-d", "{\"size\": 65536}")).Causes[0];
        (first.Id, first.Kind).ShouldBe(("stop-and-wait-sender", FindingKind.Finding), path.Wrote);
        first.Evidence.ShouldContain("of 4,105 bytes");
        first.Model.ShouldNotBeNull(path.Wrote);
    }

    [Fact]
    public async Task A_full_link_is_named_by_connections_that_bring_nothing()
    {
        await using var path = await PlantedPath.ServeAsync(
            Link(new() { Delay = "20ms" }, new() { Rate = "10mbit", Queue = "128k" }), "medium");
        var first = (await path.ExamineAsync("--call", Call)).Causes[0];
        (first.Id, first.Kind).ShouldBe(("bandwidth-capped", FindingKind.Finding), path.Wrote);
    }

    [Fact]
    public async Task A_long_queue_is_named_by_what_waits_in_it()
    {
        await using var path = await PlantedPath.ServeAsync(
            Link(new() { Delay = "20ms" }, new() { Rate = "10mbit", Queue = "1000p" }), "medium");
        var record = await path.ExamineAsync("--call", Call);
        record.Causes.ShouldContain(c => c.Id == "bufferbloat" && c.Kind == FindingKind.Finding, path.Wrote);
    }

    [Fact]
    public async Task Lost_packets_are_named_by_connections_that_help()
    {
        await using var path = await PlantedPath.ServeAsync(Link(new() { Delay = "20ms" }, new() { Loss = "1%" }), "medium");
        var first = (await path.ExamineAsync("--call", Call)).Causes[0];
        (first.Id, first.Kind).ShouldBe(("loss-bound", FindingKind.Finding), path.Wrote);
    }

    [Fact]
    public async Task A_path_that_is_learned_again_after_a_pause_is_named_by_the_call_without_it()
    {
        await using var path = await PlantedPath.ServeAsync(Link(new() { Delay = "40ms" }), "medium");
        var first = (await path.ExamineAsync("--call", Call)).Causes[0];
        (first.Id, first.Kind).ShouldBe(("slow-start-after-idle", FindingKind.Finding), path.Wrote);
    }

    // Reno shows losses and pauses, which BBR hides.
    private static LinkSpec Link(DirectionSpec both, DirectionSpec? down = null) =>
        new() { Both = both, Down = down ?? new(), Congestion = "reno" };
}

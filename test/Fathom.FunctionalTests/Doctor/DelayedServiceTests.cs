using System.Text.Json;
using Fathom.Lab.Results;
using Fathom.Lab.Results.Doctors;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services behind a delay: windows of both sides, and headers, bind there. A relay's delay is enough for these, since windows
/// open end to end.</summary>
[Collection(Alone.Name)]
public sealed class DelayedServiceTests : IAsyncDisposable
{
    private const string Call = "fathom.plants.Plant/Call";

    private readonly Examination _doctor = new();

    public DelayedServiceTests() => Requires.PlantsAreWanted();

    [Theory]
    [InlineData("--stream-window", "stream-window-bound-download", "SETTINGS_INITIAL_WINDOW_SIZE")]
    [InlineData("--connection-window", "connection-window-bound", "connection-window")]
    public async Task A_window_of_the_clients_is_proven_by_a_larger_one_and_its_time_is_predicted(
        string flag, string cause, string variable)
    {
        var record = await ExamineAsync("medium", ["--delay", "20ms"], flag, "65535");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((cause, FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe(variable);
        record.Causes[0].Model.ShouldNotBeNull(_doctor.Wrote);
    }

    [Fact]
    public async Task A_window_of_the_servers_is_proven_by_requests_with_windows_of_their_own()
    {
        using var folder = new TemporaryFolder();
        var request = folder.PathOf("request.json");
        await File.WriteAllTextAsync(request, JsonSerializer.Serialize(new { payload = Convert.ToBase64String(new byte[1 << 18]) }));
        var record = await ExamineAsync("small-window", ["--delay", "20ms"], "-d", $"@{request}");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("server-window-bound-upload", FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe("connections");
    }

    [Fact]
    public async Task Metadata_that_fills_a_narrow_link_is_proven_by_calls_without_it()
    {
        var record = await ExamineAsync("fast", ["--delay", "5ms", "--up-rate", "1mbit"], "-H", $"x-token: {new string('a', 8000)}");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("fat-metadata", FindingKind.Finding), _doctor.Wrote);
    }

    [Fact]
    public async Task A_large_reply_over_a_distance_is_healthy_and_bound_by_the_round_trip()
    {
        var record = await ExamineAsync("large", ["--delay", "20ms"]);
        record.Causes.ShouldNotContain(c => c.Kind == FindingKind.Finding, _doctor.Wrote);
        record.Verdict.ShouldContain("round trip", Case.Sensitive, _doctor.Wrote);
        record.RuledOut.Single(c => c.Id == "stream-window-bound-download").By.ShouldContain("give it with --stream-window");
    }

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();

    private async Task<DoctorRecord> ExamineAsync(string plant, string[] link, params string[] flags)
    {
        await using var service = await PlantedService.StartAsync(plant);
        using var relay = FathomProcess.Start(
            ["link", "--mode", "relay", .. link, "--listen", "0", "--to", new Uri(service.Address).Authority]);
        await Eventually.HoldsAsync(() => relay.Error.Contains("an approximation", StringComparison.Ordinal), "the relay listens");
        var address = $"http://127.0.0.1:{relay.Error.Split("127.0.0.1:")[1].Split(' ')[0]}";
        return await _doctor.RunAsync([address, "--call", Call, .. flags]);
    }
}

using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Programs whose cause is proven by what is around them: the path to what they call, proxies, settings of the runtime.</summary>
[Collection(Alone.Name)]
public sealed class SurroundingsTests : IAsyncDisposable
{
    private readonly Examination _doctor = new();

    public SurroundingsTests() => Requires.PlantsAreWanted();

    [Fact]
    public async Task Calls_one_after_another_are_counted_by_a_link_of_a_known_delay()
    {
        Requires.Present(LinkPrerequisites.Required);
        var server = await _doctor.ServeAsync();
        using var relay = Relay(server, "25ms");
        var record = await _doctor.OfAsync(["--budget", "180s"], "chatty-client", await AddressAsync(relay));
        var first = record.Causes[0];
        (first.Id, first.Kind).ShouldBe(("chatty-sequential", FindingKind.Finding), _doctor.Wrote);
        first.Proof!.Variable.ShouldBe("link-delay");
        first.Model.ShouldNotBeNull(_doctor.Wrote);
        record.Observations.ShouldNotContain(o => o.Value.Contains("127.0.0.1", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_window_that_doubles_in_every_call_is_proven_by_one_that_grows_at_once()
    {
        await using var service = await PlantedService.StartAsync("large");
        using var relay = Relay(service.Address, "20ms");
        var record = await _doctor.OfAsync(["--budget", "180s"], "large-client", await AddressAsync(relay));
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("per-call-window-ramp", FindingKind.Finding), _doctor.Wrote);
    }

    [Fact]
    public async Task A_proxy_that_waits_before_it_connects_is_proven_by_none()
    {
        await using var service = await PlantedService.StartAsync("tls");
        await using var proxy = ChildProcess.Start(SubjectCatalog.DotnetHost, "exec", Examination.Plants, "slow-proxy");
        await Eventually.HoldsAsync(() => proxy.Lines.Count > 0, "the address of the proxy");
        var record = await _doctor.RunWithAsync(new Dictionary<string, string> { ["https_proxy"] = proxy.Lines[0] },
            "--", SubjectCatalog.DotnetHost, Examination.Plants, "tls-client", service.Address);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("connect-path-stalls", FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe("https_proxy");
    }

    [Fact]
    public async Task Connections_that_are_closed_between_calls_are_a_hint()
    {
        await using var service = await PlantedService.StartAsync("slow-handshake");
        var record = await _doctor.OfAsync([], "reconnecting-client", service.Address);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("idle-or-lifetime-reconnect", FindingKind.Hint), _doctor.Wrote);
    }

    [Fact]
    public async Task Compiling_all_methods_fully_is_proven_by_tiers()
    {
        var settings = Path.Combine(Path.GetDirectoryName(Examination.Plants)!, "untiered.runtimeconfig.json");
        var record = await _doctor.RunAsync(
            "--budget", "120s", "--", SubjectCatalog.DotnetHost, "exec", "--runtimeconfig", settings, Examination.Plants, "cold-tool");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("cold-start", FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe("DOTNET_TieredCompilation");
    }

    [Fact]
    public async Task Threads_that_keep_what_they_make_are_proven_by_the_server_collector()
    {
        var record = await _doctor.OfAsync(["--budget", "180s"], "retaining");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("wrong-gc-mode", FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe("DOTNET_gcServer");
    }

    [Fact]
    public async Task Processors_that_a_program_may_not_use_prove_that_it_needs_them()
    {
        Assert.SkipUnless(Environment.ProcessorCount > 1, "needs two processors");
        var record = await _doctor.RunWithAsync(new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = "1" },
            "--", SubjectCatalog.DotnetHost, Examination.Plants, "summing");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("cpu-saturation", FindingKind.Finding), _doctor.Wrote);
    }

    [Fact]
    public async Task A_serializer_by_reflection_is_a_hint_with_its_place()
    {
        var record = await _doctor.OfAsync([], "json");
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("slow-serializer", FindingKind.Hint), _doctor.Wrote);
        record.Causes[0].Evidence.ShouldContain("JsonMessages.Exchange");
    }

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();

    private static FathomProcess Relay(string address, string delay) =>
        FathomProcess.Start("link", "--mode", "relay", "--delay", delay, "--listen", "0", "--to", new Uri(address).Authority);

    private static async Task<string> AddressAsync(FathomProcess relay)
    {
        await Eventually.HoldsAsync(() => relay.Error.Contains("an approximation", StringComparison.Ordinal), "the relay listens");
        return $"http://127.0.0.1:{relay.Error.Split("127.0.0.1:")[1].Split(' ')[0]}";
    }
}

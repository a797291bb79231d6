using Fathom.FunctionalTests.Interop;
using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Services that behave badly over time, between connections or within a reply: <c>fathom doctor TARGET --call</c> names
/// it first.</summary>
[Collection(Alone.Name)]
public sealed class BehaviourPlantTests : IAsyncDisposable
{
    private const string Call = "fathom.plants.Plant/Call";

    // The proxy reads no standard input: the shell ends it with its own.
    private const string EndsWithInput = "\"$0\" \"$@\" & cat; kill $!";

    private static readonly string Proto = Repository.PathOf("test/Fathom.Plants/plant.proto");

    private readonly Examination _doctor = new();

    public BehaviourPlantTests() => Requires.PlantsAreWanted();

    [Theory]
    [InlineData("polling", "timer-quantised-poll", "pause-before-call")]
    [InlineData("balanced", "l4-pinned-balancing", "connection")]
    public async Task A_planted_behaviour_is_first_and_proven_by_one_change_on_the_callers_side(string plant, string cause, string variable)
    {
        await using var service = await PlantedService.StartAsync(plant);
        var record = await _doctor.RunAsync(service.Address, "--call", Call);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((cause, FindingKind.Finding), _doctor.Wrote);
        record.Causes[0].Proof!.Variable.ShouldBe(variable);
    }

    [Theory]
    [InlineData("idle-closing", Call, "idle-or-lifetime-reconnect")]
    [InlineData("chatty-stream", "fathom.plants.Plant/Stream", "flush-per-message")]
    [InlineData("collecting", Call, "gc-pauses")]
    [InlineData("computing", Call, "cpu-saturation")]
    public async Task What_the_server_alone_can_change_is_a_hint(string plant, string method, string cause)
    {
        await using var service = await PlantedService.StartAsync(plant);
        var record = await _doctor.RunAsync(service.Address, "--call", method);
        record.Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint, _doctor.Wrote);
        record.Causes[0].Id.ShouldBe(cause, _doctor.Wrote);
    }

    [Fact]
    public async Task Calls_that_hold_the_event_loop_are_proven_by_their_absence()
    {
        await using var server = await ServeOnNodeAsync("call");
        var record = await _doctor.RunAsync($"http://127.0.0.1:{server.Lines[0]}", "--call", Call, "--proto", Proto);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("event-loop-blocked", FindingKind.Finding), _doctor.Wrote);
        record.Observations.Single(o => o.Id == "library").Value.ShouldBe("grpc-js");
    }

    [Fact]
    public async Task An_event_loop_that_is_held_by_the_servers_own_work_is_a_hint()
    {
        await using var server = await ServeOnNodeAsync("timer");
        var record = await _doctor.RunAsync($"http://127.0.0.1:{server.Lines[0]}", "--call", Call, "--proto", Proto);
        (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe(("event-loop-blocked", FindingKind.Hint), _doctor.Wrote);
    }

    [Fact]
    public async Task An_event_loop_that_nothing_holds_is_healthy()
    {
        await using var server = await ServeOnNodeAsync("never");
        var record = await _doctor.RunAsync($"http://127.0.0.1:{server.Lines[0]}", "--call", Call, "--proto", Proto);
        record.Causes.ShouldNotContain(c => c.Kind == FindingKind.Finding, _doctor.Wrote);
        record.RuledOut.ShouldContain(c => c.Id == "event-loop-blocked", _doctor.Wrote);
    }

    [Fact]
    public async Task A_proxy_far_from_its_service_is_named_by_itself_and_by_what_lies_behind_it()
    {
        var program = Requires.Program(TestPrerequisites.Nghttpx);
        await using var service = await PlantedService.StartAsync("fast");
        using var relay = FathomProcess.Start("link", "--mode", "relay", "--delay", "20ms", "--listen", "0", "--to",
            new Uri(service.Address).Authority);
        await Eventually.HoldsAsync(() => relay.Error.Contains("an approximation", StringComparison.Ordinal), "the relay listens");
        var behind = relay.Error.Split("127.0.0.1:")[1].Split(' ')[0];
        var port = FreePort.Next();
        await using var proxy = ChildProcess.Start("sh", "-c", EndsWithInput, program, $"--frontend=127.0.0.1,{port};no-tls",
            $"--backend=127.0.0.1,{behind};;proto=h2", "--workers=1", "--conf=/dev/null");
        await Eventually.HoldsAsync(() => proxy.Errors.Contains("listening", StringComparison.OrdinalIgnoreCase), "the proxy listens");
        var record = await _doctor.RunAsync($"http://127.0.0.1:{port}", "--call", Call, "--proto", Proto);
        record.Causes.ShouldContain(c => c.Id == "l7-proxy-buffering-or-limits" && c.Kind == FindingKind.Hint, _doctor.Wrote);
        record.Causes[0].Id.ShouldBe("l7-proxy-buffering-or-limits", _doctor.Wrote);
    }

    public ValueTask DisposeAsync() => _doctor.DisposeAsync();

    private static async Task<ChildProcess> ServeOnNodeAsync(string mode)
    {
        Requires.Present(TestPrerequisites.NodeGrpc);
        Requires.Present(TestPrerequisites.Protoc);
        var server = ChildProcess.Start(Requires.Program(TestPrerequisites.NodeGrpc), ForeignGrpc.FileOf("blocked_server.js"),
            Repository.PathOf("test/Fathom.FunctionalTests/Interop/node_modules"), Proto, mode);
        await Eventually.HoldsAsync(() => server.Lines.Count > 0, "the port of the server");
        return server;
    }
}

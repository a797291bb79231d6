using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Telemetry;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Telemetry;

/// <summary>The metrics of nodes, by OpenTelemetry's conventions. A listener receives those of the whole process: the test selects its own
/// port.</summary>
public sealed class MetricsTests
{
    [Fact]
    public async Task Durations_are_in_seconds_and_have_the_conventions_attributes()
    {
        ConcurrentQueue<(Instrument Instrument, double Seconds, Dictionary<string, object?> Tags)> heard = new();
        using var meters = new MeterListener();
        meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == MediatorTelemetry.Name)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        meters.SetMeasurementEventCallback<double>(
            (instrument, seconds, tags, _) => heard.Enqueue((instrument, seconds, tags.ToArray().ToDictionary(t => t.Key, t => t.Value))));
        meters.Start();
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)]);

        await Should.ThrowAsync<RemoteHandlerException>(() => sender.Mediator.SendAsync(new Fail("no")).AsTask());

        var sent = heard.Single(h => h.Tags.TryGetValue("server.port", out var port) && port!.Equals(red.Node.Address!.Port));
        (sent.Instrument.Name, sent.Instrument.Unit).ShouldBe(("rpc.client.call.duration", "s"));
        sent.Seconds.ShouldBeInRange(0, 60);
        sent.Tags.ShouldBe(new Dictionary<string, object?>
        {
            ["rpc.system.name"] = "grpc",
            ["rpc.method"] = $"{RpcNames.Package}FailHandler/Send",
            ["rpc.response.status_code"] = "UNKNOWN",
            ["error.type"] = "UNKNOWN",
            ["server.address"] = "localhost",
            ["server.port"] = red.Node.Address!.Port,
        }, ignoreOrder: true);
        await Eventually.HoldsAsync(
            () => heard.Any(h => h.Instrument.Name == "rpc.server.call.duration"
                && (string?)h.Tags["rpc.method"] == $"{RpcNames.Package}FailHandler/Send" && (string?)h.Tags["error.type"] == "UNKNOWN"),
            "the server's own");
    }
}

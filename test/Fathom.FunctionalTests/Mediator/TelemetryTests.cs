using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Telemetry;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>The activities and metrics of nodes, by OpenTelemetry's conventions. A listener receives those of the whole process, so each
/// test selects its own trace or port.</summary>
public sealed class TelemetryTests : IDisposable
{
    private const string Package = "Fathom.FunctionalTests.Mediator.";

    private readonly ActivitySource _own = new("test");
    private readonly ConcurrentQueue<Activity> _ended = new();
    private readonly ActivityListener _listener;

    public TelemetryTests()
    {
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name is MediatorTelemetry.Name or "test",
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
            ActivityStopped = _ended.Enqueue,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public void Dispose()
    {
        _listener.Dispose();
        _own.Dispose();
    }

    [Fact]
    public async Task A_trace_crosses_two_nodes_by_its_headers()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        var onward = new AskRed();
        await using var blue = TestNode.Start("blue", FreePort.Next(), [("Red", red.Node.Address!.Port)],
            configure: b => b.AddRequestHandler(onward));
        await using var sender = TestNode.Start("sender", null, [("Red", blue.Node.Address!.Port)]);
        onward.Next = blue.Mediator;

        using var root = _own.StartActivity("root").ShouldNotBeNull();
        await sender.Mediator.SendAsync(new Linger());
        root.Stop();

        var spans = await SpansAsync(root.TraceId, 4);
        var sent = spans.Single(s => s.Kind == ActivityKind.Client && s.ParentSpanId == root.SpanId);
        var served = spans.Single(s => s.Kind == ActivityKind.Server && s.ParentSpanId == sent.SpanId);
        var sentOn = spans.Single(s => s.Kind == ActivityKind.Client && s.ParentSpanId == served.SpanId);
        spans.ShouldContain(s => s.Kind == ActivityKind.Server && s.ParentSpanId == sentOn.SpanId && s.HasRemoteParent);
        sent.DisplayName.ShouldBe($"{Package}LingerHandler/Send");
        Tags(sent).ShouldBe([
            ("rpc.system.name", "grpc"), ("rpc.method", $"{Package}LingerHandler/Send"), ("server.address", "localhost"),
            ("server.port", $"{blue.Node.Address!.Port}"), ("rpc.response.status_code", "OK"),
        ], ignoreOrder: true);
        sentOn.DisplayName.ShouldBe($"{Package}PingHandler/Send");
    }

    [Fact]
    public async Task Streams_and_notifications_have_spans_too_and_failures_are_said_by_their_code()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)]);
        using var root = _own.StartActivity("root").ShouldNotBeNull();

        await foreach (var item in sender.Mediator.CreateStream(new Numbers(2)))
        {
            item.Value.ShouldBeGreaterThan(0);
        }

        await sender.Mediator.PublishAsync(new Bing(1));
        await Should.ThrowAsync<RemoteHandlerException>(() => sender.Mediator.SendAsync(new Fail("no")).AsTask());
        await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Fail("status")).AsTask());
        root.Stop();

        var spans = await SpansAsync(root.TraceId, 8);
        spans.Select(s => (s.Kind, s.DisplayName[Package.Length..], Tags(s).Single(t => t.Key == "rpc.response.status_code").Value,
            s.Status)).ShouldBe([
            (ActivityKind.Client, "NumbersHandler/Stream", "OK", ActivityStatusCode.Unset),
                (ActivityKind.Server, "NumbersHandler/Stream", "OK", ActivityStatusCode.Unset),
            (ActivityKind.Client, "BingHandler/Publish", "OK", ActivityStatusCode.Unset),
                (ActivityKind.Server, "BingHandler/Publish", "OK", ActivityStatusCode.Unset),
            (ActivityKind.Client, "FailHandler/Send", "UNKNOWN", ActivityStatusCode.Error),
                (ActivityKind.Server, "FailHandler/Send", "UNKNOWN", ActivityStatusCode.Error),

            // A client's own fault is none of the server's.
            (ActivityKind.Client, "FailHandler/Send", "OUT_OF_RANGE", ActivityStatusCode.Error),
                (ActivityKind.Server, "FailHandler/Send", "OUT_OF_RANGE", ActivityStatusCode.Unset),
        ], ignoreOrder: true);
    }

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
            ["rpc.method"] = $"{Package}FailHandler/Send",
            ["rpc.response.status_code"] = "UNKNOWN",
            ["error.type"] = "UNKNOWN",
            ["server.address"] = "localhost",
            ["server.port"] = red.Node.Address!.Port,
        }, ignoreOrder: true);
        await Eventually.HoldsAsync(
            () => heard.Any(h => h.Instrument.Name == "rpc.server.call.duration"
                && (string?)h.Tags["rpc.method"] == $"{Package}FailHandler/Send" && (string?)h.Tags["error.type"] == "UNKNOWN"),
            "the server's own");
    }

    [Theory]
    [InlineData("00-zz-zz-01", "")]
    [InlineData("", "k=v")]
    [InlineData("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "=,,=")]
    public async Task Headers_that_are_no_trace_do_no_harm(string parent, string state)
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var channel = new NativeChannel(new ChannelOptions { Address = red.Node.Address! });
        Metadata headers = [];
        headers.Add("traceparent", parent);
        headers.Add("tracestate", state);
        var method = new Method<byte[], byte[]>(MethodKind.Unary, $"{Package}PingHandler", "Send", new BytesMarshaller(),
            new BytesMarshaller());
        (await channel.UnaryAsync(method, [], new CallOptions { Headers = headers })).ShouldNotBeEmpty();
    }

    private async Task<List<Activity>> SpansAsync(ActivityTraceId trace, int count)
    {
        List<Activity> Found() => [.. _ended.Where(a => a.TraceId == trace && a.Source.Name == MediatorTelemetry.Name)];
        await Eventually.HoldsAsync(() => Found().Count >= count, $"{count} spans");
        return Found();
    }

    private static IEnumerable<(string Key, string Value)> Tags(Activity span) => span.TagObjects.Select(t => (t.Key, $"{t.Value}"));

    [ManualRegistration]
    private sealed class AskRed : IRequestHandler<Linger, Fathom.Contracts.Empty>
    {
        public Fathom.Mediator.Routing.IMediator? Next { get; set; }

        public async ValueTask<Fathom.Contracts.Empty> HandleAsync(Linger request, MessageContext context)
        {
            await Next!.SendAsync(new Ping("x"u8.ToArray()), context);
            return Fathom.Contracts.Empty.Instance;
        }
    }
}

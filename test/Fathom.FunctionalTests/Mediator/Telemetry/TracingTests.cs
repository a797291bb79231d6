using System.Diagnostics;
using Fathom.Mediator.Messages;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Telemetry;

/// <summary>The activities of nodes, by OpenTelemetry's conventions.</summary>
public sealed class TracingTests : IDisposable
{
    private readonly TraceListener _traces = new();

    [Fact]
    public async Task A_trace_crosses_two_nodes_by_its_headers()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        var onward = new AskRed();
        await using var blue = TestNode.Start("blue", FreePort.Next(), [("Red", red.Node.Address!.Port)],
            configure: b => b.AddRequestHandler(onward));
        await using var sender = TestNode.Start("sender", null, [("Red", blue.Node.Address!.Port)]);
        onward.Next = blue.Mediator;

        using var root = _traces.StartRoot();
        await sender.Mediator.SendAsync(new Linger());
        root.Stop();

        var spans = await _traces.SpansAsync(root.TraceId, 4);
        var sent = spans.Single(s => s.Kind == ActivityKind.Client && s.ParentSpanId == root.SpanId);
        var served = spans.Single(s => s.Kind == ActivityKind.Server && s.ParentSpanId == sent.SpanId);
        var sentOn = spans.Single(s => s.Kind == ActivityKind.Client && s.ParentSpanId == served.SpanId);
        spans.ShouldContain(s => s.Kind == ActivityKind.Server && s.ParentSpanId == sentOn.SpanId && s.HasRemoteParent);
        sent.DisplayName.ShouldBe($"{RpcNames.Package}LingerHandler/Send");
        TraceListener.Tags(sent).ShouldBe([
            ("rpc.system.name", "grpc"), ("rpc.method", $"{RpcNames.Package}LingerHandler/Send"), ("server.address", "localhost"),
            ("server.port", $"{blue.Node.Address!.Port}"), ("rpc.response.status_code", "OK"),
        ], ignoreOrder: true);
        sentOn.DisplayName.ShouldBe($"{RpcNames.Package}PingHandler/Send");
    }

    [Fact]
    public async Task Streams_and_notifications_have_spans_too_and_failures_are_said_by_their_code()
    {
        await using var red = TestNode.Start("red", FreePort.Next());
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)]);
        using var root = _traces.StartRoot();

        await foreach (var item in sender.Mediator.CreateStream(new Numbers(2)))
        {
            item.Value.ShouldBeGreaterThan(0);
        }

        await sender.Mediator.PublishAsync(new Bing(1));
        await Should.ThrowAsync<RemoteHandlerException>(() => sender.Mediator.SendAsync(new Fail("no")).AsTask());
        await Should.ThrowAsync<MediatorException>(() => sender.Mediator.SendAsync(new Fail("status")).AsTask());
        root.Stop();

        var spans = await _traces.SpansAsync(root.TraceId, 8);
        spans.Select(s => (s.Kind, s.DisplayName[RpcNames.Package.Length..],
            TraceListener.Tags(s).Single(t => t.Key == "rpc.response.status_code").Value, s.Status)).ShouldBe([
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
        var method = new Method<byte[], byte[]>(MethodKind.Unary, $"{RpcNames.Package}PingHandler", "Send", new BytesMarshaller(),
            new BytesMarshaller());
        (await channel.UnaryAsync(method, [], new CallOptions { Headers = headers })).ShouldNotBeEmpty();
    }

    public void Dispose() => _traces.Dispose();

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

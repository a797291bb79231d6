using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Tests.Wire;
using Fathom.Transport.Compression;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Load.Grpc;

/// <summary>A client with a framer and a server, in memory.</summary>
internal sealed class FramedCalls : IDisposable
{
    private static readonly HeaderList Request = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8)
        .Add(":path"u8, "/a/b"u8).Add(":authority"u8, "c"u8);

    private static readonly HeaderList Response = new HeaderList().Add(":status"u8, "200"u8);

    private readonly RequestFramer _framer;
    private readonly Http2Connection _client;
    private readonly Http2Connection _server;

    public FramedCalls(IRequestMessages messages, int window)
    {
        _framer = new RequestFramer(messages, messages.CountOf(0) > 1, staysOpen: false, MessageCompression.None, _ => { }, e => throw e);
        var (client, server) = (new ClientEvents(this), new ServerEvents(this));
        _client = new Http2Connection(Http2Role.Client, Http2Options.Default with
        {
            Limits = Http2Limits.Default with { MaxTinyWindowUpdatesPerSecond = int.MaxValue },
        }, client);
        _server = new Http2Connection(Http2Role.Server, Http2Options.Default with
        {
            InitialStreamWindow = window,
        }, server);
        _client.Start(0);
        _server.Start(0);
        Exchange();
    }

    /// <summary>The bytes of each stream.</summary>
    public Dictionary<int, List<byte>> Received { get; } = [];

    /// <summary>Whether the server answers with the first bytes of a request.</summary>
    public bool AnswersEarly { get; init; }

    /// <summary>Called when a stream of the client has ended.</summary>
    public Action Ended { get; set; } = () => { };

    public static byte[] Framed(ReadOnlyMemory<byte> message) =>
        [0, 0, (byte)(message.Length >> 16), (byte)(message.Length >> 8), (byte)message.Length, .. message.Span];

    public void Start(LoadCall call)
    {
        call.Begin(new CallTicket(0, 0, false), 0);
        call.Stream = _client.TryOpenStream(null, Request, endStream: false, call);
        _framer.Write(_client, call);
    }

    public void Exchange()
    {
        while (!_client.Output.IsEmpty || !_server.Output.IsEmpty)
        {
            Pass(_client, _server);
            Pass(_server, _client);
        }
    }

    public void Dispose()
    {
        _framer.Dispose();
        _client.Dispose();
        _server.Dispose();
    }

    private static void Pass(Http2Connection from, Http2Connection to)
    {
        var bytes = from.Output.Front.ToArray();
        from.AdvanceOutput(bytes.Length);
        to.Receive(bytes, 0);
    }

    private sealed class ClientEvents(FramedCalls calls) : SilentEvents
    {
        public override void OnWritable(Http2Stream stream) => calls._framer.Continue(calls._client, (LoadCall)stream.Tag!);

        public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
        {
            outcome.Kind.ShouldBe(Http2StreamEndKind.Completed);
            calls.Ended();
        }
    }

    private sealed class ServerEvents(FramedCalls calls) : SilentEvents
    {
        public override void OnStreamOpened(Http2Stream stream) => calls.Received[stream.Id] = [];

        public override void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
        {
            calls.Received[stream.Id].AddRange(data);
            if (stream.CanSend && (endStream || calls.AnswersEarly))
            {
                calls._server.WriteHeaders(stream, null, Response, endStream: true);
            }

            calls._server.Consume(stream, data.Length);
        }
    }
}

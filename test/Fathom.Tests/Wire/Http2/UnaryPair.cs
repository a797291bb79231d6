using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Two engines joined without a link, which carry calls of the shape of a unary gRPC call. Allocates nothing of its own once
/// warm.</summary>
internal sealed class UnaryPair
{
    private static readonly HeaderTemplate Request = new(
        new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/package.Service/Method"u8)
        .Add(":authority"u8, "localhost:5000"u8).Add("te"u8, "trailers"u8).Add("content-type"u8, "application/grpc"u8));

    private readonly HeaderList _fields = new();
    private readonly byte[] _message = new byte[105];

    public UnaryPair()
    {
        ClientSide = new UnaryEvents();
        ServerSide = new UnaryEvents();
        ClientSide.Engine = Client = new Http2Connection(Http2Role.Client, Http2Options.Default, ClientSide);
        ServerSide.Engine = Server = new Http2Connection(Http2Role.Server, Http2Options.Default, ServerSide);
        Client.Start(0);
        Server.Start(0);
        Exchange();
    }

    public Http2Connection Client { get; }

    public Http2Connection Server { get; }

    public UnaryEvents ClientSide { get; }

    public UnaryEvents ServerSide { get; }

    /// <summary>Does one call from its request to its trailers.</summary>
    public void Call(int number)
    {
        Span<byte> timeout = stackalloc byte[12];
        (100_000 + number % 1000).TryFormat(timeout, out var digits);
        timeout[digits] = (byte)'u';
        _fields.Clear();
        _fields.Add("grpc-timeout"u8, timeout[..(digits + 1)], HeaderIndexing.NoIndex);
        var stream = Client.TryOpenStream(Request, _fields, endStream: false)!;
        Client.TryWriteData(stream, _message, endStream: true);
        Exchange();
    }

    private void Exchange()
    {
        while (!Client.Output.IsEmpty || !Server.Output.IsEmpty)
        {
            Move(Client, Server);
            Move(Server, Client);
        }
    }

    private static void Move(Http2Connection from, Http2Connection to)
    {
        var front = from.Output.Front;
        if (!front.IsEmpty)
        {
            to.Receive(front.Span, 0);
            from.AdvanceOutput(front.Length);
        }
    }
}

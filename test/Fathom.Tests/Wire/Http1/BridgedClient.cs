using System.Text;
using Fathom.Tests.Wire.Http2;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http1;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http1;

/// <summary>An HTTP/2 client and the bridge below it, in memory.</summary>
internal sealed class BridgedClient : IDisposable
{
    public BridgedClient()
    {
        Client = new Http2Connection(Http2Role.Client, Http2Options.Default with { AssumedMaxConcurrentStreams = 1 }, Events);
        Bridge.Start(0);
        Client.Start(0);
        Exchange().ShouldBeEmpty("nothing is said to the server before the first request");
    }

    public RecordedEvents Events { get; } = new();

    public Http2Connection Client { get; }

    public Http1Bridge Bridge { get; } = new();

    /// <summary>The stream of the latest call.</summary>
    public Http2Stream? Stream { get; private set; }

    public void Dispose()
    {
        Bridge.Dispose();
        Client.Dispose();
    }

    public int Received() => Events.Of("data").Sum(l => int.Parse(l.Split(' ')[2], System.Globalization.CultureInfo.InvariantCulture));

    public Http2Stream Send(string data, bool ends)
    {
        var fields = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/a.B/C"u8)
            .Add(":authority"u8, "shop.test"u8).Add("te"u8, "trailers"u8).Add("x-y"u8, "z"u8);
        Stream = Client.TryOpenStream(null, fields, endStream: false).ShouldNotBeNull();
        if (data.Length > 0 || ends)
        {
            Write(Stream, data, ends);
        }

        return Stream;
    }

    public void Write(Http2Stream stream, string data, bool ends) =>
        Client.TryWriteData(stream, Encoding.ASCII.GetBytes(data), ends).ShouldBe(data.Length);

    public void Answer(string text)
    {
        Bridge.ReceiveFromServer(Encoding.ASCII.GetBytes(text));
        Exchange();
    }

    /// <summary>Passes bytes between client and bridge until both are silent. What the server receives of it.</summary>
    public string Exchange()
    {
        var buffer = new byte[4096];
        for (var moved = true; moved;)
        {
            moved = false;
            while (!Client.Output.IsEmpty)
            {
                var front = Client.Output.Front.ToArray();
                Bridge.ReceiveFromClient(front, 0);
                Client.AdvanceOutput(front.Length);
                moved = true;
            }

            for (int count; (count = Bridge.TakeForClient(buffer)) > 0; moved = true)
            {
                Client.Receive(buffer.AsSpan(0, count), 0);
            }
        }

        var said = Encoding.ASCII.GetString(Bridge.ToServer.WrittenSpan);
        Bridge.ToServer.Clear();
        return said;
    }
}

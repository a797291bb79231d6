using System.Text;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Keeps what an engine tells as lines, and lets a test act on some of it.</summary>
internal sealed class RecordedEvents : IHttp2Events
{
    public List<string> Lines { get; } = [];

    public Dictionary<int, Http2Stream> Streams { get; } = [];

    public Dictionary<int, Http2StreamEnd> Ends { get; } = [];

    public Http2ConnectionEnd? ConnectionEnd { get; private set; }

    public Action<Http2Stream, bool>? OnMessage { get; set; }

    public Action<Http2Stream>? OnWritable { get; set; }

    public Action<Http2Stream>? OnOpened { get; set; }

    /// <summary>Lines that begin so.</summary>
    public IEnumerable<string> Of(string start) => Lines.Where(line => line.StartsWith(start, StringComparison.Ordinal));

    void IHttp2Events.OnStreamOpened(Http2Stream stream)
    {
        Streams[stream.Id] = stream;
        Lines.Add($"opened {stream.Id}");
        OnOpened?.Invoke(stream);
    }

    void IHttp2Events.OnHeader(Http2Stream stream, in HeaderField field) =>
        Lines.Add($"header {stream.Id} {Encoding.Latin1.GetString(field.Name)}={Encoding.Latin1.GetString(field.Value)}");

    void IHttp2Events.OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        Lines.Add($"headers {stream.Id} {kind}{(endStream ? " end" : "")}");
        OnMessage?.Invoke(stream, endStream);
    }

    void IHttp2Events.OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Lines.Add($"data {stream.Id} {data.Length}{(endStream ? " end" : "")}");
        OnMessage?.Invoke(stream, endStream);
    }

    void IHttp2Events.OnWritable(Http2Stream stream)
    {
        Lines.Add($"writable {stream.Id}");
        OnWritable?.Invoke(stream);
    }

    void IHttp2Events.OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        Lines.Add($"closed {stream.Id} {outcome.Kind} {outcome.Code}");
        Ends.TryAdd(stream.Id, outcome).ShouldBeTrue($"stream {stream.Id} is closed twice");
    }

    void IHttp2Events.OnPeerSettings(in Http2Settings settings) => Lines.Add("settings");

    void IHttp2Events.OnPingAck(ulong opaque) => Lines.Add($"pong {opaque}");

    void IHttp2Events.OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug) =>
        Lines.Add($"goaway {lastStreamId} {code}");

    void IHttp2Events.OnConnectionEnded(Http2ConnectionEnd outcome)
    {
        ConnectionEnd.ShouldBeNull("the connection ends twice");
        ConnectionEnd = outcome;
        Lines.Add($"ended {outcome.Code}");
    }
}

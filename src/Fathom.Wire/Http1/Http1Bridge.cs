using System.Buffers;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Wire.Http1;

/// <summary>
/// Translates one connection of an HTTP/2 client to HTTP/1.1 and back, without I/O: it is an HTTP/2 server to the client, which allows one
/// stream at a time, and a client of HTTP/1.1 to the server. A request that is cancelled, a response before the end of its request and a
/// server that closes end the connection by GOAWAY. Owned by one connection; not thread-safe.
/// </summary>
internal sealed class Http1Bridge : IHttp2Events, IHttp1Events, IDisposable
{
    // Of a response whose reader is slower than its server: flow control of HTTP/2 ends here.
    private const int MaxHeld = 64 * 1024 * 1024;

    private const int MaxGap = 64 * 1024;

    // Of the buffer, for the next response.
    private const int MaxKept = 1024 * 1024;

    private readonly Http2Connection _engine;
    private readonly Http1ResponseReader _responses;
    private readonly Http1Request _request = new();
    private ArrayBufferWriter<byte> _held = new();
    private Http2Stream? _stream;
    private int _written;
    private bool _isResponseComplete;
    private bool _keepsConnection;

    public Http1Bridge()
    {
        _engine = new Http2Connection(Http2Role.Server, Http2Options.Default with { MaxConcurrentStreams = 1 }, this);
        _responses = new Http1ResponseReader(this);
    }

    /// <summary>What goes to the server; cleared by its sender.</summary>
    public ArrayBufferWriter<byte> ToServer { get; } = new();

    /// <summary>Whether something waits for <see cref="TakeForClient"/>.</summary>
    public bool HasOutput => !_engine.Output.IsEmpty;

    /// <summary>Why the connection cannot go on; null where it can.</summary>
    public string? Fault => _responses.Fault is { } fault ? $"the server violated HTTP/1.1 (RFC 9112 section {fault})"
        : _held.WrittenCount - _written > MaxHeld ? "the server sent more than 64 MiB that were not read"
        : null;

    /// <summary>Begins with the server's SETTINGS.</summary>
    public void Start(long now) => _engine.Start(now);

    /// <summary>Processes bytes of the client.</summary>
    public void ReceiveFromClient(ReadOnlySpan<byte> bytes, long now)
    {
        _engine.Receive(bytes, now);
        _request.WriteTo(ToServer);
    }

    /// <summary>Processes bytes of the server.</summary>
    public void ReceiveFromServer(ReadOnlySpan<byte> bytes)
    {
        if (!_engine.IsEnded)
        {
            _responses.Read(bytes);
        }
    }

    /// <summary>The server has closed its side.</summary>
    public void EndOfServer()
    {
        _responses.EndInput();
        _engine.CompleteShutdown();
    }

    /// <summary>Takes the next bytes for the client.</summary>
    /// <returns>How many.</returns>
    public int TakeForClient(Span<byte> into)
    {
        var front = _engine.Output.Front.Span;
        var count = Math.Min(front.Length, into.Length);
        front[..count].CopyTo(into);
        _engine.AdvanceOutput(count);
        return count;
    }

    public void Dispose() => _engine.Dispose();

    void IHttp2Events.OnStreamOpened(Http2Stream stream)
    {
        (_stream, _isResponseComplete, _keepsConnection) = (stream, false, false);
        DropHeld();
        _request.Restart();
    }

    void IHttp2Events.OnHeader(Http2Stream stream, in HeaderField field) => _request.Add(field);

    void IHttp2Events.OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        if (kind == FieldBlockKind.Request)
        {
            _responses.Expect();
            _request.EndHead();
        }

        EndIf(endStream);
    }

    void IHttp2Events.OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        _request.Add(data);
        _engine.Consume(stream, data.Length);
        EndIf(endStream);
    }

    void IHttp2Events.OnWritable(Http2Stream stream) => Forward();

    void IHttp2Events.OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        _stream = null;
        if (outcome.Kind != Http2StreamEndKind.Completed || !_keepsConnection)
        {
            _request.Restart();
            _engine.CompleteShutdown();
        }
    }

    void IHttp2Events.OnPeerSettings(in Http2Settings settings)
    {
    }

    void IHttp2Events.OnPingAck(ulong opaque)
    {
    }

    void IHttp2Events.OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    void IHttp2Events.OnConnectionEnded(Http2ConnectionEnd outcome)
    {
    }

    void IHttp1Events.OnHead(HeaderList fields)
    {
        if (_stream is { } stream)
        {
            _engine.WriteHeaders(stream, null, fields, endStream: false);
        }
    }

    void IHttp1Events.OnBody(ReadOnlySpan<byte> data)
    {
        _held.Write(data);
        Forward();
    }

    void IHttp1Events.OnEnd(bool keepsConnection)
    {
        (_isResponseComplete, _keepsConnection) = (true, keepsConnection && _request.IsEnded);
        Forward();
    }

    private void EndIf(bool ended)
    {
        if (ended)
        {
            _request.End();
        }
    }

    private void DropHeld()
    {
        _written = 0;
        if (_held.Capacity > MaxKept)
        {
            _held = new ArrayBufferWriter<byte>();
        }

        _held.ResetWrittenCount();
    }

    private void Compact()
    {
        if (_written > Math.Max(MaxGap, _held.WrittenCount / 2))
        {
            var rest = _held.WrittenSpan[_written..].ToArray();
            _held.Clear();
            _held.Write(rest);
            _written = 0;
        }
    }

    private void Forward()
    {
        if (_stream is not { } stream || (_held.WrittenCount == 0 && !_isResponseComplete))
        {
            return;
        }

        _written += _engine.TryWriteData(stream, _held.WrittenSpan[_written..], _isResponseComplete);
        if (_written < _held.WrittenCount)
        {
            Compact();
            return;
        }

        DropHeld();
        if (_isResponseComplete && !_request.IsEnded)
        {
            // The rest of the request is of no use (RFC 9113 section 8.1).
            _engine.Reset(stream, Http2ErrorCode.NoError);
        }
    }
}

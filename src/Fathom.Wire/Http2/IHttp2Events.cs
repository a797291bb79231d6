using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>The kind of a header section.</summary>
internal enum FieldBlockKind : byte
{
    /// <summary>A request.</summary>
    Request = 0,
    /// <summary>A final response.</summary>
    Response,
    /// <summary>An interim response (1xx); the final one follows.</summary>
    Informational,
    /// <summary>Trailers.</summary>
    Trailers,
}

/// <summary>Events of an <see cref="Http2Connection"/>, raised during its methods. Handlers can call any method of the connection except
/// <see cref="Http2Connection.Receive(ReadOnlySpan{byte}, long)"/>. Spans are valid during the call only.</summary>
internal interface IHttp2Events
{
    /// <summary>Server only: the peer opened a stream; its header fields follow.</summary>
    void OnStreamOpened(Http2Stream stream);

    /// <summary>A header field was received. Provisional until <see cref="OnHeadersEnd"/>: when a later field is malformed,
    /// <see cref="OnStreamClosed"/> follows instead.</summary>
    void OnHeader(Http2Stream stream, in HeaderField field);

    /// <summary>A header section is complete and well-formed.</summary>
    void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream);

    /// <summary>Data was received, in order. The transport must call <see cref="Http2Connection.Consume"/> for its length, now or later.
    /// Can be empty with <paramref name="endStream"/>.</summary>
    void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream);

    /// <summary>A stream whose data was not completely accepted can send more.</summary>
    void OnWritable(Http2Stream stream);

    /// <summary>A stream has ended. Raised exactly once for each stream, as its last event. When it did not complete, its unread bytes were
    /// credited to the connection window.</summary>
    void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome);

    /// <summary>The peer's settings changed and were acknowledged. A client may be able to open more streams.</summary>
    void OnPeerSettings(in Http2Settings settings);

    /// <summary>A PING of this side was acknowledged.</summary>
    void OnPingAck(ulong opaque);

    /// <summary>The peer is closing the connection: no streams can be opened. Streams that it has not processed are closed after this
    /// event.</summary>
    void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug);

    /// <summary>The connection has ended. The transport sends the remaining output (a GOAWAY) and closes the socket. Raised once.</summary>
    void OnConnectionEnded(Http2ConnectionEnd outcome);
}

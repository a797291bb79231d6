using Fathom.Wire.Hpack;

namespace Fathom.Wire.Http2;

/// <summary>What a field list is.</summary>
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

/// <summary>
/// Is told what an <see cref="Http2Connection"/> received, during its calls. Any method of the connection may be called from here except
/// <see cref="Http2Connection.Receive(ReadOnlySpan{byte}, long)"/>. Spans are valid during the call only.
/// </summary>
internal interface IHttp2Events
{
    /// <summary>Server only: a request begins; its fields follow.</summary>
    void OnStreamOpened(Http2Stream stream);

    /// <summary>
    /// A field of a list. Provisional until <see cref="OnHeadersEnd"/>: where a later field is malformed, <see cref="OnStreamClosed"/>
    /// follows instead.
    /// </summary>
    void OnHeader(Http2Stream stream, in HeaderField field);

    /// <summary>A field list is whole and well-formed.</summary>
    void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream);

    /// <summary>
    /// Data, in order. The transport must call <see cref="Http2Connection.Consume"/> for its length, now or later. May be empty where
    /// <paramref name="endStream"/>.
    /// </summary>
    void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream);

    /// <summary>A stream whose data was not accepted whole may send more now.</summary>
    void OnWritable(Http2Stream stream);

    /// <summary>
    /// A stream is over; told exactly once for each that was opened, and the last that is told of it. Where it did not complete, what it
    /// held of the connection's window has been given back.
    /// </summary>
    void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome);

    /// <summary>The peer's settings changed; they are in force and acknowledged. A client may be able to open more streams.</summary>
    void OnPeerSettings(in Http2Settings settings);

    /// <summary>A PING of this side was answered.</summary>
    void OnPingAck(ulong opaque);

    /// <summary>The peer ends the connection: no new streams. Streams it never saw are closed after this.</summary>
    void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug);

    /// <summary>The connection is over: what waits in the output (a GOAWAY) is still to be sent, then the transport closes. Told
    /// once.</summary>
    void OnConnectionEnded(Http2ConnectionEnd outcome);
}

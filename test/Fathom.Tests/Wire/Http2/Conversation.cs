using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Bytes of a peer, put together frame by frame.</summary>
internal sealed class Conversation
{
    private readonly List<byte> _bytes = [];

    /// <summary>What a client begins with: the preface and SETTINGS.</summary>
    public static Conversation Start() => new Conversation().Bytes(ConnectionPreface.Bytes).Append(Http2FrameType.Settings, 0, 0);

    public Conversation Bytes(ReadOnlySpan<byte> bytes)
    {
        _bytes.AddRange(bytes);
        return this;
    }

    public Conversation Append(Http2FrameType type, byte flags, int streamId, params byte[] payload)
    {
        var header = new byte[FrameHeader.Size];
        new FrameHeader(payload.Length, type, flags, streamId).Write(header);
        return Bytes(header).Bytes(payload);
    }

    public byte[] ToArray() => [.. _bytes];
}

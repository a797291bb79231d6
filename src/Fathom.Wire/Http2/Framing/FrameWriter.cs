using System.Buffers;
using System.Buffers.Binary;

namespace Fathom.Wire.Http2.Framing;

/// <summary>Writes frames (RFC 9113 section 6) to the connection's <see cref="OutputBuffer"/>. Checks no windows or limits.</summary>
internal sealed class FrameWriter(OutputBuffer output)
{
    /// <summary>Writes DATA without padding.</summary>
    public void Data(int streamId, ReadOnlySpan<byte> payload, bool endStream)
    {
        Header(payload.Length, Http2FrameType.Data, endStream ? FrameFlag.EndStream : (byte)0, streamId);
        output.Append(payload);
    }

    /// <summary>Writes DATA with <paramref name="padding"/> bytes of padding, 0 to 255, and one byte for its length.</summary>
    public void PaddedData(int streamId, in ReadOnlySequence<byte> payload, bool endStream, int padding)
    {
        var flags = (byte)(FrameFlag.Padded | (endStream ? FrameFlag.EndStream : 0));
        Header(1 + (int)payload.Length + padding, Http2FrameType.Data, flags, streamId);
        output.Append(1)[0] = (byte)padding;
        foreach (var part in payload)
        {
            output.Append(part.Span);
        }

        output.Append(padding).Clear();
    }

    /// <summary>Writes DATA without padding.</summary>
    public void Data(int streamId, in ReadOnlySequence<byte> payload, bool endStream)
    {
        Header((int)payload.Length, Http2FrameType.Data, endStream ? FrameFlag.EndStream : (byte)0, streamId);
        foreach (var part in payload)
        {
            output.Append(part.Span);
        }
    }

    /// <summary>Writes HEADERS, and CONTINUATION frames for the part of the block beyond <paramref name="maxFrameSize"/> bytes.</summary>
    public void Headers(int streamId, ReadOnlySpan<byte> block, bool endStream, int maxFrameSize)
    {
        var type = Http2FrameType.Headers;
        var flags = endStream ? FrameFlag.EndStream : (byte)0;
        while (block.Length > maxFrameSize)
        {
            Header(maxFrameSize, type, flags, streamId);
            output.Append(block[..maxFrameSize]);
            block = block[maxFrameSize..];
            (type, flags) = (Http2FrameType.Continuation, 0);
        }

        Header(block.Length, type, (byte)(flags | FrameFlag.EndHeaders), streamId);
        output.Append(block);
    }

    /// <summary>Writes RST_STREAM.</summary>
    public void RstStream(int streamId, Http2ErrorCode code)
    {
        Header(4, Http2FrameType.RstStream, 0, streamId);
        BinaryPrimitives.WriteUInt32BigEndian(output.Append(4), (uint)code);
    }

    /// <summary>Writes SETTINGS with one parameter for each row.</summary>
    public void Settings(ReadOnlySpan<(Http2SettingId Id, uint Value)> rows)
    {
        Header(6 * rows.Length, Http2FrameType.Settings, 0, 0);
        foreach (var (id, value) in rows)
        {
            var span = output.Append(6);
            BinaryPrimitives.WriteUInt16BigEndian(span, (ushort)id);
            BinaryPrimitives.WriteUInt32BigEndian(span[2..], value);
        }
    }

    /// <summary>Writes the acknowledgement of SETTINGS.</summary>
    public void SettingsAck() => Header(0, Http2FrameType.Settings, FrameFlag.Ack, 0);

    /// <summary>Writes PING or its acknowledgement.</summary>
    public void Ping(ulong opaque, bool ack)
    {
        Header(8, Http2FrameType.Ping, ack ? FrameFlag.Ack : (byte)0, 0);
        BinaryPrimitives.WriteUInt64BigEndian(output.Append(8), opaque);
    }

    /// <summary>Writes GOAWAY with at most the first 1,024 bytes of <paramref name="debug"/>.</summary>
    public void GoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
        debug = debug[..Math.Min(debug.Length, 1024)];
        Header(8 + debug.Length, Http2FrameType.GoAway, 0, 0);
        var span = output.Append(8);
        BinaryPrimitives.WriteUInt32BigEndian(span, (uint)lastStreamId);
        BinaryPrimitives.WriteUInt32BigEndian(span[4..], (uint)code);
        output.Append(debug);
    }

    /// <summary>Writes WINDOW_UPDATE for a stream, or for the connection when <paramref name="streamId"/> is 0.</summary>
    public void WindowUpdate(int streamId, int increment)
    {
        Header(4, Http2FrameType.WindowUpdate, 0, streamId);
        BinaryPrimitives.WriteUInt32BigEndian(output.Append(4), (uint)increment);
    }

    private void Header(int length, Http2FrameType type, byte flags, int streamId) =>
        new FrameHeader(length, type, flags, streamId).Write(output.Append(FrameHeader.Size));
}

using System.Buffers.Binary;
using Fathom.TestKit;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Sends DATA on the streams of one connection as far as the windows of the other end go.</summary>
internal sealed class WindowedSender(RawConnection peer)
{
    private const int SettingBytes = 6;

    private readonly Dictionary<int, long> _sentOf = [];
    private long _sent;

    /// <summary>The window that streams begin with, open ones too (RFC 9113 section 6.9.2).</summary>
    public long StreamWindow => peer.Frames()
        .Where(frame => frame.Header.Type == Http2FrameType.Settings && !frame.Header.Has(FrameFlag.Ack))
        .SelectMany(frame => frame.Payload.Chunk(SettingBytes))
        .LastOrDefault(setting => BinaryPrimitives.ReadUInt16BigEndian(setting) == (ushort)Http2SettingId.InitialWindowSize)
        is { } found ? BinaryPrimitives.ReadUInt32BigEndian(found.AsSpan(sizeof(ushort))) : FlowWindow.DefaultSize;

    /// <summary>How much of a stream, or of all where that is less, the other end would take.</summary>
    public int Room(int streamId) => (int)Math.Min(
        Credit(0, FlowWindow.DefaultSize) - _sent, Credit(streamId, StreamWindow) - _sentOf.GetValueOrDefault(streamId));

    /// <summary>Sends DATA of a stream, waiting for room in the windows, until all is sent or the connection ended.</summary>
    public async Task SendAsync(int streamId, byte[] bytes)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            await Eventually.HoldsAsync(() => Room(streamId) > 0 || peer.Failure is not null || peer.IsEnded, "room in the windows");
            var part = Math.Min(bytes.Length - sent, Room(streamId));
            if (peer.Failure is not null || peer.IsEnded || part <= 0
                || !await peer.Data(streamId, bytes.AsSpan(sent, part)).FlushAsync())
            {
                return;
            }

            sent += part;
            _sent += part;
            _sentOf[streamId] = _sentOf.GetValueOrDefault(streamId) + part;
        }
    }

    private long Credit(int streamId, long first) => first + peer.Frames()
        .Where(frame => frame.Header.Type == Http2FrameType.WindowUpdate && frame.Header.StreamId == streamId)
        .Sum(frame => (long)BinaryPrimitives.ReadUInt32BigEndian(frame.Payload));
}

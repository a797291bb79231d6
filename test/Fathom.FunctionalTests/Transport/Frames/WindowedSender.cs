using System.Buffers.Binary;
using Fathom.TestKit;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Sends DATA on the streams of one connection as far as the windows of the other end go.</summary>
internal sealed class WindowedSender(RawConnection peer)
{
    private long _sent;

    /// <summary>Sends DATA of a stream, waiting for room in the windows, until all is sent or the connection ended.</summary>
    public async Task SendAsync(int streamId, byte[] bytes)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            int Room() => (int)Math.Min(
                Credit(0, FlowWindow.DefaultSize) - _sent,
                    Math.Min(bytes.Length, Credit(streamId, Http2Options.Default.InitialStreamWindow)) - sent);
            await Eventually.HoldsAsync(() => Room() > 0 || peer.Failure is not null || peer.IsEnded, "room in the windows");
            var part = Room();
            if (peer.Failure is not null || peer.IsEnded || part <= 0
                || !await peer.Data(streamId, bytes.AsSpan(sent, part)).FlushAsync())
            {
                return;
            }

            sent += part;
            _sent += part;
        }
    }

    private long Credit(int streamId, long first) => first + peer.Frames()
        .Where(frame => frame.Header.Type == Http2FrameType.WindowUpdate && frame.Header.StreamId == streamId)
        .Sum(frame => (long)BinaryPrimitives.ReadUInt32BigEndian(frame.Payload));
}

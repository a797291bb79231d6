using System.Buffers;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>
/// Sends DATA within both windows, the limit of the output and each stream's fair share. It buffers no data: bytes that it does not accept
/// stay with the transport, which is notified when there is room again. While other streams wait, a stream sends one frame at a time.
/// Owned by one connection.
/// </summary>
internal sealed class DataSender(Http2Options options, OutputBuffer output, FrameWriter writer, SendQueue waiting, FloodGuard guard,
    IHttp2Events events)
{
    // A larger frame would only delay the other streams.
    private const int MaxFrame = SettingsPayload.SmallestMaxFrameSize;

    private FlowWindow _window = new(FlowWindow.DefaultSize);
    private Http2Stream? _turn;
    private int _turnLeft;
    private bool _pumping;

    public int WindowAvailable => _window.Available;

    public bool HasCapacity => output.Length < options.MaxBufferedOutput;

    public int Send(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        var accepted = Reserve(stream, data.Length);
        var sent = 0;
        while (accepted - sent > MaxFrame)
        {
            writer.Data(stream.Id, data.Slice(sent, MaxFrame), false);
            sent += MaxFrame;
            guard.OnDataSent();
        }

        var ends = endStream && accepted == data.Length;
        if (accepted > sent || ends)
        {
            if (TryPad(stream, accepted - sent, out var padding))
            {
                writer.PaddedData(stream.Id, new ReadOnlySequence<byte>(data[sent..accepted].ToArray()), ends, padding);
            }
            else
            {
                writer.Data(stream.Id, data[sent..accepted], ends);
            }

            guard.OnDataSent();
        }

        return accepted;
    }

    public int Send(Http2Stream stream, in ReadOnlySequence<byte> data, bool endStream)
    {
        var accepted = Reserve(stream, data.Length);
        var sent = 0;
        while (accepted - sent > MaxFrame)
        {
            writer.Data(stream.Id, data.Slice(sent, MaxFrame), false);
            sent += MaxFrame;
            guard.OnDataSent();
        }

        var ends = endStream && accepted == data.Length;
        if (accepted > sent || ends)
        {
            if (TryPad(stream, accepted - sent, out var padding))
            {
                writer.PaddedData(stream.Id, data.Slice(sent, accepted - sent), ends, padding);
            }
            else
            {
                writer.Data(stream.Id, data.Slice(sent, accepted - sent), ends);
            }

            guard.OnDataSent();
        }

        return accepted;
    }

    /// <summary>Applies a WINDOW_UPDATE for the connection.</summary>
    /// <returns>False, without a change, when the window would exceed 2^31-1.</returns>
    public bool TryIncreaseWindow(int increment) => _window.TryAdjust(increment);

    /// <summary>Queues a stream that waits to send and whose window is no longer empty.</summary>
    public void OnStreamWindowIncreased(Http2Stream stream)
    {
        if (stream.WantsToSend && stream.SendWindow.Available > 0)
        {
            waiting.Add(stream);
        }
    }

    /// <summary>Lets waiting streams send in turn while the connection window and the output have room.</summary>
    public void Pump()
    {
        if (_pumping || waiting.IsEmpty)
        {
            return;
        }

        _pumping = true;
        try
        {
            while (_window.Available > 0 && HasCapacity && waiting.TakeFirst() is { } stream)
            {
                if (stream.SendWindow.Available <= 0)
                {
                    continue;
                }

                (stream.WantsToSend, _turn, _turnLeft) = (false, stream, MaxFrame);
                events.OnWritable(stream);
            }
        }
        finally
        {
            (_pumping, _turn) = (false, null);
        }
    }

    // Padding counts towards both windows (RFC 9113 section 6.9.1).
    private bool TryPad(Http2Stream stream, int length, out int padding)
    {
        padding = -1;
        if (options.DataPadding is { } choose)
        {
            var room = Math.Min(MaxFrame - length, Math.Min(stream.SendWindow.Available, _window.Available));
            padding = Math.Min(choose(), room - 1);
            if (padding >= 0)
            {
                stream.SendWindow.Consume(1 + padding);
                _window.Consume(1 + padding);
            }
        }

        return padding >= 0;
    }

    private int Reserve(Http2Stream stream, long wanted)
    {
        if (wanted == 0)
        {
            return 0;
        }

        var isTurn = ReferenceEquals(stream, _turn);
        long room = HasCapacity ? Math.Max(MaxFrame, options.MaxBufferedOutput - output.Length) : 0;
        if (!waiting.IsEmpty)
        {
            room = isTurn ? Math.Min(room, _turnLeft) : 0;
        }

        var accepted = (int)Math.Max(0, Math.Min(Math.Min(wanted, room), Math.Min(stream.SendWindow.Available, _window.Available)));
        if (accepted > 0)
        {
            stream.SendWindow.Consume(accepted);
            _window.Consume(accepted);
            _turnLeft -= isTurn ? Math.Min(accepted, _turnLeft) : 0;
        }

        if (accepted < wanted)
        {
            stream.WantsToSend = true;
            OnStreamWindowIncreased(stream);
        }

        return accepted;
    }
}

using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Fathom.Bench.Witness;

/// <summary>A client connection that sends bytes of HTTP/2 and reads frames as fast as it can, with windows as large as they can be. Owned
/// by one round of an attack.</summary>
internal sealed class RawHttp2 : IDisposable
{
    private const int FrameHeader = 9;
    private const int MaxFrame = 16 * 1024;
    private const byte Data = 0;
    private const byte Headers = 1;
    private const byte EndStream = 1;
    private const byte EndHeaders = 4;

    private readonly NetworkStream _stream;
    private readonly byte[] _buffer = new byte[FrameHeader + MaxFrame];

    public RawHttp2(int port)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Connect(IPAddress.Loopback, port);
        _stream = new NetworkStream(socket, ownsSocket: true);

        // SETTINGS_INITIAL_WINDOW_SIZE 2^31-1, and the same for the connection (RFC 9113 sections 6.5.2 and 6.9).
        _stream.Write([.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8, .. Frame(4, 0, 0, [0, 4, 0x7f, 0xff, 0xff, 0xff]),
            .. Frame(8, 0, 0, [0x7f, 0xff, 0, 0])]);

        // The server's SETTINGS: its windows are known.
        NextFrame();
        _stream.Write(Frame(4, 1, 0, []));
    }

    /// <summary>Sends a request with one message.</summary>
    /// <param name="streamId">An odd number, larger than the last.</param>
    /// <param name="method">A method of the echo service.</param>
    /// <param name="message">The message.</param>
    /// <param name="encoding">Its grpc-encoding; null when it is not compressed.</param>
    public void Request(int streamId, string method, byte[] message, string? encoding = null)
    {
        List<byte> fields = [0x83, 0x86];
        Add(fields, ":path", $"/fathom.echo.Echo/{method}");
        Add(fields, ":authority", "x");
        Add(fields, "content-type", "application/grpc");
        Add(fields, "te", "trailers");
        if (encoding is not null)
        {
            Add(fields, "grpc-encoding", encoding);
        }

        _stream.Write(Frame(Headers, EndHeaders, streamId, [.. fields]));
        var prefix = new byte[5];
        prefix[0] = (byte)(encoding is null ? 0 : 1);
        BinaryPrimitives.WriteInt32BigEndian(prefix.AsSpan(1), message.Length);
        byte[] whole = [.. prefix, .. message];
        for (var sent = 0; sent < whole.Length; sent += MaxFrame)
        {
            var part = whole.AsSpan(sent, Math.Min(MaxFrame, whole.Length - sent));
            _stream.Write(Frame(Data, sent + part.Length == whole.Length ? EndStream : (byte)0, streamId, part));
        }
    }

    /// <summary>Reads until so many responses have ended.</summary>
    public void ReadResponses(int count)
    {
        while (count > 0)
        {
            var (type, flags) = NextFrame();
            count -= type is Headers or Data && (flags & EndStream) != 0 ? 1 : 0;
            if (type is 3 or 7)
            {
                throw new IOException($"The host refused the attack with a frame of type {type}.");
            }
        }
    }

    public void Dispose() => _stream.Dispose();

    private static byte[] Frame(byte type, byte flags, int streamId, ReadOnlySpan<byte> payload)
    {
        var frame = new byte[FrameHeader + payload.Length];
        BinaryPrimitives.WriteInt32BigEndian(frame, payload.Length << 8);
        (frame[3], frame[4]) = (type, flags);
        BinaryPrimitives.WriteInt32BigEndian(frame.AsSpan(5), streamId);
        payload.CopyTo(frame.AsSpan(FrameHeader));
        return frame;
    }

    // A literal without indexing; names and values have less than 127 bytes (RFC 7541 section 6.2.2).
    private static void Add(List<byte> fields, string name, string value)
    {
        fields.AddRange([0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name)]);
        fields.AddRange([(byte)value.Length, .. Encoding.ASCII.GetBytes(value)]);
    }

    private (byte Type, byte Flags) NextFrame()
    {
        _stream.ReadExactly(_buffer, 0, FrameHeader);
        var length = BinaryPrimitives.ReadInt32BigEndian(_buffer) >> 8;
        var (type, flags) = (_buffer[3], _buffer[4]);
        _stream.ReadExactly(_buffer, 0, length);
        return (type, flags);
    }
}

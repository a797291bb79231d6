using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>
/// A server that does just what a test says, frame by frame (RFC 9113 section 4.1). It answers neither SETTINGS nor PING unless told to: tests decide what a
/// peer that goes wrong does. Owns its port.
/// </summary>
internal sealed class FramePeer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public FramePeer() => _listener.Start();

    public Uri Address => new($"http://{_listener.LocalEndpoint}");

    /// <summary>Whether a connection is there that was not accepted.</summary>
    public bool IsAwaited => _listener.Pending();

    /// <summary>The next connection, its preface read and both sides' SETTINGS done.</summary>
    public async Task<Connection> AcceptAsync()
    {
        var socket = await _listener.AcceptSocketAsync().WaitAsync(TimeSpan.FromSeconds(30));
        socket.NoDelay = true;
        var connection = new Connection(socket);
        await connection.BeginAsync();
        return connection;
    }

    /// <summary>The next connection, ended before a word.</summary>
    public async Task RefuseAsync()
    {
        using var socket = await _listener.AcceptSocketAsync().WaitAsync(TimeSpan.FromSeconds(30));
        socket.LingerState = new LingerOption(true, 0);
    }

    public void Dispose() => _listener.Dispose();

    /// <summary>A frame as it came.</summary>
    internal sealed record Frame(FrameKind Kind, byte Flags, int Stream, byte[] Payload);

    internal enum FrameKind : byte
    {
        Data = 0,
        Headers = 1,
        Reset = 3,
        Settings = 4,
        Ping = 6,
        GoAway = 7,
        WindowUpdate = 8,
    }

    internal sealed class Connection(Socket socket) : IDisposable
    {
        private const byte EndStream = 1;
        private const byte EndHeaders = 4;
        private const byte Ack = 1;
        private const int LargestFrame = 16_384;

        private readonly NetworkStream _stream = new(socket, ownsSocket: true);

        /// <summary>Whether PINGs are answered as they come.</summary>
        public bool AnswersPings { get; set; }

        public async Task BeginAsync()
        {
            await ReadAsync(24);
            await SendAsync(FrameKind.Settings, 0, 0, []);
            await NextAsync(FrameKind.Settings);
            await SendAsync(FrameKind.Settings, Ack, 0, []);
        }

        /// <summary>The next frame of a kind, or of any; others are passed over, as are acknowledgements.</summary>
        public async Task<Frame> NextAsync(FrameKind? kind)
        {
            while (true)
            {
                var frame = await NextAsync();
                if (AnswersPings && frame is { Kind: FrameKind.Ping, Flags: 0 })
                {
                    await AnswerPingAsync(frame);
                }

                if (frame.Kind == (kind ?? frame.Kind) && (frame.Kind is not (FrameKind.Settings or FrameKind.Ping) || frame.Flags == 0))
                {
                    return frame;
                }
            }
        }

        /// <summary>The identifier of the next request's stream, read to its end.</summary>
        public async Task<int> NextRequestAsync()
        {
            var headers = await NextAsync(FrameKind.Headers);
            for (var frame = headers; (frame.Flags & EndStream) == 0;)
            {
                frame = await NextAsync(FrameKind.Data);
            }

            return headers.Stream;
        }

        /// <summary>Answers a unary call with an empty message and OK.</summary>
        public async Task AnswerAsync(int stream)
        {
            await BeginAnswerAsync(stream, 0);
            await SendAsync(FrameKind.Headers, EndHeaders | EndStream, stream, [0x00, 11, .. "grpc-status"u8, 1, (byte)'0']);
        }

        /// <summary>Sends headers and the prefix of a message of <paramref name="size"/> bytes.</summary>
        public async Task BeginAnswerAsync(int stream, int size)
        {
            // :status 200 and content-type are in HPACK's static table (RFC 7541 appendix A: 8, 31).
            await SendAsync(FrameKind.Headers, EndHeaders, stream, [0x88, 0x0f, 0x10, 16, .. "application/grpc"u8]);
            await SendAsync(FrameKind.Data, 0, stream, [0, .. Number(size)]);
        }

        /// <summary>Sends that many zeros, in frames of the size every peer takes.</summary>
        public async Task SendDataAsync(int stream, int count)
        {
            for (; count > 0; count -= LargestFrame)
            {
                await SendAsync(FrameKind.Data, 0, stream, new byte[Math.Min(count, LargestFrame)]);
            }
        }

        public Task ResetAsync(int stream, int code) => SendAsync(FrameKind.Reset, 0, stream, Number(code));

        public Task GoAwayAsync(int lastStream, int code) => SendAsync(FrameKind.GoAway, 0, 0, [.. Number(lastStream), .. Number(code)]);

        public Task AnswerPingAsync(Frame ping) => SendAsync(FrameKind.Ping, Ack, 0, ping.Payload);

        public void Dispose() => _stream.Dispose();

        private static byte[] Number(int value)
        {
            var bytes = new byte[4];
            BinaryPrimitives.WriteInt32BigEndian(bytes, value);
            return bytes;
        }

        private async Task<Frame> NextAsync()
        {
            var head = await ReadAsync(9);
            var length = (head[0] << 16) | (head[1] << 8) | head[2];
            return new Frame((FrameKind)head[3], head[4], BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(5)), await ReadAsync(length));
        }

        private async Task SendAsync(FrameKind kind, byte flags, int stream, byte[] payload) =>
            await _stream.WriteAsync((byte[])[(byte)(payload.Length >> 16), (byte)(payload.Length >> 8), (byte)payload.Length, (byte)kind, flags, .. Number(stream), .. payload]);

        private async Task<byte[]> ReadAsync(int count)
        {
            var bytes = new byte[count];
            await _stream.ReadExactlyAsync(bytes).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
            return bytes;
        }
    }
}

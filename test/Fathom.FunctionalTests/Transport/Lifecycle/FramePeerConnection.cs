using System.Buffers.Binary;
using System.Net.Sockets;
using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>A connection that <see cref="FramePeer"/> has accepted. The test disposes it.</summary>
internal sealed class FramePeerConnection(Socket socket) : IDisposable
{
    private const int LargestFrame = SettingsPayload.SmallestMaxFrameSize;

    private readonly NetworkStream _stream = new(socket, ownsSocket: true);

    /// <summary>Whether PINGs are answered as they come.</summary>
    public bool AnswersPings { get; set; }

    public async Task BeginAsync(uint? maxStreams)
    {
        await ReadAsync(ConnectionPreface.Bytes.Length);
        await SendAsync(Http2FrameType.Settings, 0, 0,
            maxStreams is { } most ? [0, (byte)Http2SettingId.MaxConcurrentStreams, .. Number((int)most)] : []);
        await NextAsync(Http2FrameType.Settings);
        await SendAsync(Http2FrameType.Settings, FrameFlag.Ack, 0, []);
    }

    /// <summary>The next frame of a kind, or of any; others are passed over, as are acknowledgements.</summary>
    public async Task<RawFrame> NextAsync(Http2FrameType? kind)
    {
        while (true)
        {
            var frame = await NextAsync();
            if (AnswersPings && frame.Header is { Type: Http2FrameType.Ping, Flags: 0 })
            {
                await AnswerPingAsync(frame);
            }

            var type = frame.Header.Type;
            if (type == (kind ?? type) && (type is not (Http2FrameType.Settings or Http2FrameType.Ping) || frame.Header.Flags == 0))
            {
                return frame;
            }
        }
    }

    /// <summary>Waits until the client has acknowledged the SETTINGS.</summary>
    public async Task AcknowledgedAsync()
    {
        while (await NextAsync() is { Header: not { Type: Http2FrameType.Settings, Flags: FrameFlag.Ack } })
        {
        }
    }

    /// <summary>The identifier of the next request's stream, read to its end.</summary>
    public async Task<int> NextRequestAsync()
    {
        var headers = await NextAsync(Http2FrameType.Headers);
        for (var frame = headers; !frame.Header.Has(FrameFlag.EndStream);)
        {
            frame = await NextAsync(Http2FrameType.Data);
        }

        return headers.Header.StreamId;
    }

    /// <summary>Answers a unary call with an empty message and OK.</summary>
    public async Task AnswerAsync(int stream)
    {
        await BeginAnswerAsync(stream, 0);
        await SendAsync(Http2FrameType.Headers, FrameFlag.EndHeaders | FrameFlag.EndStream, stream,
            GrpcBytes.Block(("grpc-status", "0")));
    }

    /// <summary>Sends headers and the prefix of a message of <paramref name="size"/> bytes.</summary>
    public async Task BeginAnswerAsync(int stream, int size)
    {
        // :status 200 and content-type are in HPACK's static table (RFC 7541 appendix A: 8, 31).
        await SendAsync(Http2FrameType.Headers, FrameFlag.EndHeaders, stream, [0x88, 0x0f, 0x10, 16, .. "application/grpc"u8]);
        await SendAsync(Http2FrameType.Data, 0, stream, [0, .. Number(size)]);
    }

    /// <summary>Sends that many zeros, in frames of the size every peer takes.</summary>
    public async Task SendDataAsync(int stream, int count)
    {
        for (; count > 0; count -= LargestFrame)
        {
            await SendAsync(Http2FrameType.Data, 0, stream, new byte[Math.Min(count, LargestFrame)]);
        }
    }

    public Task ResetAsync(int stream, int code) => SendAsync(Http2FrameType.RstStream, 0, stream, Number(code));

    public Task GoAwayAsync(int lastStream, int code) =>
        SendAsync(Http2FrameType.GoAway, 0, 0, [.. Number(lastStream), .. Number(code)]);

    public Task AnswerPingAsync(RawFrame ping) => SendAsync(Http2FrameType.Ping, FrameFlag.Ack, 0, ping.Payload);

    public void Dispose() => _stream.Dispose();

    private static byte[] Number(int value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }

    private async Task<RawFrame> NextAsync()
    {
        var header = FrameHeader.Read(await ReadAsync(FrameHeader.Size));
        return new RawFrame(header, await ReadAsync(header.Length));
    }

    /// <summary>Sends a frame.</summary>
    public async Task SendAsync(Http2FrameType kind, byte flags, int stream, byte[] payload)
    {
        var frame = new byte[FrameHeader.Size + payload.Length];
        new FrameHeader(payload.Length, kind, flags, stream).Write(frame);
        payload.CopyTo(frame, FrameHeader.Size);
        await _stream.WriteAsync(frame);
    }

    private async Task<byte[]> ReadAsync(int count)
    {
        var bytes = new byte[count];
        await _stream.ReadExactlyAsync(bytes).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
        return bytes;
    }
}

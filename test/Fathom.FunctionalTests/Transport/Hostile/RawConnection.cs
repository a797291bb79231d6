using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.TestKit;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>
/// One end of an HTTP/2 connection over a real socket that says whatever a test wants, right or wrong: it collects frames, sends them on
/// <see cref="FlushAsync"/>, and keeps what comes back. Owned by a test.
/// </summary>
internal sealed class RawConnection : IDisposable
{
    public const string DuplexPath = "/fathom.echo.Echo/DuplexStream";
    public const string UnaryPath = "/fathom.echo.Echo/Unary";
    public const string ServerStreamPath = "/fathom.echo.Echo/ServerStream";

    private readonly Socket _socket;
    private readonly List<byte> _output = [];
    private readonly Lock _lock = new();
    private readonly List<RawFrame> _frames = [];
    private int _prefaceLeft;
    private long _dataBytes;
    private long _dataSent;
    private volatile bool _ended;

    public RawConnection(Socket socket, bool reads = true, bool skipPreface = false)
    {
        _socket = socket;
        _prefaceLeft = skipPreface ? ConnectionPreface.Bytes.Length : 0;
        if (reads)
        {
            _ = ReadAsync();
        }
    }

    /// <summary>Bytes of DATA received.</summary>
    public long DataBytes => Interlocked.Read(ref _dataBytes);

    /// <summary>Whether the other end has closed the connection, as far as one who reads knows.</summary>
    public bool IsEnded => _ended;

    /// <summary>The GOAWAY that says an error, or null.</summary>
    public RawFrame? Failure => Frames().Find(frame => frame.Header.Type == Http2FrameType.GoAway && frame.Code != Http2ErrorCode.NoError);

    /// <summary>Connects without a word.</summary>
    public static async Task<RawConnection> OpenAsync(Uri host, bool reads = true)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, host.Port);
        return new RawConnection(socket, reads);
    }

    /// <summary>Connects and begins as a client does.</summary>
    public static async Task<RawConnection> ConnectAsync(Uri host, bool reads = true, int? streamWindow = null)
    {
        var peer = await OpenAsync(host, reads);
        peer.Bytes(ConnectionPreface.Bytes);
        if (streamWindow is { } window)
        {
            peer.Settings((Http2SettingId.InitialWindowSize, (uint)window));
        }
        else
        {
            peer.Settings();
        }

        peer.Frame(Http2FrameType.Settings, FrameFlag.Ack, 0);
        await peer.FlushAsync();
        return peer;
    }

    /// <summary>A list of fields, none of which touch the table.</summary>
    public static byte[] Block(params IEnumerable<(string Name, string Value)> fields)
    {
        List<byte> block = [];
        foreach (var (name, value) in fields)
        {
            block.Add(0x00);
            AddText(block, name);
            AddText(block, value);
        }

        return [.. block];
    }

    /// <summary>What a gRPC request begins with.</summary>
    public static byte[] RequestBlock(string path, params IEnumerable<(string Name, string Value)> more) =>
        [0x83, 0x86, .. Block([(":path", path), (":authority", "x"), ("content-type", "application/grpc"), ("te", "trailers"), .. more])];

    /// <summary>A gRPC message: its prefix, which may claim another size, and its bytes.</summary>
    public static byte[] Message(byte[] message, int? claim = null)
    {
        var size = claim ?? message.Length;
        return [0, (byte)(size >> 24), (byte)(size >> 16), (byte)(size >> 8), (byte)size, .. message];
    }

    public RawConnection Bytes(ReadOnlySpan<byte> bytes)
    {
        _output.AddRange(bytes);
        return this;
    }

    public RawConnection Frame(Http2FrameType type, byte flags, int streamId, params ReadOnlySpan<byte> payload)
    {
        Span<byte> header = stackalloc byte[FrameHeader.Size];
        new FrameHeader(payload.Length, type, flags, streamId).Write(header);
        return Bytes(header).Bytes(payload);
    }

    public RawConnection Settings(params ReadOnlySpan<(Http2SettingId Id, uint Value)> rows)
    {
        var output = new OutputBuffer();
        new FrameWriter(output).Settings(rows);
        return Take(output);
    }

    public RawConnection WindowUpdate(int streamId, int increment)
    {
        var output = new OutputBuffer();
        new FrameWriter(output).WindowUpdate(streamId, increment);
        return Take(output);
    }

    public RawConnection Reset(int streamId) => Frame(Http2FrameType.RstStream, 0, streamId, 0, 0, 0, (byte)Http2ErrorCode.Cancel);

    public RawConnection Ping(byte number) => Frame(Http2FrameType.Ping, 0, 0, number, 0, 0, 0, 0, 0, 0, 0);

    public RawConnection Request(int streamId, string path, bool endStream = false, params IEnumerable<(string Name, string Value)> more) =>
        Frame(Http2FrameType.Headers, (byte)(FrameFlag.EndHeaders | (endStream ? FrameFlag.EndStream : 0)), streamId,
            RequestBlock(path, more));

    /// <summary>DATA in as many frames as it takes.</summary>
    public RawConnection Data(int streamId, ReadOnlySpan<byte> bytes, bool endStream = false,
        int frameSize = SettingsPayload.SmallestMaxFrameSize)
    {
        do
        {
            var part = bytes[..Math.Min(frameSize, bytes.Length)];
            bytes = bytes[part.Length..];
            Frame(Http2FrameType.Data, bytes.IsEmpty && endStream ? FrameFlag.EndStream : (byte)0, streamId, part);
        }
        while (!bytes.IsEmpty);

        return this;
    }

    /// <summary>Sends what was collected and no more; the other end reads to its end.</summary>
    public RawConnection HangUp()
    {
        _socket.Send([.. _output]);
        _output.Clear();
        _socket.Shutdown(SocketShutdown.Send);
        return this;
    }

    /// <summary>Sends what was collected.</summary>
    /// <returns>False where the other end takes nothing any more.</returns>
    public async Task<bool> FlushAsync()
    {
        try
        {
            for (ReadOnlyMemory<byte> rest = _output.ToArray(); !rest.IsEmpty;)
            {
                rest = rest[await _socket.SendAsync(rest)..];
            }

            return true;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return false;
        }
        finally
        {
            _output.Clear();
        }
    }

    /// <summary>Does something until the other end has had enough of it, which must be before it was done <paramref name="most"/>
    /// times.</summary>
    public async Task FloodAsync(int most, Action<int> once)
    {
        for (var i = 0; i < most && Failure is null && !_ended;)
        {
            for (var end = Math.Min(most, i + 20); i < end; i++)
            {
                once(i);
            }

            if (!await FlushAsync())
            {
                return;
            }
        }
    }

    /// <summary>Sends DATA of a stream as far as the windows of the other end go, waiting for more, until all is sent or the connection
    /// ended.</summary>
    public async Task SendWithinWindowsAsync(int streamId, byte[] bytes)
    {
        for (var sent = 0; sent < bytes.Length;)
        {
            int Room() => (int)Math.Min(
                Credit(0, Fathom.Wire.FlowControl.FlowWindow.DefaultSize) - _dataSent,
                    Math.Min(bytes.Length, Credit(streamId, Http2Options.Default.InitialStreamWindow)) - sent);
            await Eventually.HoldsAsync(() => Room() > 0 || Failure is not null || _ended, "room in the windows");
            var part = Room();
            if (Failure is not null || _ended || part <= 0 || !await Data(streamId, bytes.AsSpan(sent, part)).FlushAsync())
            {
                return;
            }

            sent += part;
            _dataSent += part;
        }
    }

    /// <summary>Waits until the other end ends the connection with a reason.</summary>
    public async Task<(Http2ErrorCode Code, string Reason)> FailureAsync()
    {
        await Eventually.HoldsAsync(() => Failure is not null || _ended, "GOAWAY with an error");
        var failure = Failure.ShouldNotBeNull("the connection was closed without GOAWAY");
        await Eventually.HoldsAsync(() => _ended, "the connection is closed after GOAWAY");
        return (failure.Code, failure.Reason);
    }

    /// <summary>Waits for RST_STREAM.</summary>
    public async Task<Http2ErrorCode> ResetAsync(int streamId)
    {
        RawFrame? Found() => Frames().Find(frame => frame.Header.Type == Http2FrameType.RstStream && frame.Header.StreamId == streamId);
        await Eventually.HoldsAsync(() => Found() is not null || _ended, $"RST_STREAM for {streamId}");
        return Found().ShouldNotBeNull($"the connection ended instead: {Failure?.Code} {Failure?.Reason}").Code;
    }

    /// <summary>Waits for the end of a response.</summary>
    /// <returns>The field blocks of the stream, as they came.</returns>
    public async Task<List<byte[]>> ResponseAsync(int streamId)
    {
        List<RawFrame> Found() => Frames().FindAll(
            frame => frame.Header.Type == Http2FrameType.Headers && frame.Header.StreamId == streamId);
        await Eventually.HoldsAsync(() => Found().Exists(frame => frame.Header.Has(FrameFlag.EndStream)) || _ended,
            $"a response on {streamId}");
        return [.. Found().Select(frame => frame.Payload)];
    }

    /// <summary>Waits until a PING is answered: the connection is served still.</summary>
    public async Task ServedAsync()
    {
        bool Answered() => Frames().Exists(frame => frame.Header.Type == Http2FrameType.Ping && frame.Header.Has(FrameFlag.Ack)
            && frame.Payload[0] == 0x77);
        await Ping(0x77).FlushAsync();
        await Eventually.HoldsAsync(() => Answered() || _ended, "an answer to PING");
        Answered().ShouldBeTrue($"the connection ended: {Failure?.Code} {Failure?.Reason}");
    }

    /// <summary>Waits until the other end takes nothing any more, for one who does not read.</summary>
    public async Task RefusedAsync()
    {
        _socket.Blocking = false;
        await Eventually.HoldsAsync(
            () =>
            {
                _socket.Send([0], SocketFlags.None, out var error);
                return error is not (SocketError.Success or SocketError.WouldBlock);
            },
            "the connection is closed though nobody reads");
    }

    public List<RawFrame> Frames()
    {
        lock (_lock)
        {
            return [.. _frames];
        }
    }

    public void Dispose() => _socket.Dispose();

    private static void AddText(List<byte> block, string text)
    {
        Span<byte> length = stackalloc byte[HpackInteger.MaxLength];
        block.AddRange(length[..HpackInteger.Write(length, 0, 7, text.Length)]);
        block.AddRange(Encoding.ASCII.GetBytes(text));
    }

    private long Credit(int streamId, long first)
    {
        lock (_lock)
        {
            return first + _frames.Where(frame => frame.Header.Type == Http2FrameType.WindowUpdate && frame.Header.StreamId == streamId)
                .Sum(frame => (long)System.Buffers.Binary.BinaryPrimitives.ReadUInt32BigEndian(frame.Payload));
        }
    }

    private RawConnection Take(OutputBuffer output)
    {
        Bytes(output.Front.Span);
        output.Dispose();
        return this;
    }

    private async Task ReadAsync()
    {
        var buffer = new byte[64 * 1024];
        var reader = new FrameReader();
        try
        {
            while (await _socket.ReceiveAsync(buffer) is > 0 and var count)
            {
                Take(reader, buffer.AsSpan(0, count));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Over, one way or the other.
        }

        _ended = true;
    }

    private void Take(FrameReader reader, ReadOnlySpan<byte> bytes)
    {
        var preface = Math.Min(_prefaceLeft, bytes.Length);
        _prefaceLeft -= preface;
        bytes = bytes[preface..];
        lock (_lock)
        {
            while (reader.Read(ref bytes, SettingsPayload.LargestMaxFrameSize, out var header, out var payload) == FrameReadOutcome.Frame)
            {
                var isData = header.Type == Http2FrameType.Data;
                _dataBytes += isData ? payload.Length : 0;
                _frames.Add(new RawFrame(header, isData ? [] : payload.ToArray()));
            }
        }
    }
}

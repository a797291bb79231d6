using System.Net.Sockets;
using Fathom.TestKit;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>
/// One end of an HTTP/2 connection over a real socket that says whatever a test wants, right or wrong: it collects frames, sends them on
/// <see cref="FlushAsync"/>, and keeps what comes back. Owned by a test.
/// </summary>
internal sealed class RawConnection : IDisposable
{
    private readonly Socket _socket;
    private readonly List<byte> _output = [];
    private readonly ReceivedFrames _received;
    private volatile bool _ended;

    public RawConnection(Socket socket, bool reads = true, bool skipPreface = false)
    {
        _socket = socket;
        _received = new ReceivedFrames(skipPreface ? ConnectionPreface.Bytes.Length : 0);
        if (reads)
        {
            _ = ReadAsync();
        }
    }

    /// <summary>Bytes of DATA received.</summary>
    public long DataBytes => _received.DataBytes;

    /// <summary>Whether the other end has closed the connection, as far as one who reads knows.</summary>
    public bool IsEnded => _ended;

    /// <summary>The GOAWAY that says an error, or null.</summary>
    public RawFrame? Failure => Frames().Find(frame => frame.Header.Type == Http2FrameType.GoAway && frame.Code != Http2ErrorCode.NoError);

    /// <summary>The frames received so far.</summary>
    public List<RawFrame> Frames() => _received.ToList();

    public RawConnection Bytes(ReadOnlySpan<byte> bytes)
    {
        _output.AddRange(bytes);
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

    public void Dispose() => _socket.Dispose();

    private async Task ReadAsync()
    {
        var buffer = new byte[64 * 1024];
        try
        {
            while (await _socket.ReceiveAsync(buffer) is > 0 and var count)
            {
                _received.Take(buffer.AsSpan(0, count));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // Over, one way or the other.
        }

        _ended = true;
    }
}

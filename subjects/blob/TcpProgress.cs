using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Fathom.Subjects.Blob;

/// <summary>
/// Reads how much of a TCP connection's data the peer has acknowledged (Linux: <c>TCP_INFO</c> and <c>SIOCOUTQ</c>, tcp(7)). The server
/// owns the connection.
/// </summary>
internal sealed partial class TcpProgress(Socket socket, TimeProvider time)
{
    private const int SolTcp = 6;
    private const int TcpInfo = 11;
    private const nuint OutQueue = 0x5411;

    // struct tcp_info (include/uapi/linux/tcp.h): tcpi_rtt, u32 microseconds, and tcpi_bytes_acked, u64.
    private const int RttAt = 68;
    private const int BytesAckedAt = 120;

    // A poll in fifty of the round trip: what waiting adds to one is 1 % at the most. Timers are no finer than a millisecond.
    private const int PollsPerRoundTrip = 50;
    private static readonly TimeSpan ShortestPoll = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan LongestPoll = TimeSpan.FromMilliseconds(5);

    /// <summary>Bytes that the peer has acknowledged since the connection began.</summary>
    public ulong BytesAcknowledged => Read().Acknowledged;

    /// <summary>
    /// Waits until at least <paramref name="target"/> bytes are acknowledged and the socket's queue is empty. An empty queue
    /// alone proves nothing: a flush returns before the transport has sent.
    /// </summary>
    /// <param name="target">A value of <see cref="BytesAcknowledged"/>.</param>
    /// <param name="cancellation">Ends the wait, for example when the peer is gone.</param>
    public async Task AcknowledgedAsync(ulong target, CancellationToken cancellation)
    {
        while (true)
        {
            var (acknowledged, roundTrip) = Read();
            if (acknowledged >= target && Unacknowledged() == 0)
            {
                return;
            }

            var poll = roundTrip / PollsPerRoundTrip;
            await Task.Delay(poll < ShortestPoll ? ShortestPoll : poll > LongestPoll ? LongestPoll : poll, time, cancellation);
        }
    }

    private (ulong Acknowledged, TimeSpan RoundTrip) Read()
    {
        Span<byte> info = stackalloc byte[256];
        var length = socket.GetRawSocketOption(SolTcp, TcpInfo, info);
        return length < BytesAckedAt + sizeof(ulong)
            ? throw new PlatformNotSupportedException(
            $"This kernel's TCP_INFO has {length} bytes and no tcpi_bytes_acked (Linux 4.1 or later has it).")
            : (MemoryMarshal.Read<ulong>(info[BytesAckedAt..]), TimeSpan.FromMicroseconds(MemoryMarshal.Read<uint>(info[RttAt..])));
    }

    // SIOCOUTQ: bytes in the send queue that are not acknowledged, sent or not.
    private int Unacknowledged() => Control((int)socket.Handle, OutQueue, out var bytes) == 0
        ? bytes
        : throw new IOException($"ioctl(SIOCOUTQ) failed: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    private static partial int Control(int descriptor, nuint request, out int bytes);
}

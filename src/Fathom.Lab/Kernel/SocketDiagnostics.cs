using System.Runtime.InteropServices;

namespace Fathom.Lab.Kernel;

/// <summary>
/// The established TCP connections of this network, as the kernel counts them (sock_diag(7)). Everyone may ask; of another network
/// namespace, such as a container's, nothing is seen.
/// </summary>
internal static partial class SocketDiagnostics
{
    private const int NetlinkDomain = 16;
    private const int SocketDiagnosticsProtocol = 4;
    private const int RawSocket = 3;
    private const int CloseOnExec = 0x80000;

    private const ushort ByFamily = 20;
    private const ushort Request = 1;
    private const ushort Dump = 0x300;
    private const ushort Done = 3;
    private const ushort Error = 2;

    // struct nlmsghdr, struct inet_diag_req_v2, struct inet_diag_msg and struct rtattr.
    private const int HeaderBytes = 16;
    private const int RequestBytes = 56;
    private const int MessageBytes = 72;
    private const int InodeAt = 68;
    private const int AttributeBytes = 4;

    private const byte Tcp = 6;
    private const ushort InfoAttribute = 2;
    private const byte InfoWanted = 1 << (InfoAttribute - 1);
    private const uint Established = 1 << 1;
    private const byte Inet = 2;
    private const byte Inet6 = 10;

    /// <summary>Asks the kernel.</summary>
    /// <returns>Null where it does not answer: elsewhere than on Linux, or where a sandbox forbids it.</returns>
    public static IReadOnlyList<TcpConnection>? Read()
    {
        if (!OperatingSystem.IsLinux()
            || Open(NetlinkDomain, RawSocket | CloseOnExec, SocketDiagnosticsProtocol) is not (>= 0 and var socket))
        {
            return null;
        }

        try
        {
            List<TcpConnection> found = [];
            return Ask(socket, Inet, found) && Ask(socket, Inet6, found) ? found : null;
        }
        finally
        {
            _ = Close(socket);
        }
    }

    /// <summary>Reads a datagram of the kernel's answer.</summary>
    /// <param name="datagram">Messages, one after another.</param>
    /// <param name="found">Gets the connections.</param>
    /// <returns>Whether more datagrams follow; null where it is no answer.</returns>
    internal static bool? Parse(ReadOnlySpan<byte> datagram, ICollection<TcpConnection> found)
    {
        while (datagram.Length >= HeaderBytes)
        {
            var (length, kind) = (BitConverter.ToInt32(datagram), BitConverter.ToUInt16(datagram[4..]));
            if (length < HeaderBytes || length > datagram.Length || kind == Error)
            {
                return null;
            }

            if (kind == Done)
            {
                return false;
            }

            if (kind == ByFamily && length >= HeaderBytes + MessageBytes && ConnectionOf(datagram[HeaderBytes..length]) is { } connection)
            {
                found.Add(connection);
            }

            datagram = datagram[Math.Min(Aligned(length), datagram.Length)..];
        }

        return true;
    }

    // An answer is at most as long as what the kernel is given room for, 32 KiB.
    private static bool Ask(int socket, byte family, List<TcpConnection> found)
    {
        Span<byte> request = stackalloc byte[HeaderBytes + RequestBytes];
        request.Clear();
        MemoryMarshal.Write(request, request.Length);
        MemoryMarshal.Write(request[4..], ByFamily);
        MemoryMarshal.Write(request[6..], (ushort)(Request | Dump));
        (request[HeaderBytes], request[HeaderBytes + 1], request[HeaderBytes + 2]) = (family, Tcp, InfoWanted);
        MemoryMarshal.Write(request[(HeaderBytes + 4)..], Established);
        if (Send(socket, ref request[0], request.Length, 0) != request.Length)
        {
            return false;
        }

        var answer = new byte[1 << 15];
        while (true)
        {
            var read = (int)Receive(socket, ref answer[0], answer.Length, 0);
            if (read <= 0 || Parse(answer.AsSpan(0, read), found) is not { } more)
            {
                return false;
            }

            if (!more)
            {
                return true;
            }
        }
    }

    private static TcpConnection? ConnectionOf(ReadOnlySpan<byte> message)
    {
        var inode = BitConverter.ToUInt32(message[InodeAt..]);
        for (var left = message[MessageBytes..]; left.Length >= AttributeBytes;)
        {
            var (length, kind) = (BitConverter.ToUInt16(left), BitConverter.ToUInt16(left[2..]));
            if (length < AttributeBytes || length > left.Length)
            {
                return null;
            }

            if (kind == InfoAttribute)
            {
                var info = left[AttributeBytes..length];
                return TcpCounters.LongNumber(info, TcpCounters.BytesReceived) is { } received ? new TcpConnection(
                    inode, received, NumberAt(info, TcpCounters.SmallestRoundTrip), NumberAt(info, TcpCounters.DataPacketsIn),
                    NumberAt(info, TcpCounters.OutOfOrder), NumberAt(info, TcpCounters.DataPacketsOut),
                    NumberAt(info, TcpCounters.SentAgain)) : null;
            }

            left = left[Math.Min(Aligned(length), left.Length)..];
        }

        return null;
    }

    private static uint NumberAt(ReadOnlySpan<byte> info, int place) => TcpCounters.Number(info, place) ?? 0;

    private static int Aligned(int length) => (length + 3) & ~3;

    [LibraryImport("libc", EntryPoint = "socket")]
    private static partial int Open(int domain, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "send")]
    private static partial nint Send(int socket, ref byte buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "recv")]
    private static partial nint Receive(int socket, ref byte buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int descriptor);
}

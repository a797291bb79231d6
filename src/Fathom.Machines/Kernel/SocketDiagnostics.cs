using System.Buffers.Binary;
using System.Net;
using System.Runtime.InteropServices;

namespace Fathom.Machines.Kernel;

/// <summary>
/// The TCP sockets of this network, with what the kernel counts of those that are established (sock_diag(7)). Everyone may ask; of another
/// network namespace, such as a container's, nothing is seen.
/// </summary>
/// <remarks>
/// The request is the one of before families of addresses had their own (linux/inet_diag.h, TCPDIAG_GETSOCK): it lists IPv4 and IPv6 in
/// one walk through the kernel's table. /proc/net/tcp and tcp6 take two such walks each.
/// </remarks>
internal static partial class SocketDiagnostics
{
    private const int NetlinkDomain = 16;
    private const int SocketDiagnosticsProtocol = 4;
    private const int RawSocket = 3;
    private const int CloseOnExec = 0x80000;

    private const ushort TcpOfBothFamilies = 18;
    private const ushort Request = 1;
    private const ushort Dump = 0x300;
    private const ushort Done = 3;
    private const ushort Error = 2;

    // struct nlmsghdr, struct inet_diag_req, struct inet_diag_msg and struct rtattr.
    private const int HeaderBytes = 16;
    private const int RequestBytes = 60;
    private const int WantedAt = 3;
    private const int StatesAt = 52;
    private const int MessageBytes = 72;
    private const int StateAt = 1;
    private const int LocalPortAt = 4;
    private const int RemotePortAt = 6;
    private const int LocalAt = 8;
    private const int RemoteAt = 24;
    private const int InodeAt = 68;
    private const int AttributeBytes = 4;

    private const ushort InfoAttribute = 2;
    private const byte InfoWanted = 1 << (InfoAttribute - 1);
    private const byte Inet = 2;
    private const int Inet4Bytes = 4;
    private const int Inet6Bytes = 16;

    private const uint States = 1 << (int)TcpConnectionState.Established | 1 << (int)TcpConnectionState.Connecting
        | 1 << (int)TcpConnectionState.Listening;

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
            return Ask(socket, found) ? found : null;
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

            if (kind == TcpOfBothFamilies && length >= HeaderBytes + MessageBytes
                && ConnectionOf(datagram[HeaderBytes..length]) is { } connection)
            {
                found.Add(connection);
            }

            datagram = datagram[Math.Min(Aligned(length), datagram.Length)..];
        }

        return true;
    }

    // An answer is at most as long as what the kernel is given room for, 32 KiB.
    private static bool Ask(int socket, List<TcpConnection> found)
    {
        Span<byte> request = stackalloc byte[HeaderBytes + RequestBytes];
        request.Clear();
        MemoryMarshal.Write(request, request.Length);
        MemoryMarshal.Write(request[4..], TcpOfBothFamilies);
        MemoryMarshal.Write(request[6..], (ushort)(Request | Dump));
        request[HeaderBytes + WantedAt] = InfoWanted;
        MemoryMarshal.Write(request[(HeaderBytes + StatesAt)..], States);
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
        var state = (TcpConnectionState)message[StateAt];
        return !Enum.IsDefined(state) ? null
            : new TcpConnection(BitConverter.ToUInt32(message[InodeAt..]), state,
                EndPointAt(message, LocalAt, LocalPortAt), EndPointAt(message, RemoteAt, RemotePortAt))
            {
                Counts = state == TcpConnectionState.Established ? CountsOf(message[MessageBytes..]) : null,
            };
    }

    // In the order of the network, unlike all other numbers.
    private static IPEndPoint EndPointAt(ReadOnlySpan<byte> message, int address, int port) => new(
        new IPAddress(message.Slice(address, message[0] == Inet ? Inet4Bytes : Inet6Bytes)),
        BinaryPrimitives.ReadUInt16BigEndian(message[port..]));

    private static TcpCounts? CountsOf(ReadOnlySpan<byte> attributes)
    {
        while (attributes.Length >= AttributeBytes)
        {
            var (length, kind) = (BitConverter.ToUInt16(attributes), BitConverter.ToUInt16(attributes[2..]));
            if (length < AttributeBytes || length > attributes.Length)
            {
                return null;
            }

            if (kind == InfoAttribute)
            {
                var info = attributes[AttributeBytes..length];
                return TcpCounters.LongNumber(info, TcpCounters.BytesReceived) is { } received ? new TcpCounts(
                    received, NumberAt(info, TcpCounters.SmallestRoundTrip), NumberAt(info, TcpCounters.DataPacketsIn),
                    NumberAt(info, TcpCounters.OutOfOrder), NumberAt(info, TcpCounters.DataPacketsOut),
                    NumberAt(info, TcpCounters.SentAgain))
                {
                    SinceSentMs = NumberAt(info, TcpCounters.SinceSent),
                    SinceReceivedMs = NumberAt(info, TcpCounters.SinceReceived),
                } : null;
            }

            attributes = attributes[Math.Min(Aligned(length), attributes.Length)..];
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

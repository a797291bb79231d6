using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>
/// Sets the queue length of a device with a netlink message (rtnetlink(7)). The ioctl needs a capability of the whole machine, the message
/// only one of the namespace.
/// </summary>
internal static class QueueLength
{
    private const int NetlinkDomain = 16;
    private const int RawSocket = 3;
    private const short NewLink = 16;
    private const short RequestWithAnswer = 0x5;
    private const short QueueLengthAttribute = 13;

    /// <param name="index">Index of the interface in the calling thread's namespace.</param>
    /// <param name="packets">The length.</param>
    /// <exception cref="SystemCallException">The kernel refuses.</exception>
    public static void Set(int index, int packets)
    {
        var socket = SystemCallException.Check(SystemCalls.OpenSocket(NetlinkDomain, RawSocket | SystemCalls.CloseOnExec, 0),
            "socket(AF_NETLINK)");
        try
        {
            var message = Message(index, packets);
            SystemCallException.Check((int)SystemCalls.Write(socket, ref message[0], message.Length), "write(RTM_NEWLINK)");
            Span<byte> answer = stackalloc byte[256];
            SystemCallException.Check((int)SystemCalls.Read(socket, ref answer[0], answer.Length), "read(RTM_NEWLINK)");
            // struct nlmsgerr follows the header: 0, or an errno below 0.
            if (MemoryMarshal.Read<int>(answer[16..]) is var error and not 0)
            {
                throw new SystemCallException("RTM_NEWLINK(IFLA_TXQLEN)", -error);
            }
        }
        finally
        {
            SystemCallException.Check(SystemCalls.Close(socket), "close(AF_NETLINK)");
        }
    }

    // struct nlmsghdr (16 bytes), struct ifinfomsg (16), struct rtattr (4) and its value (4).
    private static byte[] Message(int index, int packets)
    {
        var message = new byte[40];
        MemoryMarshal.Write(message.AsSpan(0), message.Length);
        MemoryMarshal.Write(message.AsSpan(4), NewLink);
        MemoryMarshal.Write(message.AsSpan(6), RequestWithAnswer);
        MemoryMarshal.Write(message.AsSpan(20), index);
        MemoryMarshal.Write(message.AsSpan(32), (short)8);
        MemoryMarshal.Write(message.AsSpan(34), QueueLengthAttribute);
        MemoryMarshal.Write(message.AsSpan(36), packets);
        return message;
    }
}

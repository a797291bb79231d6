using System.Runtime.InteropServices;

namespace Fathom.Link.Linux.Routes;

/// <summary>
/// Sets the queue length of a device with a netlink message (rtnetlink(7)). The ioctl needs a capability of the whole machine, the message
/// only one of the namespace.
/// </summary>
internal static class QueueLength
{
    private const ushort QueueLengthAttribute = 13;

    /// <param name="index">Index of the interface in the calling thread's namespace.</param>
    /// <param name="packets">The length.</param>
    /// <exception cref="SystemCallException">The kernel refuses.</exception>
    public static void Set(int index, int packets)
    {
        // struct ifinfomsg: family, pad, type, index, flags, change.
        Span<byte> device = stackalloc byte[16];
        device.Clear();
        MemoryMarshal.Write(device[4..], index);
        new Netlink(Netlink.SetDevice, device).With(QueueLengthAttribute, packets).Send("RTM_NEWLINK(IFLA_TXQLEN)");
    }
}

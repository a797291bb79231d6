using System.Runtime.InteropServices;
using System.Text;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// A TUN device (Linux, Documentation/networking/tuntap.rst): what its namespace sends to it is read here, what is written here arrives
/// there, one IP packet each. It is gone when this object, or the process, is.
/// </summary>
internal sealed class TunDevice : IDisposable
{
    public const string Name = "link0";

    private const nuint SetInterface = 0x400454CA;
    private const short Tun = 0x0001;
    private const short NoPacketInformation = 0x1000;

    /// <summary>Opens a device in the namespace of the calling thread.</summary>
    /// <exception cref="LinkUnavailableException">The node is absent or closed to this user.</exception>
    public TunDevice(string node)
    {
        Descriptor = Libc.Open(node, Libc.ReadWrite | Libc.NonBlocking | Libc.CloseOnExec);
        if (Descriptor < 0)
        {
            throw Unavailable(node, Marshal.GetLastPInvokeError());
        }

        Span<byte> request = stackalloc byte[40];
        request.Clear();
        Encoding.ASCII.GetBytes(Name, request);
        MemoryMarshal.Write(request[16..], (short)(Tun | NoPacketInformation));
        if (Libc.Control(Descriptor, SetInterface, ref MemoryMarshal.GetReference(request)) < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            Dispose();
            throw new LinkUnavailableException($"{node} makes no TUN device: {new SystemCallException("ioctl(TUNSETIFF)", error).Message}",
                "it must be the TUN driver's node (character device 10, 200), and this process must be allowed to make network devices "
                    + "in its own namespaces");
        }
    }

    /// <summary>The open device.</summary>
    public int Descriptor { get; }

    public void Dispose() => SystemCallException.Check(Libc.Close(Descriptor), "close(tun)");

    private static LinkUnavailableException Unavailable(string node, int error) => error switch
    {
        Libc.NoEntry => new($"there is no {node}",
            "load the driver with 'sudo modprobe tun'; in a container, start it with '--device /dev/net/tun'; or approximate the link "
                + "with --mode relay"),
        Libc.AccessDenied or Libc.NotPermitted => new($"{node} is not open to this user",
            $"'sudo chmod 666 {node}' opens it, as most distributions do (the node alone gives no power over the machine's network); or "
                + $"approximate the link with --mode relay"),
        Libc.NoDevice => new($"{node} has no driver behind it",
            "load the driver with 'sudo modprobe tun'; or approximate the link with --mode relay"),
        _ => new(new SystemCallException($"open({node})", error).Message, "approximate the link with --mode relay"),
    };
}

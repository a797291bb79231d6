using System.Runtime.InteropServices;
using System.Text;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// A TUN device (Linux, Documentation/networking/tuntap.rst). A read returns one IP packet that the namespace sent; a write delivers one to
/// it. The device exists until this object is disposed or the process ends.
/// </summary>
internal sealed class TunDevice : IDisposable
{
    public const string Name = "link0";

    private const nuint SetInterface = 0x400454CA;
    private const short Tun = 0x0001;
    private const short NoPacketInformation = 0x1000;

    /// <summary>Opens a device in the namespace of the calling thread.</summary>
    /// <exception cref="LinkUnavailableException">The device node is missing, or this user has no access.</exception>
    public TunDevice(string node)
    {
        Descriptor = SystemCalls.Open(node, SystemCalls.ReadWrite | SystemCalls.NonBlocking | SystemCalls.CloseOnExec);
        if (Descriptor < 0)
        {
            throw Unavailable(node, Marshal.GetLastPInvokeError());
        }

        Span<byte> request = stackalloc byte[40];
        request.Clear();
        Encoding.ASCII.GetBytes(Name, request);
        MemoryMarshal.Write(request[16..], (short)(Tun | NoPacketInformation));
        if (SystemCalls.Control(Descriptor, SetInterface, ref MemoryMarshal.GetReference(request)) < 0)
        {
            var error = Marshal.GetLastPInvokeError();
            Dispose();
            throw new LinkUnavailableException(
                $"{node} does not create a TUN device: {new SystemCallException("ioctl(TUNSETIFF)", error).Message}",
                "the path must be the TUN driver's node (character device 10, 200), and the process must be allowed to create network "
                    + "devices in its own namespaces");
        }
    }

    /// <summary>The open device.</summary>
    public int Descriptor { get; }

    public void Dispose() => SystemCallException.Check(SystemCalls.Close(Descriptor), "close(tun)");

    private static LinkUnavailableException Unavailable(string node, int error) => error switch
    {
        SystemCalls.NoEntry => new($"{node} does not exist",
            "load the driver with 'sudo modprobe tun'; in a container, start it with '--device /dev/net/tun'; or approximate the link "
                + "with --mode relay"),
        SystemCalls.AccessDenied or SystemCalls.NotPermitted => new($"this user may not open {node}",
            $"'sudo chmod 666 {node}' permits it, as most distributions do (the node alone gives no access to the machine's network); or "
                + $"approximate the link with --mode relay"),
        SystemCalls.NoDevice => new($"{node} has no driver",
            "load the driver with 'sudo modprobe tun'; or approximate the link with --mode relay"),
        _ => new(new SystemCallException($"open({node})", error).Message, "approximate the link with --mode relay"),
    };
}

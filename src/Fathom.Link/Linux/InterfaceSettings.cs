using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Link.Linux.Routes;

namespace Fathom.Link.Linux;

/// <summary>Configures a network interface of the calling thread's namespace with ioctls (netdevice(7)), without other programs.</summary>
internal sealed class InterfaceSettings(string name)
{
    private const nuint GetFlags = 0x8913;
    private const nuint SetFlags = 0x8914;
    private const nuint SetAddress = 0x8916;
    private const nuint SetMask = 0x891C;
    private const nuint SetMtu = 0x8922;
    private const nuint GetIndex = 0x8933;
    private const short Up = 1;
    private const int ValueAt = 16;

    /// <summary>The interface's MTU in bytes.</summary>
    public void UseMtu(int bytes) => Call(SetMtu, "SIOCSIFMTU", bytes);

    /// <summary>Packets that the device queues until they are read.</summary>
    public void UseQueueLength(int packets) => QueueLength.Set(Index(), packets);

    /// <summary>Adds an address, with the route to its prefix.</summary>
    public void AddAddress(IPAddress address, int prefix)
    {
        if (address.AddressFamily == AddressFamily.InterNetworkV6)
        {
            AddAddress6(address, prefix);
            return;
        }

        Span<byte> value = stackalloc byte[16];
        value.Clear();
        MemoryMarshal.Write(value, (short)AddressFamily.InterNetwork);
        address.TryWriteBytes(value[4..], out _);
        Call(SetAddress, "SIOCSIFADDR", value);
        var mask = uint.MaxValue << (32 - prefix);
        for (var i = 0; i < 4; i++)
        {
            value[4 + i] = (byte)(mask >> (24 - (8 * i)));
        }

        Call(SetMask, "SIOCSIFNETMASK", value);
    }

    /// <summary>Brings the interface up.</summary>
    public void BringUp()
    {
        var flags = MemoryMarshal.Read<short>(Call(GetFlags, "SIOCGIFFLAGS", default(int)));
        Call(SetFlags, "SIOCSIFFLAGS", (int)(short)(flags | Up));
    }

    private void AddAddress6(IPAddress address, int prefix)
    {
        // struct in6_ifreq: the address, the prefix's length, the interface's number.
        Span<byte> request = stackalloc byte[24];
        address.TryWriteBytes(request, out _);
        MemoryMarshal.Write(request[16..], prefix);
        MemoryMarshal.Write(request[20..], Index());
        using var socket = new Socket(AddressFamily.InterNetworkV6, SocketType.Dgram, ProtocolType.Udp);
        SystemCallException.Check(
            SystemCalls.Control((int)socket.Handle, SetAddress, ref MemoryMarshal.GetReference(request)),
                $"ioctl(SIOCSIFADDR, {name}, {address})");
    }

    /// <summary>The interface's number.</summary>
    public int Index() => MemoryMarshal.Read<int>(Call(GetIndex, "SIOCGIFINDEX", default(int)));

    private byte[] Call(nuint request, string called, int value)
    {
        Span<byte> bytes = stackalloc byte[4];
        MemoryMarshal.Write(bytes, value);
        return Call(request, called, bytes);
    }

    // struct ifreq: 16 bytes of name, 24 of value. Returns the value that the kernel wrote.
    private byte[] Call(nuint request, string called, scoped ReadOnlySpan<byte> value)
    {
        var bytes = new byte[40];
        Encoding.ASCII.GetBytes(name, bytes);
        value.CopyTo(bytes.AsSpan(ValueAt));
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        SystemCallException.Check(SystemCalls.Control((int)socket.Handle, request, ref bytes[0]), $"ioctl({called}, {name})");
        return bytes[ValueAt..];
    }
}

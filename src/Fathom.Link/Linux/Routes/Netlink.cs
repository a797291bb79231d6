using System.Runtime.InteropServices;

namespace Fathom.Link.Linux.Routes;

/// <summary>
/// One message to the kernel's routing and devices (rtnetlink(7)), for the calling thread's namespace. The caller writes the header of its
/// kind and attributes; the kernel's answer is awaited.
/// </summary>
internal sealed class Netlink
{
    public const ushort SetDevice = 16;
    public const ushort NewRoute = 24;
    public const ushort NewRule = 32;
    public const ushort DeleteRule = 33;

    private const int NetlinkDomain = 16;
    private const int RawSocket = 3;
    private const int HeaderBytes = 16;
    private const ushort RequestWithAnswer = 0x5;
    private const ushort CreateExclusively = 0x600;

    private readonly ushort _kind;
    private readonly List<byte> _body;

    /// <param name="kind">Kind of the message.</param>
    /// <param name="header">The struct that follows struct nlmsghdr.</param>
    public Netlink(ushort kind, ReadOnlySpan<byte> header) => (_kind, _body) = (kind, [.. header]);

    /// <summary>Adds an attribute (struct rtattr), padded to 4 bytes.</summary>
    public Netlink With(ushort attribute, ReadOnlySpan<byte> value)
    {
        Span<byte> head = stackalloc byte[4];
        MemoryMarshal.Write(head, (ushort)(4 + value.Length));
        MemoryMarshal.Write(head[2..], attribute);
        _body.AddRange(head);
        _body.AddRange(value);
        while (_body.Count % 4 != 0)
        {
            _body.Add(0);
        }

        return this;
    }

    /// <summary>Adds an attribute of four bytes.</summary>
    public Netlink With(ushort attribute, int value)
    {
        Span<byte> bytes = stackalloc byte[4];
        MemoryMarshal.Write(bytes, value);
        return With(attribute, bytes);
    }

    /// <summary>Sends the message, and waits for the answer.</summary>
    /// <param name="name">Its name, for an error.</param>
    /// <exception cref="SystemCallException">The kernel refuses.</exception>
    public void Send(string name)
    {
        var socket = SystemCallException.Check(SystemCalls.OpenSocket(NetlinkDomain, RawSocket | SystemCalls.CloseOnExec, 0),
            "socket(AF_NETLINK)");
        try
        {
            var message = new byte[HeaderBytes + _body.Count];
            MemoryMarshal.Write(message.AsSpan(0), message.Length);
            MemoryMarshal.Write(message.AsSpan(4), _kind);
            MemoryMarshal.Write(message.AsSpan(6),
                (ushort)(RequestWithAnswer | (_kind is NewRoute or NewRule ? CreateExclusively : 0)));
            _body.CopyTo(message, HeaderBytes);
            SystemCallException.Check((int)SystemCalls.Write(socket, ref message[0], message.Length), $"write({name})");
            Span<byte> answer = stackalloc byte[512];
            SystemCallException.Check((int)SystemCalls.Read(socket, ref answer[0], answer.Length), $"read({name})");
            // struct nlmsgerr follows the header: 0, or an errno below 0.
            if (MemoryMarshal.Read<int>(answer[HeaderBytes..]) is var error and not 0)
            {
                throw new SystemCallException(name, -error);
            }
        }
        finally
        {
            SystemCallException.Check(SystemCalls.Close(socket), "close(AF_NETLINK)");
        }
    }
}

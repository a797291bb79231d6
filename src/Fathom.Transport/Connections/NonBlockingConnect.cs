using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>Connects a socket without blocking and without the thread pool.</summary>
internal static unsafe class NonBlockingConnect
{
    /// <summary>Starts to connect. Returns WouldBlock while it is in progress; the socket becomes writable when it is done.</summary>
    public static SocketError Start(Socket socket, EndPoint target) =>
        OperatingSystem.IsLinux() ? StartOnLinux(socket, target) : StartElsewhere(socket, target);

    /// <summary>The result of the attempt.</summary>
    public static SocketError GetResult(Socket socket) =>
        (SocketError)socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;

    /// <summary>A blocking socket for one that is connected, which is not used any more. The framework's object does not notice that its
    /// socket was connected below it; another object of the same handle does.</summary>
    public static Socket ToBlocking(Socket connected)
    {
        if (!OperatingSystem.IsLinux())
        {
            connected.Blocking = true;
            return connected;
        }

        Libc.SetBlocking(connected.SafeHandle);
        var handle = connected.SafeHandle.DangerousGetHandle();
        connected.SafeHandle.SetHandleAsInvalid();
        return new Socket(new SafeSocketHandle(handle, ownsHandle: true));
    }

    private static SocketError StartOnLinux(Socket socket, EndPoint target)
    {
        // Socket.Connect throws for EINPROGRESS, which costs about 20 µs per connection.
        var address = target.Serialize();
        fixed (byte* bytes = address.Buffer.Span)
        {
            if (Libc.Connect((int)socket.SafeHandle.DangerousGetHandle(), bytes, (uint)address.Size) == 0)
            {
                return SocketError.Success;
            }
        }

        var error = Marshal.GetLastPInvokeError();
        return error == Libc.InProgress ? SocketError.WouldBlock : FromErrno(error);
    }

    private static SocketError StartElsewhere(Socket socket, EndPoint target)
    {
        try
        {
            socket.Connect(target);
            return SocketError.Success;
        }
        catch (SocketException e)
        {
            return e.SocketErrorCode is SocketError.InProgress ? SocketError.WouldBlock : e.SocketErrorCode;
        }
    }

    // The errors of connect (man 2 connect), as .NET values.
    private static SocketError FromErrno(int errno) => errno switch
    {
        13 or 1 => SocketError.AccessDenied,
        99 => SocketError.AddressNotAvailable,
        97 => SocketError.AddressFamilyNotSupported,
        101 => SocketError.NetworkUnreachable,
        111 => SocketError.ConnectionRefused,
        110 => SocketError.TimedOut,
        113 => SocketError.HostUnreachable,
        _ => SocketError.SocketError,
    };
}

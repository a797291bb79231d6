using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>A client of OpenSSL's own, which can do what SslStream cannot: change a connection's keys. Its handshake is made.</summary>
internal sealed class OpenSslClient : IDisposable
{
    private const string Library = "libssl.so.3";

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly nint _context = NewContext(ClientMethod());
    private readonly nint _connection;

    private OpenSslClient(IPEndPoint server)
    {
        _socket.Connect(server);
        byte[] http2 = [2, (byte)'h', (byte)'2'];
        _ = SetAlpn(_context, http2, http2.Length);
        _connection = NewConnection(_context);
        _ = SetDescriptor(_connection, (int)_socket.Handle);
        MakeHandshake(_connection).ShouldBe(1, "the handshake");
    }

    /// <summary>Skips the test where there is no OpenSSL 3.</summary>
    public static void Requires()
    {
        if (!NativeLibrary.TryLoad(Library, out _))
        {
            Assert.Skip($"{Library} is missing: install OpenSSL 3.");
        }
    }

    public static OpenSslClient Connect(IPEndPoint server) => new(server);

    /// <summary>Sends a change of keys that wants none in return; false once the connection is gone.</summary>
    public bool TryUpdateKeys() => UpdateKeys(_connection, 0) == 1 && MakeHandshake(_connection) == 1;

    /// <summary>Whether the server has not ended the connection.</summary>
    public bool IsOpen()
    {
        try
        {
            return !_socket.Poll(0, SelectMode.SelectRead) || _socket.Receive(new byte[1], SocketFlags.Peek) > 0;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    public void Dispose()
    {
        FreeConnection(_connection);
        FreeContext(_context);
        _socket.Dispose();
    }

    [DllImport(Library, EntryPoint = "TLS_client_method")]
    private static extern nint ClientMethod();

    [DllImport(Library, EntryPoint = "SSL_CTX_new")]
    private static extern nint NewContext(nint method);

    [DllImport(Library, EntryPoint = "SSL_CTX_set_alpn_protos")]
    private static extern int SetAlpn(nint context, byte[] protocols, int length);

    [DllImport(Library, EntryPoint = "SSL_new")]
    private static extern nint NewConnection(nint context);

    [DllImport(Library, EntryPoint = "SSL_set_fd")]
    private static extern int SetDescriptor(nint connection, int descriptor);

    // Sends what is to be sent once the handshake is made.
    [DllImport(Library, EntryPoint = "SSL_connect")]
    private static extern int MakeHandshake(nint connection);

    [DllImport(Library, EntryPoint = "SSL_key_update")]
    private static extern int UpdateKeys(nint connection, int kind);

    [DllImport(Library, EntryPoint = "SSL_free")]
    private static extern void FreeConnection(nint connection);

    [DllImport(Library, EntryPoint = "SSL_CTX_free")]
    private static extern void FreeContext(nint context);
}

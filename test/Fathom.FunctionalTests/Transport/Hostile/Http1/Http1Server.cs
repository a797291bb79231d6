using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Transport.Hostile.Http1;

/// <summary>A server of HTTP/1.1 that answers each request for an empty message with bytes.</summary>
internal sealed class Http1Server : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Func<int, byte[]> _answer;
    private readonly bool _closes;
    private int _requests;
    private int _connections;
    private int _sent;
    private int _refused;

    public Http1Server(Func<int, byte[]> answer, bool closes)
    {
        (_answer, _closes) = (answer, closes);
        _listener.Start();
        _ = AcceptAsync();
    }

    public int Connections => Volatile.Read(ref _connections);

    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Answers that the client's system has whole.</summary>
    public int Sent => Volatile.Read(ref _sent);

    /// <summary>Answers of which the client ended its connection.</summary>
    public int Refused => Volatile.Read(ref _refused);

    public NativeChannel Channel() => new(new NativeChannelOptions
    {
        Address = new Uri($"http://{_listener.LocalEndpoint}"), Protocol = WireProtocol.GrpcWebHttp1,
    });

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        while (true)
        {
            Socket socket;
            try
            {
                socket = await _listener.AcceptSocketAsync();
            }
            catch (Exception e) when (e is SocketException or ObjectDisposedException)
            {
                return;
            }

            Interlocked.Increment(ref _connections);
            _ = Task.Run(() => ServeAsync(socket));
        }
    }

    private async Task ServeAsync(Socket socket)
    {
        using (socket)
        {
            var (text, buffer) = ("", new byte[4096]);
            try
            {
                while (await socket.ReceiveAsync(buffer) is > 0 and var count)
                {
                    text += Encoding.Latin1.GetString(buffer, 0, count);
                    // An empty message is five bytes.
                    if (text.EndsWith("\r\n\r\n\0\0\0\0\0", StringComparison.Ordinal))
                    {
                        text = "";
                        await socket.SendAsync(_answer(Interlocked.Increment(ref _requests)));
                        Interlocked.Increment(ref _sent);
                        if (_closes)
                        {
                            return;
                        }
                    }
                }
            }
            catch (SocketException)
            {
                // The client has ended the connection, as some of these tests want.
                Interlocked.Increment(ref _refused);
            }
        }
    }
}

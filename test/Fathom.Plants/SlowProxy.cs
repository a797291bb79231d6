using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Fathom.Plants;

/// <summary>A proxy that waits before it connects (CONNECT, RFC 9110 section 9.3.6), as one that asks a directory does. Prints its
/// address, and ends with its standard input.</summary>
internal static class SlowProxy
{
    private static readonly TimeSpan Wait = TimeSpan.FromMilliseconds(1500);

    public static async Task RunAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Console.WriteLine($"http://127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}");
        var accepting = AcceptAsync(listener);
        await Task.WhenAny(Console.In.ReadToEndAsync(), accepting);
    }

    private static async Task AcceptAsync(TcpListener listener)
    {
        while (true)
        {
            _ = ServeAsync(await listener.AcceptTcpClientAsync());
        }
    }

    private static async Task ServeAsync(TcpClient accepted)
    {
        using var client = accepted;
        var near = client.GetStream();
        var request = await HeadAsync(near);
        await Task.Delay(Wait);
        var target = request.Split(' ')[1];
        using var server = new TcpClient();
        await server.ConnectAsync(IPEndPoint.Parse(target));
        await near.WriteAsync("HTTP/1.1 200 Connection established\r\n\r\n"u8.ToArray());
        var far = server.GetStream();
        try
        {
            await Task.WhenAny(near.CopyToAsync(far), far.CopyToAsync(near));
        }
        catch (IOException)
        {
            // One of both ended.
        }
    }

    private static async Task<string> HeadAsync(NetworkStream stream)
    {
        var (text, part) = (new StringBuilder(), new byte[1]);
        while (!text.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal) && await stream.ReadAsync(part) > 0)
        {
            text.Append((char)part[0]);
        }

        return text.ToString();
    }
}

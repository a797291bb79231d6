using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;

namespace Fathom.Bench;

/// <summary>
/// Unary echo of 10 MiB, 8 in flight over one h2c connection, the same windows on both sides and for all: payload per second, counted once
/// per call. A stack is a host and a client, <c>kestrel+httpclient</c>; <c>tcp</c> is a bare echo of the same bytes over eight TCP
/// connections.
/// </summary>
internal static class ThroughputBench
{
    private const int Payload = 10 << 20;
    private const int InFlight = 8;
    private const int Seconds = 8;
    private const int Window = 1 << 20;
    private const int ConnectionWindow = 16 << 20;

    public static BenchResult Run(BenchOptions options)
    {
        var result = new BenchResult($"unary echo of 10 MiB, {InFlight} in flight, h2c, stream window 1 MiB, connection window 16 MiB",
            "MB/s", options);
        for (var pair = 0; pair < options.Pairs; pair++)
        {
            foreach (var stack in pair % 2 == 0 ? options.Names : options.Names.Reverse())
            {
                result.Add("10 MiB", stack, stack == "tcp" ? Tcp() : Stack(stack.Split('+')));
            }
        }

        return result;
    }

    /// <summary>Runs the server of the bare echo, a separate process.</summary>
    public static async Task ServeTcpAsync()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Console.WriteLine(((IPEndPoint)listener.LocalEndpoint).Port);
        while (true)
        {
            _ = EchoAsync(await listener.AcceptSocketAsync());
        }
    }

    private static double Stack(string[] stack)
    {
        using var server = new PinnedSubject(
            stack[0], 0, "--port", "0", "--max-receive", "64M", "--stream-window", $"{Window}", "--connection-window",
                $"{ConnectionWindow}");
        using var client = new PinnedSubject("client", 1);
        var figures = client.Run(new JsonObject
        {
            ["kind"] = "load",
            ["target"] = server.Address,
            ["client"] = stack[1],
            ["contract"] = "proto",
            ["connections"] = 1,
            ["in_flight"] = InFlight,
            ["payload_bytes"] = Payload,
            ["stream_window"] = Window,
            ["connection_window"] = ConnectionWindow,
            ["warm_up_seconds"] = 5,
            ["seconds"] = Seconds,
        }).Values;
        return figures[ReportedValues.Calls] * Payload / 1e6 / (figures[ReportedValues.WallTime] / 1000);
    }

    private static double Tcp()
    {
        using var server = Process.Start(new ProcessStartInfo(
            "taskset", ["-c", "0", Environment.ProcessPath!, "serve-tcp"]) { RedirectStandardOutput = true })!;
        try
        {
            var port = int.Parse(server.StandardOutput.ReadLine()!, CultureInfo.InvariantCulture);
            using var client = Process.Start(new ProcessStartInfo(
                "taskset", ["-c", "1", Environment.ProcessPath!, "call-tcp", $"{port}"]) { RedirectStandardOutput = true })!;
            return double.Parse(client.StandardOutput.ReadToEnd(), CultureInfo.InvariantCulture);
        }
        finally
        {
            server.Kill();
        }
    }

    /// <summary>The near end of the bare echo, in a process of its own.</summary>
    public static async Task CallTcpAsync(int port)
    {
        using var end = new CancellationTokenSource(TimeSpan.FromSeconds(Seconds));
        var began = TimeProvider.System.GetTimestamp();
        var rounds = await Task.WhenAll(Enumerable.Range(0, InFlight).Select(_ => RoundsAsync(port, end.Token)));
        Console.WriteLine((rounds.Sum() * (double)Payload / 1e6 / TimeProvider.System.GetElapsedTime(began).TotalSeconds)
            .ToString(CultureInfo.InvariantCulture));
    }

    private static async Task<int> RoundsAsync(int port, CancellationToken end)
    {
        using var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port, CancellationToken.None);
        var (sent, received, rounds) = (new byte[Payload], new byte[64 * 1024], 0);
        while (!end.IsCancellationRequested)
        {
            var sending = socket.SendAsync(sent);
            for (var left = Payload; left > 0;)
            {
                left -= await socket.ReceiveAsync(received);
            }

            await sending;
            rounds++;
        }

        return rounds;
    }

    private static async Task EchoAsync(Socket socket)
    {
        using (socket)
        {
            var buffer = new byte[64 * 1024];
            while (await socket.ReceiveAsync(buffer) is > 0 and var count)
            {
                await socket.SendAsync(buffer.AsMemory(0, count));
            }
        }
    }
}

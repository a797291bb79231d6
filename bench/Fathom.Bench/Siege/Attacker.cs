using System.Net;
using System.Net.Sockets;

namespace Fathom.Bench.Siege;

/// <summary>One hostile client: connects from an address of its kind, does what it is for, and connects again a second after the host has
/// closed the connection. Owned by the process that attacks.</summary>
/// <param name="host">The host.</param>
/// <param name="from">The address from which it connects.</param>
/// <param name="serveAsync">What it does on a connection, until the host closes it.</param>
internal sealed class Attacker(IPEndPoint host, IPAddress from, Func<Socket, CancellationToken, Task> serveAsync)
{
    // The host allows 1,000 in a second and 6,000 in a minute.
    private const int ResetsPerSecond = 95;
    private const int QuotesPerSecond = 95;

    // The host allows 1,000 in a second.
    private const int EndsPerSecond = 900;

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private static int s_connections;

    /// <summary>Connections of all attackers so far.</summary>
    public static int Connections => s_connections;

    /// <summary>All attackers of a siege.</summary>
    public static IEnumerable<Attacker> All(IPEndPoint host) =>
    [
        .. Many(10_000, host, "127.0.0.2", static (socket, token) => ReadAsync(socket, token)),
        .. Many(1_000, host, "127.0.0.3", NeverReadAsync),
        .. Many(100, host, "127.0.0.4", ReadEagerlyAsync),
        .. Many(10, host, "127.0.0.5", ResetAsync),
        .. Many(377, host, "127.0.0.6", HoldAsync),
        .. Many(10, host, "127.0.0.7", QuoteAsync),
        .. Many(10, host, "127.0.0.8", EndAsync),
    ];

    /// <summary>Attacks until <paramref name="end"/> is cancelled.</summary>
    public async Task RunAsync(CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            try
            {
                using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                socket.Bind(new IPEndPoint(from, 0));
                await socket.ConnectAsync(host, end);
                Interlocked.Increment(ref s_connections);
                await serveAsync(socket, end);
            }
            catch (Exception e) when (e is SocketException or OperationCanceledException)
            {
                // Closed by the host, or the end.
            }

            await Task.Delay(Pause, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private static IEnumerable<Attacker> Many(int count, IPEndPoint host, string from, Func<Socket, CancellationToken, Task> serveAsync) =>
        Enumerable.Range(0, count).Select(_ => new Attacker(host, IPAddress.Parse(from), serveAsync));

    private static async Task ReadAsync(Socket socket, CancellationToken end, int bufferSize = 64)
    {
        var buffer = new byte[bufferSize];
        while (await socket.ReceiveAsync(buffer, end) > 0)
        {
        }
    }

    private static async Task NeverReadAsync(Socket socket, CancellationToken end)
    {
        await SendAsync(socket, AttackFrames.Stream(), end);
        while (true)
        {
            // Whoever does not read learns of the end from a send.
            await Task.Delay(Pause, end);
            await SendAsync(socket, AttackFrames.Ping(), end);
        }
    }

    private static async Task ReadEagerlyAsync(Socket socket, CancellationToken end)
    {
        await SendAsync(socket, AttackFrames.Stream(), end);
        await ReadAsync(socket, end, 64 * 1024);
    }

    private static async Task HoldAsync(Socket socket, CancellationToken end)
    {
        await SendAsync(socket, AttackFrames.Part(), end);
        await ReadAsync(socket, end);
    }

    private static Task ResetAsync(Socket socket, CancellationToken end) => RepeatAsync(socket, AttackFrames.Begin(),
        second => AttackFrames.Resets(1 + (2 * ResetsPerSecond * second), ResetsPerSecond), end);

    private static Task QuoteAsync(Socket socket, CancellationToken end) => RepeatAsync(socket, AttackFrames.Quoted(),
        second => AttackFrames.Quotes(3 + (2 * QuotesPerSecond * second), QuotesPerSecond), end);

    private static Task EndAsync(Socket socket, CancellationToken end) =>
        RepeatAsync(socket, AttackFrames.Dead(), static _ => AttackFrames.Ends(EndsPerSecond), end);

    private static async Task RepeatAsync(Socket socket, byte[] first, Func<int, byte[]> each, CancellationToken end)
    {
        await SendAsync(socket, first, end);
        var reading = ReadAsync(socket, end, 16 * 1024);
        for (var second = 0; !reading.IsCompleted; second++)
        {
            await SendAsync(socket, each(second), end);
            await Task.Delay(Pause, end);
        }
    }

    private static async Task SendAsync(Socket socket, ReadOnlyMemory<byte> bytes, CancellationToken end)
    {
        while (!bytes.IsEmpty)
        {
            bytes = bytes[await socket.SendAsync(bytes, end)..];
        }
    }
}

using System.Net.Sockets;
using System.Text.Json;
using Fathom.Cli.Rendering;
using Fathom.Link;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>
/// The socket through which <c>fathom link set</c> changes a running link. Only the user of the link may connect (mode 0600). Its file is
/// there once it listens. Owns the file, which it removes. One change at a time.
/// </summary>
internal sealed class LinkControl : IAsyncDisposable
{
    /// <summary>The variable that a command of a link finds the link's socket in: the setting of <c>link set --control</c>.</summary>
    public const string Variable = "FATHOM_LINK_SET_CONTROL";

    // The address of a Unix socket has 108 bytes, with a zero at its end (unix(7)). Until it is ready the file's name has one more.
    private const int MaxPath = 106;
    private const int MaxLine = 64 << 10;
    private static readonly TimeSpan ToAsk = TimeSpan.FromSeconds(10);

    private readonly string _path;
    private readonly Socket _listening;
    private readonly LinkRun _link;
    private readonly Action<string> _say;
    private readonly CancellationTokenSource _end = new();
    private readonly Task _serving;

    private LinkControl(string path, Socket listening, LinkRun link, Action<string> say)
    {
        (_path, _listening, _link, _say) = (path, listening, link, say);
        _serving = ServeAsync();
    }

    /// <summary>Opens the socket.</summary>
    /// <param name="path">Its file; that of a link that has ended is replaced.</param>
    /// <param name="link">The link.</param>
    /// <param name="say">Learns each change.</param>
    /// <exception cref="CommandException">The file cannot be made, or is no socket of a link that has ended.</exception>
    public static LinkControl Open(string path, LinkRun link, Action<string> say)
    {
        if (System.Text.Encoding.UTF8.GetByteCount(path) > MaxPath)
        {
            throw CommandException.Usage($"--control: '{path}' is too long for a socket; accepted: a path of at most {MaxPath} bytes");
        }

        RemoveLeftover(path);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            // Under another name until it is ready: who waits for the file may connect at once.
            var unready = $"{path}~";
            RemoveLeftover(unready);
            socket.Bind(new UnixDomainSocketEndPoint(unready));
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(unready, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            }

            socket.Listen();
            File.Move(unready, path);
            return new LinkControl(path, socket, link, say);
        }
        catch (Exception e) when (e is SocketException or IOException or UnauthorizedAccessException)
        {
            socket.Dispose();
            throw CommandException.Usage(
                $"--control: '{path}' cannot be made: {e.Message}; accepted: a new file in a folder that this user may write");
        }
    }

    /// <summary>Sends a change to a running link.</summary>
    /// <param name="path">The file of its socket.</param>
    /// <param name="change">The change.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="CommandException">No link listens there.</exception>
    /// <exception cref="LinkPlanException">The change is refused.</exception>
    public static async Task<IReadOnlyList<string>> ChangeAsync(string path, LinkSpec change, CancellationToken cancellation)
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        string? line;
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(path), cancellation);
            await using var stream = new NetworkStream(socket);
            await stream.WriteAsync(JsonSerializer.SerializeToUtf8Bytes(change, LinkControlJson.Default.LinkSpec), cancellation);
            socket.Shutdown(SocketShutdown.Send);
            line = await new StreamReader(stream).ReadLineAsync(cancellation);
        }
        catch (Exception e) when (e is SocketException or IOException or ArgumentException)
        {
            throw CommandException.Missing($"--control: no link of this user answers at '{path}': {e.Message}; start one with 'fathom link "
                + "--control FILE', and name the same file here");
        }

        var reply = line is null ? null : JsonSerializer.Deserialize(line, LinkControlJson.Default.ControlReply);
        return reply switch
        {
            { Faults.Count: > 0 } => throw new LinkPlanException(reply.Faults),
            null => throw new CommandException(ExitCode.NotHeld, "link set: the link ended before it had answered"),
            _ => reply.InForce,
        };
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listening.Dispose();
        await _serving;
        File.Delete(_path);
        _end.Dispose();
    }

    // The socket of a link that was killed. Nothing else is removed.
    private static void RemoveLeftover(string path)
    {
        if (!File.Exists(path))
        {
            return;
        }

        using var probe = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            probe.Connect(new UnixDomainSocketEndPoint(path));
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.ConnectionRefused && IsSocket(path))
        {
            File.Delete(path);
            return;
        }
        catch (SocketException)
        {
            // No socket, or not of this user.
        }

        throw CommandException.Usage($"--control: '{path}' is there already; accepted: a new file, or the socket of a link that has ended");
    }

    private static bool IsSocket(string path) =>
        !OperatingSystem.IsWindows() && (File.GetAttributes(path) & (FileAttributes.Directory | FileAttributes.ReparsePoint)) == 0
            && new FileInfo(path).Length == 0;

    private async Task ServeAsync()
    {
        while (!_end.IsCancellationRequested)
        {
            try
            {
                using var client = await _listening.AcceptAsync(_end.Token);
                await AnswerAsync(client);
            }
            catch (Exception e) when (e is OperationCanceledException or SocketException or IOException or ObjectDisposedException)
            {
                // The link ends, or the client has gone.
            }
        }
    }

    private async Task AnswerAsync(Socket client)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
        patience.CancelAfter(ToAsk);
        await using var stream = new NetworkStream(client);
        var request = new MemoryStream();
        var buffer = new byte[4096];
        for (int read; (read = await stream.ReadAsync(buffer, patience.Token)) > 0 && request.Length <= MaxLine;)
        {
            request.Write(buffer, 0, read);
        }

        var reply = await ApplyAsync(request, patience.Token);
        await stream.WriteAsync(JsonSerializer.SerializeToUtf8Bytes(reply, LinkControlJson.Default.ControlReply), patience.Token);
    }

    private async Task<ControlReply> ApplyAsync(MemoryStream request, CancellationToken cancellation)
    {
        try
        {
            var asked = JsonSerializer.Deserialize(request.ToArray(), LinkControlJson.Default.LinkSpec)!;
            await _link.ChangeAsync(
                new LinkSpec { Preset = asked.Preset, Both = asked.Both, Up = asked.Up, Down = asked.Down }, cancellation);
            var inForce = LinkWords.InForce(_link.Plan).ToList();
            inForce.ForEach(l => _say($"changed: {l}"));
            return new ControlReply([], inForce);
        }
        catch (LinkPlanException e)
        {
            return new ControlReply(e.Faults, []);
        }
        catch (JsonException)
        {
            return new ControlReply(
                [new("link set", null, "the request is no change of a link; accepted: what 'fathom link set' of this version sends")], []);
        }
        catch (InvalidOperationException e)
        {
            return new ControlReply([new("link set", null, e.Message)], []);
        }
    }
}

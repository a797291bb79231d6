using System.Net.Security;
using System.Net.Sockets;
using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Opens the socket of a probe step by step, each timed. The caller owns socket and stream.</summary>
internal sealed class ProbeConnector(ProbeTarget target, ProbeConnectionOptions options, TimeProvider time)
{
    private readonly ServerEndpoint _server = target.Server.Endpoint();
    private readonly TimeSpan _patience = target.Server.ConnectTimeout;

    /// <summary>Opens it.</summary>
    /// <returns>The socket, its stream, and the phases but for that of SETTINGS.</returns>
    /// <exception cref="ProbeException">It could not be opened.</exception>
    public async Task<(Socket Socket, Stream Stream, ConnectPhases Phases)> OpenAsync(CancellationToken cancellation)
    {
        using var limit = new CancellationTokenSource(_patience, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        Socket? socket = null;
        try
        {
            var (connected, phases, since) = await ConnectAsync(both.Token, cancellation);
            socket = connected;
            Stream stream = new NetworkStream(socket, ownsSocket: false);
            if (_server.IsTls)
            {
                stream = await AuthenticateAsync(stream, both.Token);
                phases = phases with { Tls = time.GetElapsedTime(since).TotalMilliseconds };
            }

            return (socket, stream, phases);
        }
        catch (Exception e)
        {
            socket?.Dispose();
            if (e is ProbeException || (e is OperationCanceledException && cancellation.IsCancellationRequested))
            {
                throw;
            }

            throw socket is not null && e is OperationCanceledException
                ? new UnansweredException($"accepts connections, but a TLS handshake did not end within {_patience.TotalSeconds:0.###} s",
                    isUnreached: true, e) { WaitedMs = _patience.TotalMilliseconds }
                : new ProbeException($"cannot be reached: {e.Message}", isUnreached: true, e);
        }
    }

    private async Task<(Socket Socket, ConnectPhases Phases, long Since)> ConnectAsync(
        CancellationToken limited, CancellationToken cancellation)
    {
        var began = time.GetTimestamp();
        var resolved = began;
        var outcome = new TaskCompletionSource<(Socket? Socket, string Reason, long At)>(
            TaskCreationOptions.RunContinuationsAsynchronously);
        using var connector = new Connector(EventLoops.Next(), _server,
            socket => _ = outcome.TrySetResult((socket, "", time.GetTimestamp())) || Close(socket),
            reason => outcome.TrySetResult((null, reason, 0)))
        {
            Prepare = options.SegmentBytes is { } bytes ? socket => TcpFacts.LimitSegments(socket, bytes) : null,
            Resolved = () => Volatile.Write(ref resolved, time.GetTimestamp()),
        };
        connector.Start();
        using var ending = limited.Register(() => outcome.TrySetResult((null, connector.TimedOut(_patience), 0)));
        var (connected, reason, at) = await outcome.Task;
        if (connected is null)
        {
            cancellation.ThrowIfCancellationRequested();
            throw new ProbeException($"cannot be reached: {reason}", isUnreached: true);
        }

        return (Adopt(connected), new ConnectPhases(time.GetElapsedTime(began, resolved).TotalMilliseconds,
            time.GetElapsedTime(resolved, at).TotalMilliseconds, null, 0), at);
    }

    // One that comes too late.
    private static bool Close(Socket socket)
    {
        socket.Dispose();
        return true;
    }

    private Socket Adopt(Socket connected)
    {
        var socket = NonBlockingConnect.ToBlocking(connected);
        socket.SendTimeout = (int)_patience.TotalMilliseconds;
        return socket;
    }

    private async Task<Stream> AuthenticateAsync(Stream stream, CancellationToken cancellation)
    {
        var ssl = new SslStream(stream);
        try
        {
            await ssl.AuthenticateAsClientAsync(target.Server.SslOptions(_server), cancellation);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            throw new ProbeException($"TLS failed: {e.Message}", isUnreached: true, e);
        }

        return ssl;
    }
}

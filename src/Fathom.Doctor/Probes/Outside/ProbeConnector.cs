using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Transport.Client;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Opens the socket of a probe step by step, each timed. The caller owns socket and stream.</summary>
internal sealed class ProbeConnector(ProbeTarget target, ProbeConnectionOptions options, TimeProvider time)
{
    // A connection that takes longer than this is not slow: nothing answers.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(15);

    private long _step;

    /// <summary>Opens it.</summary>
    /// <returns>The socket, its stream, and the phases but for that of SETTINGS.</returns>
    /// <exception cref="ProbeException">It could not be opened.</exception>
    public async Task<(Socket Socket, Stream Stream, ConnectPhases Phases)> OpenAsync(CancellationToken cancellation)
    {
        using var limit = new CancellationTokenSource(Patience, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellation, limit.Token);
        Socket? socket = null;
        try
        {
            _step = time.GetTimestamp();
            var addresses = IPAddress.TryParse(target.Address.DnsSafeHost, out var literal) ? [literal]
                : await Dns.GetHostAddressesAsync(target.Address.IdnHost, both.Token);
            var resolve = literal is null ? Step() : 0;
            socket = await ConnectAsync(addresses, both.Token);
            var tcp = Step();
            Stream stream = new NetworkStream(socket, ownsSocket: false);
            double? tls = null;
            if (target.Address.Scheme == Uri.UriSchemeHttps)
            {
                stream = await AuthenticateAsync(stream, both.Token);
                tls = Step();
            }

            return (socket, stream, new ConnectPhases(resolve, tcp, tls, 0));
        }
        catch (Exception e) when (e is not OperationCanceledException || !cancellation.IsCancellationRequested)
        {
            var isConnected = socket is { Connected: true };
            socket?.Dispose();
            throw e is ProbeException ? e
                : isConnected && e is OperationCanceledException
                    ? new UnansweredException($"accepts connections, but a TLS handshake did not end within {Patience.TotalSeconds:0} s",
                        isUnreached: true, e) { WaitedMs = Patience.TotalMilliseconds }
                : new ProbeException(
                $"cannot be reached: {(e is OperationCanceledException ? $"no answer within {Patience.TotalSeconds:0} s" : e.Message)}",
                isUnreached: true, e);
        }
    }

    // As HttpClient does it: one address after another, and the last failure counts.
    private async Task<Socket> ConnectAsync(IPAddress[] addresses, CancellationToken cancellation)
    {
        for (var i = 0; ; i++)
        {
            var socket = new Socket(addresses[i].AddressFamily, SocketType.Stream, ProtocolType.Tcp)
            {
                NoDelay = true,
                SendTimeout = (int)Patience.TotalMilliseconds,
            };
            try
            {
                if (options.SegmentBytes is { } bytes)
                {
                    TcpFacts.LimitSegments(socket, bytes);
                }

                await socket.ConnectAsync(new IPEndPoint(addresses[i], target.Address.Port), cancellation);
                return socket;
            }
            catch (SocketException) when (i < addresses.Length - 1)
            {
                socket.Dispose();
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }

    private async Task<Stream> AuthenticateAsync(Stream stream, CancellationToken cancellation)
    {
        var tls = ChannelTls.ToSslOptions(target.Tls);
        tls.TargetHost = target.Address.IdnHost;
        tls.ApplicationProtocols = [SslApplicationProtocol.Http2];
        var ssl = new SslStream(stream);
        try
        {
            await ssl.AuthenticateAsClientAsync(tls, cancellation);
        }
        catch (Exception e) when (e is not OperationCanceledException)
        {
            throw new ProbeException($"TLS failed: {e.Message}", isUnreached: true, e);
        }

        return ssl;
    }

    private double Step()
    {
        var now = time.GetTimestamp();
        var elapsed = time.GetElapsedTime(_step, now).TotalMilliseconds;
        _step = now;
        return elapsed;
    }
}

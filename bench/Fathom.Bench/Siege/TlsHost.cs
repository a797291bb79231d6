using System.Diagnostics;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Bench.Siege;

/// <summary>A host with TLS whose handshakes are measured.</summary>
/// <param name="subject">Its process.</param>
internal sealed class TlsHost(PinnedSubject subject)
{
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    private readonly string _fingerprint = X509Certificate2.CreateFromPem(subject.Ready.Certificate).GetCertHashString();

    /// <summary>Where it listens.</summary>
    public Uri Address { get; } = new(subject.Address);

    /// <summary>Processor time so far.</summary>
    public double CpuMicroseconds => subject.CpuMicroseconds;

    /// <summary>Connections that it has.</summary>
    public int Connections => subject.OpenSockets - subject.SocketsAtStart;

    /// <summary>Waits until it has no connection.</summary>
    public async Task IdleAsync()
    {
        var began = Stopwatch.GetTimestamp();
        while (Connections > 0 && Stopwatch.GetElapsedTime(began) < Longest)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(10));
        }
    }

    /// <summary>Makes a handshake, and closes the connection.</summary>
    /// <param name="from">The client's address.</param>
    /// <returns>Milliseconds from the connect.</returns>
    public async Task<double> ShakeAsync(IPAddress from)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        socket.Bind(new IPEndPoint(from, 0));
        var began = Stopwatch.GetTimestamp();
        await socket.ConnectAsync(IPAddress.Loopback, Address.Port);
        await using var tls = new SslStream(new NetworkStream(socket), false,
            (_, certificate, _, _) => certificate?.GetCertHashString() == _fingerprint);
        await tls.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost", ApplicationProtocols = [SslApplicationProtocol.Http2], AllowTlsResume = false,
        });

        // In TLS 1.3 the client is done before the host: its SETTINGS say that it is, too.
        _ = await tls.ReadAsync(new byte[1]);
        return Stopwatch.GetElapsedTime(began).TotalMilliseconds;
    }
}

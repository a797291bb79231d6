using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.Subjects.Hosts;

namespace Fathom.Bench.Mediator;

/// <summary>
/// Lower bound of the cost of 10 MiB pings: a bare echo of the same bytes over SslStream with mutual TLS, two processes on the same two
/// cores, one connection per task. The echo starts before all bytes have arrived, which a message cannot.
/// </summary>
internal static class SslEcho
{
    private const string Cores = "0,1";
    private const int Payload = 10 << 20;
    private const int Tasks = 8;
    private const int WarmUpSeconds = 2;
    private const int Buffer = 64 * 1024;

    /// <summary>MB of payload a second, 10^6 bytes, counted once.</summary>
    public static double Measure(double seconds)
    {
        using var far = Start("serve-ssl");
        try
        {
            // Port, and the certificate of both ends for this run.
            var ready = far.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The echo ended before it listened.");
            using var near = Start("call-ssl");
            near.StandardInput.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{seconds} {ready}"));
            return double.Parse(near.StandardOutput.ReadToEnd(), CultureInfo.InvariantCulture);
        }
        finally
        {
            far.Kill();
        }
    }

    /// <summary>Runs the server, a separate process.</summary>
    public static async Task ServeAsync()
    {
        using var certificate = EphemeralCertificate.Create();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        Console.WriteLine(
            $"{((IPEndPoint)listener.LocalEndpoint).Port} {Convert.ToBase64String(certificate.Export(X509ContentType.Pkcs12))}");
        while (true)
        {
            _ = EchoAsync(await listener.AcceptSocketAsync(), certificate);
        }
    }

    /// <summary>Runs the client, a separate process.</summary>
    public static async Task CallAsync()
    {
        var words = Console.ReadLine()!.Split(' ');
        var (seconds, port) = (double.Parse(words[0], CultureInfo.InvariantCulture), int.Parse(words[1], CultureInfo.InvariantCulture));
        using var certificate = X509CertificateLoader.LoadPkcs12(Convert.FromBase64String(words[2]), null);
        var connections = await Task.WhenAll(Enumerable.Range(0, Tasks).Select(_ => ConnectAsync(port, certificate)));
        await RoundsAsync(connections, WarmUpSeconds);
        var began = TimeProvider.System.GetTimestamp();
        var rounds = await RoundsAsync(connections, seconds);
        Console.WriteLine((rounds * (double)Payload / TimeProvider.System.GetElapsedTime(began).TotalMicroseconds)
            .ToString(CultureInfo.InvariantCulture));
    }

    private static Process Start(string end) => Process.Start(
        new ProcessStartInfo("taskset", ["-c", Cores, Environment.ProcessPath!, end]) { RedirectStandardOutput = true,
            RedirectStandardInput = true })!;

    private static async Task<SslStream> ConnectAsync(int port, X509Certificate2 certificate)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await socket.ConnectAsync(IPAddress.Loopback, port);
        var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
        await stream.AuthenticateAsClientAsync(new SslClientAuthenticationOptions
        {
            TargetHost = "localhost",
            ClientCertificates = [certificate],
            CertificateChainPolicy = Trusting(certificate),
        });
        return stream;
    }

    private static async Task<int> RoundsAsync(SslStream[] connections, double seconds)
    {
        using var end = new CancellationTokenSource(TimeSpan.FromSeconds(seconds));
        return (await Task.WhenAll(connections.Select(c => Task.Run(() => RoundsAsync(c, end.Token))))).Sum();
    }

    private static async Task<int> RoundsAsync(SslStream stream, CancellationToken end)
    {
        var (sent, received, rounds) = (new byte[Payload], new byte[Buffer], 0);
        while (!end.IsCancellationRequested)
        {
            var sending = stream.WriteAsync(sent, CancellationToken.None);
            for (var left = Payload; left > 0;)
            {
                left -= await stream.ReadAsync(received, CancellationToken.None) is > 0 and var count ? count
                    : throw new EndOfStreamException();
            }

            await sending;
            rounds++;
        }

        return rounds;
    }

    private static async Task EchoAsync(Socket socket, X509Certificate2 certificate)
    {
        socket.NoDelay = true;
        await using var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
        await stream.AuthenticateAsServerAsync(new SslServerAuthenticationOptions
        {
            ServerCertificate = certificate,
            ClientCertificateRequired = true,
            CertificateChainPolicy = Trusting(certificate),
        });
        var buffer = new byte[Buffer];
        while (await stream.ReadAsync(buffer) is > 0 and var count)
        {
            await stream.WriteAsync(buffer.AsMemory(0, count));
        }
    }

    private static X509ChainPolicy Trusting(X509Certificate2 root)
    {
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.Add(root);
        return policy;
    }
}

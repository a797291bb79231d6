using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.TestKit.Tls;

/// <summary>TLS of a host whose handshakes wait for the test where a host would use its private key. Disposing it lets all of them go
/// on.</summary>
/// <param name="certificate">The certificate of the host.</param>
public sealed class HeldHandshakes(X509Certificate2 certificate) : IDisposable
{
    private readonly object _lock = new();
    private int _begun;
    private long _allowed;

    /// <summary>Handshakes that have come as far as the private key, now or before.</summary>
    public int Begun => Volatile.Read(ref _begun);

    /// <summary>TLS of the host.</summary>
    public NativeHostTls Host => new()
    {
        SslOptionsFactory = () => new() { ServerCertificateSelectionCallback = (_, _) => Wait() },
    };

    /// <summary>TLS of channels to it.</summary>
    public ChannelTls Channel => ChannelTls.TrustPem(certificate.ExportCertificatePem());

    /// <summary>Lets handshakes go on, of those that wait or come.</summary>
    /// <param name="count">How many; all of them by default.</param>
    public void Allow(int count = int.MaxValue)
    {
        lock (_lock)
        {
            _allowed += count;
            Monitor.PulseAll(_lock);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Allow();

    private X509Certificate2 Wait()
    {
        Interlocked.Increment(ref _begun);
        lock (_lock)
        {
            while (_allowed == 0)
            {
                Monitor.Wait(_lock);
            }

            _allowed--;
        }

        return certificate;
    }
}

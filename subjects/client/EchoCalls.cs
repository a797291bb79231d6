using Fathom.Transport.Client;

namespace Fathom.Subjects.Client;

/// <summary>One channel and the unary call that workloads make over it. Owned by a workload; calls may be made from many threads at once.</summary>
internal sealed class EchoCalls : IDisposable
{
    private readonly HttpClientChannel _channel;
    private readonly UnaryEcho _echo;

    public EchoCalls(TargetSpec spec)
    {
        _echo = UnaryEcho.Of(spec.Contract);
        if (spec.Client != "httpclient")
        {
            throw new NotSupportedException($"client '{spec.Client}' is not in this build; 'httpclient' is.");
        }

        _channel = new HttpClientChannel(new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
        });
    }

    /// <summary>TCP connections opened so far.</summary>
    public long Connections => _channel.ConnectionsOpened;

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call() => _echo.Call(_channel);

    /// <summary>One call, awaited.</summary>
    public Task CallAsync() => _echo.CallAsync(_channel);

    public void Dispose() => _channel.Dispose();
}

using Fathom.Transport.Client;

namespace Fathom.Subjects.Client;

/// <summary>Opens a channel as a workload says.</summary>
internal static class ClientChannel
{
    public static Channel Open(TargetSpec spec)
    {
        var options = new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
        };
        return spec.Client switch
        {
            "httpclient" => new HttpClientChannel(options),
            "native" => new NativeChannel(options),
            var other => throw new NotSupportedException($"client '{other}' cannot download; 'httpclient' and 'native' can."),
        };
    }
}

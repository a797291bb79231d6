using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Google.Protobuf;

namespace Fathom.Subjects.Client;

/// <summary>
/// One channel and the unary call that workloads make over it: 12 bytes on the wire each way, 10 of payload and 2 of tag and
/// length. Owned by a workload; calls may be made from many threads at once.
/// </summary>
internal sealed class EchoCalls : IDisposable
{
    private static readonly EchoRequest Request = new() { Payload = ByteString.CopyFromUtf8("0123456789") };

    private readonly HttpClientChannel _channel;

    public EchoCalls(TargetSpec spec)
    {
        if (spec.Client != "httpclient" || spec.Contract != "proto")
        {
            throw new NotSupportedException($"client '{spec.Client}' with contract '{spec.Contract}' is not in this build; 'httpclient' with 'proto' is.");
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
    public void Call() => _channel.Unary(EchoMethods.Unary, Request);

    /// <summary>One call, awaited.</summary>
    public Task CallAsync() => _channel.UnaryAsync(EchoMethods.Unary, Request);

    public void Dispose() => _channel.Dispose();
}

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

    private readonly Channel _channel;

    public EchoCalls(TargetSpec spec)
    {
        if (spec.Contract != "proto")
        {
            throw new NotSupportedException($"contract '{spec.Contract}' is not in this build; 'proto' is.");
        }

        var options = new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
        };
        _channel = spec.Client switch
        {
            "httpclient" => new HttpClientChannel(options),
            "native" => new NativeChannel(options),
            "native-inline" => new NativeChannel(NativeChannelOptions.Of(options) with { InlineContinuations = true }),
            var other => throw new NotSupportedException($"client '{other}' is not in this build; 'httpclient', 'native' and 'native-inline' are."),
        };
    }

    /// <summary>TCP connections opened so far.</summary>
    public long Connections => _channel.ConnectionsOpened;

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call() => _channel.Unary(EchoMethods.Unary, Request);

    /// <summary>One call, awaited.</summary>
    public Task CallAsync() => _channel.UnaryAsync(EchoMethods.Unary, Request);

    public void Dispose() => _channel.Dispose();
}

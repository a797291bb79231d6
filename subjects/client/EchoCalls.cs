using Fathom.Transport.Client;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Subjects.Client;

/// <summary>One channel and the unary call that workloads make over it. Owned by a workload; calls are safe from any thread.</summary>
internal sealed class EchoCalls : IDisposable
{
    private readonly Channel _channel;
    private readonly UnaryEcho _echo;

    public EchoCalls(TargetSpec spec, LoadSpec? load = null)
    {
        _echo = UnaryEcho.Of(spec.Contract, load?.PayloadBytes ?? UnaryEcho.DefaultPayload);
        var options = new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
            MaxReceiveMessageSize = load is null ? MessageLimits.DefaultMaxReceiveSize : null,
            InitialStreamWindow = load?.StreamWindow,
        };
        _channel = spec.Client switch
        {
            "httpclient" => new HttpClientChannel(options),
            "native" => new NativeChannel(Native(options, load)),
            "native-inline" => new NativeChannel(Native(options, load) with { InlineContinuations = true }),
            var other => throw new FormatException(
                $"client '{other}' cannot be used; accepted: httpclient, native, native-inline"),
        };
    }

    /// <summary>TCP connections opened so far.</summary>
    public long Connections => _channel.ConnectionsOpened;

    /// <summary>Traffic of the channel so far.</summary>
    public WireTotals Wire => _channel.Wire;

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call() => _echo.Call(_channel);

    /// <summary>One call, awaited.</summary>
    public Task CallAsync() => _echo.CallAsync(_channel);

    public void Dispose() => _channel.Dispose();

    private static NativeChannelOptions Native(ChannelOptions options, LoadSpec? load)
    {
        var native = NativeChannelOptions.From(options);
        return native with
        {
            ConnectionWindow = load?.ConnectionWindow ?? native.ConnectionWindow,
            MaxStreamWindow = load?.StreamWindow ?? native.MaxStreamWindow,
        };
    }
}

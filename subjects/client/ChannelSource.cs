using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Google.Protobuf;

namespace Fathom.Subjects.Client;

/// <summary>
/// Makes unary calls over one channel, or over a new one for each, as the workload says; counts the connections. Owned by a workload;
/// its calls may be made from many threads at once.
/// </summary>
internal sealed class ChannelSource : IAsyncDisposable
{
    // 12 bytes on the wire: 10 of payload, 2 of tag and length.
    private static readonly EchoRequest Request = new() { Payload = ByteString.CopyFromUtf8("0123456789") };

    private readonly ChannelOptions _options;
    private readonly HttpClientChannel? _reused;
    private long _connections;

    public ChannelSource(WorkloadSpec spec)
    {
        if (spec.Client != "httpclient" || spec.Contract != "proto")
        {
            throw new NotSupportedException($"client '{spec.Client}' with contract '{spec.Contract}' is not in this build; 'httpclient' with 'proto' is.");
        }

        _options = new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
        };
        _reused = spec.Channel switch
        {
            "reused" => new HttpClientChannel(_options),
            "new" => null,
            var other => throw new NotSupportedException($"'{other}' is no way to use channels; 'new' and 'reused' are."),
        };
    }

    /// <summary>TCP connections opened so far.</summary>
    public long Connections => Interlocked.Read(ref _connections) + (_reused?.ConnectionsOpened ?? 0);

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call()
    {
        if (_reused is not null)
        {
            _reused.Unary(EchoMethods.Unary, Request);
            return;
        }

        using var channel = new HttpClientChannel(_options);
        try
        {
            channel.Unary(EchoMethods.Unary, Request);
        }
        finally
        {
            Interlocked.Add(ref _connections, channel.ConnectionsOpened);
        }
    }

    /// <summary>One call, awaited.</summary>
    public async Task CallAsync()
    {
        if (_reused is not null)
        {
            await _reused.UnaryAsync(EchoMethods.Unary, Request);
            return;
        }

        await using var channel = new HttpClientChannel(_options);
        try
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request);
        }
        finally
        {
            Interlocked.Add(ref _connections, channel.ConnectionsOpened);
        }
    }

    public ValueTask DisposeAsync() => _reused?.DisposeAsync() ?? ValueTask.CompletedTask;
}

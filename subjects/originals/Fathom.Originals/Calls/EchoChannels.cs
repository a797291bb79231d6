using Fathom.Originals.Workloads;
using Grpc.Core;

namespace Fathom.Originals.Calls;

/// <summary>Makes calls over one channel, or over a new one for each call. Owned by a workload; safe from any thread.</summary>
internal sealed class EchoChannels
{
    private readonly IOriginalClient _client;
    private readonly OriginalSpec _spec;
    private readonly ChannelBase? _reused;
    private readonly EchoStub? _stub;

    public EchoChannels(IOriginalClient client, OriginalSpec spec, bool reused)
    {
        (_client, _spec) = (client, spec);
        if (reused)
        {
            _reused = client.Open(spec);
            _stub = EchoStub.Of(spec.Contract, spec.Call, _reused);
        }
    }

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call()
    {
        if (_stub is not null)
        {
            _stub.Call();
            return;
        }

        var channel = _client.Open(_spec);
        try
        {
            EchoStub.Of(_spec.Contract, _spec.Call, channel).Call();
        }
        finally
        {
            End(channel);
        }
    }

    /// <summary>One call, awaited.</summary>
    public async Task CallAsync()
    {
        if (_stub is not null)
        {
            await _stub.CallAsync();
            return;
        }

        var channel = _client.Open(_spec);
        try
        {
            await EchoStub.Of(_spec.Contract, _spec.Call, channel).CallAsync();
        }
        finally
        {
            await EndAsync(channel);
        }
    }

    /// <summary>Ends the channel that all calls shared, as the specification says.</summary>
    public Task EndAsync() => _reused is null ? Task.CompletedTask : EndAsync(_reused);

    private void End(ChannelBase channel)
    {
        if (_spec.Disposal == ChannelEnd.Wait)
        {
            channel.ShutdownAsync().Wait();
        }
        else if (_spec.Disposal == ChannelEnd.Dispose)
        {
            _client.End(channel);
        }
    }

    private async Task EndAsync(ChannelBase channel)
    {
        if (_spec.Disposal == ChannelEnd.Wait)
        {
            await channel.ShutdownAsync();
        }
        else
        {
            End(channel);
        }
    }
}

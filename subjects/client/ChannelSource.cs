using Fathom.Transport.Compression;

namespace Fathom.Subjects.Client;

/// <summary>
/// Makes calls over one channel, or over a new one for each, as the workload says; counts the connections. Owned by a workload;
/// its calls may be made from many threads at once.
/// </summary>
internal sealed class ChannelSource : IDisposable
{
    private readonly UnarySpec _spec;
    private readonly EchoCalls? _reused;
    private readonly Lock _closing = new();
    private long _connections;
    private WireTotals _wire;

    public ChannelSource(UnarySpec spec)
    {
        _spec = spec;
        _reused = spec.Channel switch
        {
            "reused" => new EchoCalls(spec),
            "new" => null,
            var other => throw new NotSupportedException($"'{other}' is no way to use channels; 'new' and 'reused' are."),
        };
    }

    /// <summary>TCP connections opened so far.</summary>
    public long Connections
    {
        get
        {
            lock (_closing)
            {
                return _connections + (_reused?.Connections ?? 0);
            }
        }
    }

    /// <summary>What went over all channels so far; those that are open and not reused are left out.</summary>
    public WireTotals Wire
    {
        get
        {
            lock (_closing)
            {
                return _wire + (_reused?.Wire ?? default);
            }
        }
    }

    /// <summary>One call; the calling thread waits for it.</summary>
    public void Call()
    {
        if (_reused is not null)
        {
            _reused.Call();
            return;
        }

        using var channel = new EchoCalls(_spec);
        try
        {
            channel.Call();
        }
        finally
        {
            Closing(channel);
        }
    }

    /// <summary>One call, awaited.</summary>
    public async Task CallAsync()
    {
        if (_reused is not null)
        {
            await _reused.CallAsync();
            return;
        }

        using var channel = new EchoCalls(_spec);
        try
        {
            await channel.CallAsync();
        }
        finally
        {
            Closing(channel);
        }
    }

    public void Dispose() => _reused?.Dispose();

    private void Closing(EchoCalls channel)
    {
        lock (_closing)
        {
            _connections += channel.Connections;
            _wire += channel.Wire;
        }
    }
}

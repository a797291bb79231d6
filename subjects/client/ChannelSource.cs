using Fathom.Transport.Compression;

namespace Fathom.Subjects.Client;

/// <summary>
/// Makes calls over one channel, or over a new one for each call, and counts connections. Owned by a workload; safe from any thread.
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
            var other => throw new FormatException($"channel '{other}' cannot be used; accepted: new, reused"),
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

    /// <summary>Traffic of all channels so far, without open ones that are not reused.</summary>
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

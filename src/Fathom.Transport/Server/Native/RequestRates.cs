using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>Decides whether a client sends the requests that handlers wait for as fast as demanded: all of them together, and each of which
/// a part is held. A client that streams sends when it has something to say, so that only methods with a single request have a rate. Owned
/// by the timeouts of one connection.</summary>
/// <param name="least">The rate demanded; null for none.</param>
internal sealed class RequestRates(MinDataRate? least)
{
    private readonly DataRateGuard _all = new(least);
    private readonly List<(NativeExchange Exchange, DataRateGuard Guard)> _receiving = new(0);
    private long _bytes;

    /// <summary>Whether a request is incomplete.</summary>
    public bool Any => _receiving.Count > 0;

    /// <summary>A request has begun and is not complete.</summary>
    public void Add(NativeExchange exchange) => _receiving.Add((exchange, new DataRateGuard(least)));

    /// <summary>Bytes of any request have arrived.</summary>
    public void OnBytes(int count) => _bytes += count;

    /// <summary>Whether all requests together are too slow.</summary>
    public bool IsTooSlow(long now)
    {
        _receiving.RemoveAll(static request => request.Exchange.IsRequestComplete);
        if (_receiving.Exists(static request => request.Exchange.Body.IsAwaited))
        {
            return _all.IsTooSlow(now, _bytes);
        }

        _all.Pause();
        return false;
    }

    /// <summary>Resets the requests that hold bytes and are too slow, whatever the others do: one that moves must not keep many that hold
    /// memory.</summary>
    /// <param name="now">Monotonic time in milliseconds.</param>
    /// <param name="isWindowOpen">Whether the client can send: if not, its other streams are what it waits for.</param>
    public void ResetSlow(long now, bool isWindowOpen)
    {
        foreach (var (exchange, guard) in _receiving)
        {
            if (!isWindowOpen || !exchange.Body.IsAwaited || !exchange.Body.Holds)
            {
                guard.Pause();
            }
            else if (guard.IsTooSlow(now, exchange.Body.ReceivedBytes))
            {
                exchange.ResetInside(Http2ErrorCode.EnhanceYourCalm);
            }
        }
    }
}

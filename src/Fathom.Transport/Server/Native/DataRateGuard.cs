namespace Fathom.Transport.Server.Native;

/// <summary>Decides whether a client moves bytes as fast as demanded while the host waits for it. Owned by the timeouts of one
/// connection.</summary>
/// <param name="least">The rate demanded; null for none.</param>
internal sealed class DataRateGuard(MinDataRate? least)
{
    // Bytes count for as long as they take at the demanded rate, but a client that was fast for an hour is not trusted for a year.
    private const double MaxCreditSeconds = 60;

    private double _credit;
    private long _checkedAt;
    private long _bytes;
    private bool _isWaiting;

    /// <summary>The host does not wait for the client.</summary>
    public void Pause() => _isWaiting = false;

    /// <summary>The host waits for the client.</summary>
    /// <param name="now">Monotonic time in milliseconds.</param>
    /// <param name="bytes">Bytes moved so far; the origin does not matter.</param>
    /// <param name="unseen">Bytes that may have to move before any progress is seen.</param>
    /// <returns>Whether the client has been too slow since the host began to wait.</returns>
    public bool IsTooSlow(long now, long bytes, long unseen = 0)
    {
        if (least is null)
        {
            return false;
        }

        var initial = least.GracePeriod.TotalSeconds + unseen / least.BytesPerSecond;
        if (_isWaiting)
        {
            var earned = (bytes - _bytes) / least.BytesPerSecond;
            _credit = Math.Min(_credit + earned - (now - _checkedAt) / 1000.0, Math.Max(MaxCreditSeconds, initial));
        }
        else
        {
            (_isWaiting, _credit) = (true, initial);
        }

        (_checkedAt, _bytes) = (now, bytes);
        return _credit < 0;
    }
}

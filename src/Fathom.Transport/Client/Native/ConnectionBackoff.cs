using System.Security.Cryptography;

namespace Fathom.Transport.Client.Native;

/// <summary>How long to wait between attempts to connect (gRPC doc/connection-backoff.md). Owned by one channel.</summary>
internal sealed class ConnectionBackoff(TimeSpan first, TimeSpan longest)
{
    private const double Multiplier = 1.6;
    private const double Jitter = 0.2;

    private TimeSpan? _last;

    /// <summary>The wait after another failed attempt.</summary>
    public TimeSpan NextDelay()
    {
        var wait = _last is { } last ? TimeSpan.FromTicks((long)Math.Min(longest.Ticks, last.Ticks * Multiplier)) : first;
        _last = wait;
        var spread = ((RandomNumberGenerator.GetInt32(2001) / 1000.0) - 1) * Jitter;
        return wait * (1 + spread);
    }

    /// <summary>A connection was made.</summary>
    public void Reset() => _last = null;
}

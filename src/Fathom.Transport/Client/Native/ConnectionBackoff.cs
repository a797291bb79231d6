using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Fathom.Transport.Client.Native;

/// <summary>Computes the delay between connection attempts (gRPC doc/connection-backoff.md). Owned by one channel.</summary>
internal sealed class ConnectionBackoff(TimeSpan first, TimeSpan longest)
{
    private const double Multiplier = 1.6;
    private const double Jitter = 0.2;

    private TimeSpan? _last;

    /// <summary>Returns the delay after a failed attempt.</summary>
    public TimeSpan NextDelay()
    {
        var wait = _last is { } last ? TimeSpan.FromTicks((long)Math.Min(longest.Ticks, last.Ticks * Multiplier)) : first;
        _last = wait;

        // No secret: hash codes differ between processes. A generator of random numbers may have to load a library, which fails while no
        // descriptor is left, and then the channel would never connect again.
        var random = (uint)HashCode.Combine(Stopwatch.GetTimestamp(), RuntimeHelpers.GetHashCode(this)) % 2001;
        var spread = ((random / 1000.0) - 1) * Jitter;
        return wait * (1 + spread);
    }

    /// <summary>Call when a connection was established.</summary>
    public void Reset() => _last = null;
}

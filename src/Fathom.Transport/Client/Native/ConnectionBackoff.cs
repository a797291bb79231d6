using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Fathom.Transport.Client.Native;

/// <summary>Computes the delay between connection attempts (gRPC doc/connection-backoff.md). Owned by one channel.</summary>
internal sealed class ConnectionBackoff(TimeSpan first, TimeSpan longest)
{
    private const double Multiplier = 1.6;
    private const double Jitter = 0.2;

    private TimeSpan? _last;
    private bool _spared;

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

    /// <summary>Returns the delay after a connection that was established and ended before the server answered a call on it. None for the
    /// first: a server that restarts ends connections. The delay counts from the start of the attempt, and is not positive when it is over.
    /// </summary>
    /// <param name="age">The time since that start.</param>
    public TimeSpan NextDelayAfterUnanswered(TimeSpan age)
    {
        if (_spared)
        {
            return NextDelay() - age;
        }

        _spared = true;
        return TimeSpan.Zero;
    }

    /// <summary>Call when a server has answered a call.</summary>
    public void Reset() => (_last, _spared) = (null, false);
}

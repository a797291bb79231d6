namespace Fathom.Doctor.Probes.Outside;

/// <summary>Keeps the calls of an examination below a mean rate: calls at once are followed by as long a pause. Owned by one
/// examination.</summary>
/// <param name="perSecond">Calls a second, above 0.</param>
/// <param name="time">The clock.</param>
internal sealed class CallPace(double perSecond, TimeProvider time)
{
    private readonly long _began = time.GetTimestamp();
    private TimeSpan _next;

    /// <summary>Calls a second.</summary>
    public double PerSecond => perSecond;

    /// <summary>Calls so far.</summary>
    public long Calls { get; private set; }

    /// <summary>Waits until so many calls may start.</summary>
    public async Task ReserveAsync(int calls, CancellationToken cancellation)
    {
        var now = time.GetElapsedTime(_began);
        var start = _next > now ? _next : now;
        _next = start + TimeSpan.FromSeconds(calls / perSecond);
        Calls += calls;
        if (start > now)
        {
            await Task.Delay(start - now, time, cancellation);
        }
    }
}

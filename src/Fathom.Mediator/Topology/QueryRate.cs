namespace Fathom.Mediator.Topology;

/// <summary>Counts the requests of each caller in one second. Owned by the topology service; thread-safe.</summary>
/// <param name="max">The maximum number in a second.</param>
/// <param name="time">The clock.</param>
internal sealed class QueryRate(int max, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly Dictionary<string, int> _counts = new(StringComparer.Ordinal);
    private long _since = time.GetTimestamp();

    /// <summary>Counts a request. False: the caller has had its number in this second.</summary>
    public bool TryTake(string caller)
    {
        lock (_lock)
        {
            if (time.GetElapsedTime(_since) >= TimeSpan.FromSeconds(1))
            {
                _since = time.GetTimestamp();
                _counts.Clear();
            }

            var count = _counts.GetValueOrDefault(caller);
            _counts[caller] = Math.Min(count + 1, max);
            return count < max;
        }
    }
}

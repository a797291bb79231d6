namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// How long work items waited for a pool thread at least, from what the pool's counters say from time to time: an item that is queued
/// behind n others still waits while fewer than n items end. Counters cost the process nothing per item, as events of each would.
/// </summary>
internal sealed class PoolWaitEstimate
{
    private readonly List<(double At, double Queue)> _queues = [];
    private readonly List<double> _completed = [];

    /// <summary>Adds a length of the queue.</summary>
    /// <param name="at">When, ms.</param>
    /// <param name="items">Work items that wait.</param>
    public void AddQueue(double at, double items) => _queues.Add((at, items));

    /// <summary>Adds the items that ended since the sample before.</summary>
    public void AddCompleted(double items) => _completed.Add((_completed.Count == 0 ? 0 : _completed[^1]) + items);

    /// <summary>The longest time, ms, that the last item of a queue surely waited; 0 where each queue was empty by the next sample. Null
    /// without two samples of both.</summary>
    public double? Longest()
    {
        var samples = Math.Min(_queues.Count, _completed.Count);
        if (samples < 2)
        {
            return null;
        }

        var longest = 0.0;
        for (var i = 0; i < samples - 1; i++)
        {
            var still = i;
            while (still + 1 < samples && _completed[still + 1] - _completed[i] < _queues[i].Queue)
            {
                still++;
            }

            longest = Math.Max(longest, _queues[still].At - _queues[i].At);
        }

        return longest;
    }
}

using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Tree.Waterfalls;

/// <summary>When work items of one process waited for a thread of its pool. The waits do not overlap. Immutable.</summary>
internal sealed class QueueTimes
{
    private readonly Span[] _waits;

    public QueueTimes(IEnumerable<Span> waits) => _waits = [.. waits.OrderBy(w => w.StartUs)];

    /// <summary>How much of a time a work item of the process waited, in microseconds.</summary>
    public double Within(double fromUs, double toUs)
    {
        var (low, high) = (0, _waits.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            (low, high) = _waits[middle].EndUs <= fromUs ? (middle + 1, high) : (low, middle);
        }

        var waited = 0.0;
        for (var i = low; i < _waits.Length && _waits[i].StartUs < toUs; i++)
        {
            waited += Math.Min(toUs, _waits[i].EndUs) - Math.Max(fromUs, _waits[i].StartUs);
        }

        return waited;
    }
}

using System.Collections.Concurrent;
using Fathom.Load.Histograms;
using Fathom.Mediator.Messages;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>Times messages while it counts, and counts those that failed by status. Safe from any thread.</summary>
internal sealed class SendLog
{
    private static readonly TimeSpan Bucket = TimeSpan.FromMilliseconds(100);

    private readonly LatencyHistogram _latency = new();
    private readonly ConcurrentDictionary<string, int> _errors = new();
    private readonly ConcurrentDictionary<int, int> _answered = new();
    private long _began;
    private volatile bool _counts;

    /// <summary>Messages answered.</summary>
    public long Answered => _latency.Count;

    public IReadOnlyDictionary<string, int> Errors => _errors;

    public IReadOnlyList<double[]> Latency => [.. _latency.Buckets().Select(b => new[] { b.UpTo.TotalMicroseconds, b.Count })];

    /// <summary>Milliseconds since the beginning, and messages answered in a second from then on; without the last tenth of a second, which has only begun.</summary>
    public IReadOnlyList<double[]> Throughput =>
    [
        .. Enumerable.Range(0, _answered.IsEmpty ? 0 : _answered.Keys.Max())
            .Select(bucket => new[] { bucket * Bucket.TotalMilliseconds, _answered.GetValueOrDefault(bucket) / Bucket.TotalSeconds }),
    ];

    public void Begin()
    {
        _began = TimeProvider.System.GetTimestamp();
        _counts = true;
    }

    public void End() => _counts = false;

    public async Task TimeAsync(Func<Task> send)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            await send();
            // What began before is counted as what ends after is not: as many go on at the end as did at the beginning.
            if (_counts)
            {
                _latency.Record(TimeProvider.System.GetElapsedTime(began));
                _answered.AddOrUpdate((int)(TimeProvider.System.GetElapsedTime(_began) / Bucket), 1, static (_, count) => count + 1);
            }
        }
        catch (MediatorException e)
        {
            Fail(e.StatusCode.ToString());
        }
        catch (PublishException)
        {
            Fail("not told to all");
        }
    }

    private void Fail(string status) => _errors.AddOrUpdate(status, 1, static (_, count) => count + 1);
}

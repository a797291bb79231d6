using System.Collections.Concurrent;
using Fathom.Statistics.Histograms;
using Fathom.Transport.Calls;

namespace Fathom.Subjects.Client;

/// <summary>Times calls and counts the failed ones by status; a failed call does not end the workload. Safe from any thread.</summary>
internal sealed class CallLog
{
    private readonly LatencyHistogram _latency = new();
    private readonly ConcurrentDictionary<string, int> _errors = new();

    /// <summary>Calls that ended with OK.</summary>
    public long Succeeded => _latency.Count;

    public IReadOnlyDictionary<string, int> Errors => _errors;

    public IReadOnlyList<double[]> Latency => [.. _latency.Buckets().Select(b => new[] { b.UpTo.TotalMicroseconds, b.Count })];

    public void Time(Action call)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            call();
            _latency.Record(TimeProvider.System.GetElapsedTime(began));
        }
        catch (RpcException e)
        {
            Failed(e);
        }
    }

    public async Task TimeAsync(Func<Task> call)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            await call();
            _latency.Record(TimeProvider.System.GetElapsedTime(began));
        }
        catch (RpcException e)
        {
            Failed(e);
        }
    }

    private void Failed(RpcException e) => _errors.AddOrUpdate(e.Status.StatusCode.ToString(), 1, (_, n) => n + 1);
}

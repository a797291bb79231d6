using System.Collections.Concurrent;
using Fathom.Load.Counting;
using HdrHistogram;

namespace Fathom.Subjects.Measuring;

/// <summary>Times calls and counts failed ones by status; a failed call does not end the workload. Safe from any thread.</summary>
/// <param name="statusOf">The gRPC status that an exception of the client library stands for; null where it is no failed call, and the
/// exception ends the workload.</param>
public sealed class CallLog(Func<Exception, string?> statusOf)
{
    private const double NanosecondsPerMicrosecond = 1000;

    private readonly LongConcurrentHistogram _latency = LatencyHistograms.CreateShared();
    private readonly ConcurrentDictionary<string, int> _errors = new();

    /// <summary>Calls that ended with OK.</summary>
    public long Succeeded => _latency.TotalCount;

    /// <summary>Failed calls by status.</summary>
    public IReadOnlyDictionary<string, int> Errors => _errors;

    /// <summary>Latency of the calls that ended with OK, for <see cref="SubjectProtocol.ProcessFigures.Latency"/>.</summary>
    public IReadOnlyList<(double UpTo, long Count)> Latency =>
        [.. LatencyHistograms.BucketsOf(_latency).Select(b => (b.UpTo / NanosecondsPerMicrosecond, b.Count))];

    /// <summary>Makes a call; the calling thread waits for it.</summary>
    public void Time(Action call)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            call();
            Add(TimeProvider.System.GetElapsedTime(began));
        }
        catch (Exception e) when (statusOf(e) is { } status)
        {
            AddFailed(status);
        }
    }

    /// <summary>Makes a call and awaits it.</summary>
    public async Task TimeAsync(Func<Task> call)
    {
        var began = TimeProvider.System.GetTimestamp();
        try
        {
            await call();
            Add(TimeProvider.System.GetElapsedTime(began));
        }
        catch (Exception e) when (statusOf(e) is { } status)
        {
            AddFailed(status);
        }
    }

    /// <summary>Adds a call that ended with OK.</summary>
    public void Add(TimeSpan latency) => _latency.Count(latency.Ticks * TimeSpan.NanosecondsPerTick);

    /// <summary>Adds a failed call.</summary>
    public void AddFailed(string status) => _errors.AddOrUpdate(status, 1, static (_, count) => count + 1);
}

using System.Collections.Concurrent;
using Fathom.Statistics.Histograms;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>Times messages, and counts those that failed by status. Safe from any thread.</summary>
internal sealed class SendLog(AnsweredOverTime overTime)
{
    private readonly LatencyHistogram _latency = new();
    private readonly ConcurrentDictionary<string, int> _errors = new();
    private readonly long _began = TimeProvider.System.GetTimestamp();

    /// <summary>Since the first message began.</summary>
    public TimeSpan Elapsed => TimeProvider.System.GetElapsedTime(_began);

    /// <summary>Messages answered.</summary>
    public long Answered => _latency.Count;

    public IReadOnlyDictionary<string, int> Errors => _errors;

    public IReadOnlyList<double[]> Latency => [.. _latency.Buckets().Select(b => new[] { b.UpTo.TotalMicroseconds, b.Count })];

    /// <summary>A message that began then was answered.</summary>
    public void Succeeded(long began)
    {
        var now = TimeProvider.System.GetTimestamp();
        _latency.Record(TimeProvider.System.GetElapsedTime(began, now));
        overTime.Add(TimeProvider.System.GetElapsedTime(_began, now));
    }

    /// <summary>A message failed.</summary>
    public void Failed(string status) => _errors.AddOrUpdate(status, 1, static (_, count) => count + 1);
}

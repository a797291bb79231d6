using Fathom.Originals.Calls;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

namespace Fathom.Originals.Workloads;

/// <summary>
/// The four parts of the published load test in its order, in one process: each inherits the thread pool that the former ones left. No
/// part has a warm-up, the first pays for the start of the process, as published.
/// </summary>
internal sealed class PublishedOrderWorkload : IWorkload
{
    private readonly IOriginalClient _client;
    private readonly PublishedOrderSpec _spec;

    /// <exception cref="FormatException">A member of the specification cannot be used.</exception>
    public PublishedOrderWorkload(IOriginalClient client, PublishedOrderSpec spec)
    {
        (_client, _spec) = (client, spec);
        spec.RefuseUnknownWords();
        client.Prepare(spec);
    }

    /// <summary>Sets the minimum of the thread pool; makes no call.</summary>
    public Task WarmUpAsync()
    {
        _spec.ApplyMinThreads();
        return Task.CompletedTask;
    }

    public async Task<ProcessFigures> RunAsync()
    {
        var parts = new Dictionary<string, double>();
        using var meter = new RunMeter(_client);
        foreach (var (part, index) in ReportedValues.PublishedOrder.Select((part, index) => (part, index)))
        {
            var (isConcurrent, isReused) = (index >= 2, index % 2 == 1);
            parts[part.ThreadsAtStart] = ThreadPool.ThreadCount;
            var channels = new EchoChannels(_client, _spec, isReused);
            var began = TimeProvider.System.GetTimestamp();
            await CallLoops.RunAsync(channels, _spec, _spec.Calls, isConcurrent ? _spec.Callers : 1, meter.Log);
            parts[part.Duration] = TimeProvider.System.GetElapsedTime(began).TotalMilliseconds;
            await channels.EndAsync();
        }

        return meter.End(_spec.Calls * ReportedValues.PublishedOrder.Count, parts);
    }
}

using System.Text.Json.Serialization.Metadata;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;

namespace Fathom.Subjects.Client;

/// <summary>
/// A number of unary calls with a 12-byte message, as in the published load tests: one after another, or by <c>Parallel.For</c>; blocking
/// or awaited; over one channel, or a new one for each call.
/// </summary>
internal sealed class UnaryWorkload(UnarySpec spec) : IWorkload<UnaryWorkload, UnarySpec>
{
    public static string Name => "unary";

    public static string Text => "A number of unary calls: blocking or awaited, over one channel or a new one for each call.";

    public static JsonTypeInfo<UnarySpec> SpecType => SpecContext.Default.UnarySpec;

    public static UnaryWorkload Create(UnarySpec spec) => new(spec);

    public async Task WarmUpAsync()
    {
        if (spec.MinThreads is { } threads && !ThreadPool.SetMinThreads(threads, threads))
        {
            throw new InvalidOperationException($"ThreadPool.SetMinThreads({threads}, {threads}) was refused.");
        }

        using var channels = new ChannelSource(spec);
        await CallAsync(spec with { Calls = spec.WarmUpCalls, Callers = spec.WarmUpCallers }, channels, new CallLog(FailedCalls.StatusOf));
    }

    public async Task<ProcessFigures> RunAsync()
    {
        var log = new CallLog(FailedCalls.StatusOf);
        var meter = new ProcessMeter();
        using var channels = new ChannelSource(spec);
        using var sampler = ThreadPoolSampler.Start();
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        await CallAsync(spec, channels, log);
        var wall = TimeProvider.System.GetElapsedTime(began);
        var values = meter.End();
        sampler.Stop();

        values[ReportedValues.WallTime] = wall.TotalMilliseconds;
        values[ReportedValues.Calls] = spec.Calls;
        values[ReportedValues.Connections] = channels.Connections;
        WireFigures.Add(values, channels.Wire);
        values[ReportedValues.MaxThreads] = sampler.MaxThreads;
        values[ReportedValues.MaxQueue] = sampler.MaxQueue;
        values[ReportedValues.MaxQueueWait] = sampler.MaxQueueWait;
        return new ProcessFigures { Values = values, Errors = log.Errors, Latency = log.Latency, Series = sampler.Series };
    }

    private static async Task CallAsync(UnarySpec spec, ChannelSource channels, CallLog log)
    {
        var limit = new ParallelOptions { MaxDegreeOfParallelism = spec.Callers };
        switch (spec.Call, spec.Callers)
        {
            case ("blocking", 1):
                for (var i = 0; i < spec.Calls; i++)
                {
                    log.Time(channels.Call);
                }

                break;
            case ("blocking", _):
                Parallel.For(0, spec.Calls, limit, _ => log.Time(channels.Call));
                break;
            case ("async", 1):
                for (var i = 0; i < spec.Calls; i++)
                {
                    await log.TimeAsync(channels.CallAsync);
                }

                break;
            case ("async", _):
                await Parallel.ForAsync(0, spec.Calls, limit, async (_, _) => await log.TimeAsync(channels.CallAsync));
                break;
            default:
                throw new FormatException($"call '{spec.Call}' cannot be used; accepted: blocking, async");
        }
    }
}

/// <summary>Specification of <see cref="UnaryWorkload"/>.</summary>
internal sealed record UnarySpec : TargetSpec
{
    /// <summary>Calls in all.</summary>
    public required int Calls { get; init; }

    /// <summary>Calls of the warm-up, over channels of its own. The cost of a process's first call is a cause by itself
    /// (cold-start).</summary>
    public required int WarmUpCalls { get; init; }

    /// <summary>Concurrent calls of the warm-up; 1 (one after another) leaves the thread pool as it was.</summary>
    public required int WarmUpCallers { get; init; }

    /// <summary>Concurrent calls; 1 is one after another.</summary>
    public required int Callers { get; init; }

    /// <summary><c>new</c> for every call, or <c>reused</c>.</summary>
    public required string Channel { get; init; }

    /// <summary><c>blocking</c> or <c>async</c>.</summary>
    public required string Call { get; init; }

    /// <summary>For <c>ThreadPool.SetMinThreads</c>; null leaves the default.</summary>
    public int? MinThreads { get; init; }
}

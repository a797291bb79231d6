using Fathom.Subjects.Protocol;

namespace Fathom.Subjects.Client;

/// <summary>
/// A number of unary calls with a 12-byte payload, as the published load tests made them: one after another, or by
/// <c>Parallel.For</c>; blocking or awaited; over one channel or a new one per call.
/// </summary>
internal static class UnaryWorkload
{
    public static async Task<SubjectFigures> RunAsync(UnarySpec spec)
    {
        var log = new CallLog();
        var meter = new ProcessMeter();
        using var channels = new ChannelSource(spec);
        using var sampler = ThreadPoolSampler.Start();
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        await CallAsync(spec, channels, log);
        var wall = TimeProvider.System.GetElapsedTime(began);
        var values = meter.End();
        sampler.Stop();

        values["wall_ms"] = wall.TotalMilliseconds;
        values["calls"] = spec.Calls;
        values["connections"] = channels.Connections;
        WireFigures.Add(values, channels.Wire);
        values["threads_max"] = sampler.MostThreads;
        values["queue_max"] = sampler.MostQueued;
        return new SubjectFigures { Values = values, Errors = log.Errors, Latency = log.Latency, Series = sampler.Series };
    }

    /// <summary>Makes the calls that are not counted.</summary>
    public static async Task WarmUpAsync(UnarySpec spec)
    {
        if (spec.MinThreads is { } threads && !ThreadPool.SetMinThreads(threads, threads))
        {
            throw new InvalidOperationException($"ThreadPool.SetMinThreads({threads}, {threads}) was refused.");
        }

        using var channels = new ChannelSource(spec);
        await CallAsync(spec with { Calls = spec.WarmUpCalls, Callers = spec.WarmUpCallers }, channels, new CallLog());
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
                throw new InvalidOperationException($"'{spec.Call}' is no way to call; 'blocking' and 'async' are.");
        }
    }
}

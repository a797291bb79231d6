using Fathom.Subjects.Protocol;
using Fathom.Transport.Compression;

namespace Fathom.Subjects.Client;

/// <summary>Unary calls as fast as they go: on each connection a number of loops that await one call after another.</summary>
internal static class LoadWorkload
{
    public static async Task<SubjectFigures> RunAsync(LoadSpec spec)
    {
        var channels = Enumerable.Range(0, spec.Connections).Select(_ => new EchoCalls(spec, spec)).ToList();
        try
        {
            using var end = new CancellationTokenSource();
            var log = new CallLog();
            var phase = new Phase();
            var loops = channels.SelectMany(c => Enumerable.Range(0, spec.InFlight).Select(_ => LoopAsync(c, phase, log, end.Token)))
                .ToList();
            await Task.Delay(TimeSpan.FromSeconds(spec.WarmUpSeconds), CancellationToken.None);

            var meter = new ProcessMeter();
            var before = channels.Aggregate(default(WireTotals), (sum, c) => sum + c.Wire);
            meter.Begin();
            var began = TimeProvider.System.GetTimestamp();
            phase.Counting = true;
            await Task.Delay(TimeSpan.FromSeconds(spec.Seconds), CancellationToken.None);
            phase.Counting = false;
            var wall = TimeProvider.System.GetElapsedTime(began);
            var values = meter.End();
            var wire = channels.Aggregate(default(WireTotals), (sum, c) => sum + c.Wire) - before;
            await end.CancelAsync();
            await Task.WhenAll(loops);

            WireFigures.Add(values, wire);
            values["wall_ms"] = wall.TotalMilliseconds;
            values["calls"] = log.Succeeded;
            values["connections"] = channels.Sum(c => c.Connections);
            return new SubjectFigures { Values = values, Errors = log.Errors, Latency = log.Latency };
        }
        finally
        {
            channels.ForEach(c => c.Dispose());
        }
    }

    private static async Task LoopAsync(EchoCalls channel, Phase phase, CallLog log, CancellationToken end)
    {
        while (!end.IsCancellationRequested)
        {
            if (phase.Counting)
            {
                await log.TimeAsync(channel.CallAsync);
            }
            else
            {
                await channel.CallAsync();
            }
        }
    }

    /// <summary>Shared by the loops of a workload.</summary>
    private sealed class Phase
    {
        public volatile bool Counting;
    }
}

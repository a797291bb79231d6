using System.Text.Json.Serialization.Metadata;
using Fathom.Load.Pacing;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;
using Fathom.Transport.Compression;

namespace Fathom.Subjects.Client;

/// <summary>Unary calls in a closed loop: on each connection a number of callers that await one call after another.</summary>
internal sealed class LoadWorkload(LoadSpec spec) : IWorkload<LoadWorkload, LoadSpec>
{
    public static string Name => "load";

    public static string Text => "Unary calls in a closed loop for a time, for the processor time of a call.";

    public static JsonTypeInfo<LoadSpec> SpecType => SpecContext.Default.LoadSpec;

    public static LoadWorkload Create(LoadSpec spec) => new(spec);

    /// <summary>Nothing: the run itself warms up for <see cref="LoadSpec.WarmUpSeconds"/>.</summary>
    public Task WarmUpAsync() => Task.CompletedTask;

    public async Task<ProcessFigures> RunAsync()
    {
        var channels = Enumerable.Range(0, spec.Connections).Select(_ => new EchoCalls(spec, spec)).ToList();
        try
        {
            using var end = new CancellationTokenSource();
            var log = new CallLog(FailedCalls.StatusOf);
            var phase = new Phase();
            Func<Task>[] calls = [.. channels.Select(c => (Func<Task>)c.CallAsync)];
            var running = AwaitedCallers.RunAsync(
                spec.Connections * spec.InFlight, PlanLimits.None,
                (caller, _) => phase.Counting ? log.TimeAsync(calls[caller % calls.Length]) : calls[caller % calls.Length](),
                TimeProvider.System, end.Token);
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
            await running;

            WireFigures.Add(values, wire);
            values[ReportedValues.WallTime] = wall.TotalMilliseconds;
            values[ReportedValues.Calls] = log.Succeeded;
            values[ReportedValues.Connections] = channels.Sum(c => c.Connections);
            return new ProcessFigures { Values = values, Errors = log.Errors, Latency = log.Latency };
        }
        finally
        {
            channels.ForEach(c => c.Dispose());
        }
    }

    /// <summary>Shared by the callers of a workload.</summary>
    private sealed class Phase
    {
        public volatile bool Counting;
    }
}

/// <summary>Specification of <see cref="LoadWorkload"/>.</summary>
internal sealed record LoadSpec : TargetSpec
{
    /// <summary>Channels, each with a connection of its own.</summary>
    public required int Connections { get; init; }

    /// <summary>Concurrent calls on each.</summary>
    public required int InFlight { get; init; }

    /// <summary>Bytes of payload each way. Not init: the generated reader sets every init member, an absent one to 0.</summary>
    public int PayloadBytes { get; set; } = 10;

    /// <summary>Initial flow-control window of a stream, which then stays, in bytes; null: the client's default.</summary>
    public int? StreamWindow { get; init; }

    /// <summary>Initial flow-control window of a connection in bytes, where the client can set it; null: its default.</summary>
    public int? ConnectionWindow { get; init; }

    /// <summary>Seconds before counting starts: connections, just-in-time compilation.</summary>
    public required double WarmUpSeconds { get; init; }

    /// <summary>Seconds that are counted.</summary>
    public required double Seconds { get; init; }
}

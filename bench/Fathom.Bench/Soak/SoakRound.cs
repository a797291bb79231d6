using System.Collections.Concurrent;
using System.Diagnostics;
using Fathom.Load.Counting;
using Fathom.Load.Pacing;
using Fathom.Statistics;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using HdrHistogram;

namespace Fathom.Bench.Soak;

/// <summary>One round of calls, all completed at its end: several callers, each with one call after another. Counts their
/// results.</summary>
internal sealed class SoakRound(IReadOnlyList<NativeChannel> channels, long firstCall, long seed)
{
    private const int Callers = 24;

    private readonly ConcurrentDictionary<(SoakKind, StatusCode), int> _counts = new();
    private readonly ConcurrentDictionary<long, bool> _answered = new();
    private readonly LongConcurrentHistogram _latency = LatencyHistograms.CreateShared();
    private int _calls;
    private int _slowReaders;

    public ConcurrentQueue<string> Violations { get; } = new();

    /// <summary>Number of calls.</summary>
    public int Calls => _calls;

    /// <summary>Calls whose replies were read slowly.</summary>
    public int SlowReaders => _slowReaders;

    /// <summary>Median and 99th percentile of the small unary calls that were answered, in microseconds.</summary>
    public IReadOnlyDictionary<string, double> Latencies
    {
        get
        {
            const double NanosecondsPerMicrosecond = 1000;
            return LatencyHistograms.PercentileOf(_latency, 50) is { } median && LatencyHistograms.PercentileOf(_latency, 99) is { } slowest
                ? new() { ["latency_p50"] = median / NanosecondsPerMicrosecond, ["latency_p99"] = slowest / NanosecondsPerMicrosecond }
                : new Dictionary<string, double>();
        }
    }

    public IReadOnlyDictionary<(SoakKind Kind, StatusCode Status), int> Counts => _counts;

    /// <summary>For each call, whether it received a reply; the host compares.</summary>
    public byte[] Answered => [.. Enumerable.Range(0, Calls).Select(i => (byte)(_answered.ContainsKey(firstCall + i) ? 1 : 0))];

    public Task RunAsync(TimeSpan length)
    {
        SeededRandom[] randoms = [.. Enumerable.Range(0, Callers).Select(c => SeededRandom.For(seed, $"caller {c} from {firstCall}"))];
        return AwaitedCallers.RunAsync(Callers, new PlanLimits(null, length), (caller, _) => CallAsync(randoms[caller]),
            TimeProvider.System, CancellationToken.None);
    }

    private async Task CallAsync(SeededRandom random)
    {
        var plan = SoakPlan.Draw(firstCall + Interlocked.Increment(ref _calls) - 1, random);
        var call = new SoakCall(channels[random.Next(channels.Count)], plan);
        var began = Stopwatch.GetTimestamp();
        await call.RunAsync();
        if (plan.IsTimed && call.Status == StatusCode.OK)
        {
            _latency.Count(Stopwatch.GetElapsedTime(began).Ticks * TimeSpan.NanosecondsPerTick);
        }

        if (plan.ReadPauseMilliseconds > 0)
        {
            Interlocked.Increment(ref _slowReaders);
        }

        _counts.AddOrUpdate((plan.Kind, call.Status), 1, static (_, count) => count + 1);
        if (call.Status == StatusCode.OK)
        {
            _answered[plan.Call] = true;
        }

        if (call.Violation is { } violation)
        {
            Violations.Enqueue(violation);
        }
    }
}

using System.Diagnostics.Tracing;
using System.Globalization;
using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>The event counters of the runtime itself: its thread pool's queue, exceptions, processors. They cost nothing per
/// call.</summary>
internal sealed class CounterProbe : IRuntimeProbe
{
    private const string Name = "counters";
    private const string Source = "System.Runtime";
    private const string Interval = "0.1";
    private const string Queue = $"{Source}/threadpool-queue-length";
    private const string Threads = $"{Source}/threadpool-thread-count";
    private const string Completed = $"{Source}/threadpool-completed-items-count";
    private const string Compiling = $"{Source}/time-in-jit";
    private const string Compiled = $"{Source}/methods-jitted-count";
    private const string Thrown = $"{Source}/exception-count";

    // Of the runtime's other events the number of processors, which is one event.
    private const long Processors = 0x2;

    private readonly List<(double AtMs, double Value)> _threads = [];
    private readonly List<(double AtMs, double Value)> _queued = [];
    private readonly PoolWaitEstimate _poolWait = new();
    private double? _queue;
    private double? _thrown;
    private double? _compiling;
    private double? _compiled;
    private double? _processors;

    public IEnumerable<ObservedSeries> Series =>
        [new("threads of the pool", "count", _threads), new("work items in the pool's queue", "count", _queued)];

    public IEnumerable<EventPipeProvider> Providers => [CounterEvents.Of(Source, Interval, EventLevel.Informational, Processors)];

    public void Attach(TraceLogEventSource events)
    {
        CounterEvents.Attach(events, OnCounter);
        events.Dynamic.All += data =>
        {
            if (data.ProviderName == Source && data.EventName == "ProcessorCount")
            {
                _processors = Convert.ToDouble(data.PayloadValue(0), CultureInfo.InvariantCulture);
            }
        };
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        (Quantity<double> Quantity, double? Value)[] seen =
        [
            (ProcessQuantities.PoolQueue, _queue), (ProcessQuantities.PoolWait, _poolWait.Longest()),
            (WatchQuantities.Exceptions, _thrown), (ProcessQuantities.Processors, _processors),
            (WatchQuantities.CompileTime, _compiling), (WatchQuantities.MethodsCompiled, _compiled),
        ];
        return [.. seen.Where(s => s.Value is not null).Select(s => s.Quantity.Seen(s.Value!.Value, Name, watched))];
    }

    private void OnCounter(CounterValue counter)
    {
        switch (counter.Name)
        {
            case Queue:
                _queue = Math.Max(_queue ?? 0, counter.Value);
                _queued.Add((counter.At, counter.Value));
                _poolWait.AddQueue(counter.At, counter.Value);
                break;
            case Threads:
                _threads.Add((counter.At, counter.Value));
                break;
            case Completed:
                _poolWait.AddCompleted(counter.Value);
                break;
            case Compiling:
                _compiling = (_compiling ?? 0) + counter.Value;
                break;
            case Compiled:
                _compiled = counter.Value;
                break;
            case Thrown:
                _thrown = (_thrown ?? 0) + counter.Value;
                break;
        }
    }
}

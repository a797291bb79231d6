using System.Diagnostics.Tracing;
using System.Globalization;
using Fathom.Lab.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Lab.Probes.Runtime;

/// <summary>
/// The event counters of the runtime, of HttpClient, sockets, TLS, Grpc.Net.Client, ASP.NET Core and Kestrel. Counters alone are read, no
/// event of a single request, so that the cost does not grow with the calls.
/// </summary>
internal sealed class CounterProbe : IRuntimeProbe
{
    private const string Name = "counters";
    private const string Interval = "0.2";
    private const string Queue = "System.Runtime/threadpool-queue-length";
    private const string Completed = "System.Runtime/threadpool-completed-items-count";
    private const long AllKeywords = -1;

    // Of the runtime's own provider the number of processors, which is one event.
    private const long RuntimeKeywords = 0x2;

    private static readonly string[] Sources =
    [
        "System.Net.Http", "System.Net.Sockets", "System.Net.Security", "Grpc.Net.Client", "Microsoft.AspNetCore.Hosting",
        "Microsoft-AspNetCore-Server-Kestrel",
    ];

    private readonly Dictionary<string, (double First, double Last, double Most)> _means = [];
    private readonly Dictionary<string, double> _sums = [];
    private readonly PoolWaitEstimate _poolWait = new();
    private double _processors;

    public IEnumerable<EventPipeProvider> Providers =>
    [
        Of("System.Runtime", EventLevel.Informational, RuntimeKeywords),
        .. Sources.Select(s => Of(s, EventLevel.Critical, AllKeywords)),
    ];

    public void Attach(TraceLogEventSource events) => events.Dynamic.All += OnEvent;

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        List<Observation> seen = [];
        void Add(Quantity<double> quantity, double? value)
        {
            if (value is { } known)
            {
                seen.Add(quantity.Seen(known, Name, watched));
            }
        }

        Add(ProcessQuantities.PoolQueue, Most(Queue));
        Add(ProcessQuantities.PoolWait, _poolWait.Longest());
        // A source that was never used has no counters: nothing was called, nothing was opened.
        double? none = Most(Queue) is null ? null : 0;
        Add(CallQuantities.Calls, Growth("System.Net.Http/requests-started") ?? Growth("Grpc.Net.Client/total-calls") ?? none);
        Add(CallQuantities.ConnectionsOpened, Growth("System.Net.Sockets/outgoing-connections-established") ?? none);
        Add(WatchQuantities.ConnectionsAccepted, Growth("Microsoft-AspNetCore-Server-Kestrel/total-connections"));
        Add(WatchQuantities.RequestsServed, Growth("Microsoft.AspNetCore.Hosting/total-requests"));
        Add(WatchQuantities.TlsHandshakes, Growth("System.Net.Security/total-tls-handshakes"));
        Add(WatchQuantities.RequestQueueTime, Most("System.Net.Http/http20-requests-queue-duration"));
        Add(WatchQuantities.Exceptions, _sums.TryGetValue("System.Runtime/exception-count", out var thrown) ? thrown : null);
        Add(ProcessQuantities.Processors, _processors > 0 ? _processors : null);
        return seen;
    }

    private static EventPipeProvider Of(string source, EventLevel level, long keywords) =>
        new(source, level, keywords, new Dictionary<string, string> { ["EventCounterIntervalSec"] = Interval });

    // The counters of the framework's network count from the moment that somebody listens, all others from the start of the process.
    private double? Growth(string counter) => !_means.TryGetValue(counter, out var values) ? null
        : counter.StartsWith("System.Net.", StringComparison.Ordinal) ? values.Last
        : values.Last - values.First;

    private double? Most(string counter) => _means.TryGetValue(counter, out var values) ? values.Most : null;

    private void OnEvent(TraceEvent data)
    {
        if (data.EventName == "EventCounters" && data.PayloadValue(0) is IDictionary<string, object> outer
            && outer.TryGetValue("Payload", out var inner) && inner is IDictionary<string, object> payload)
        {
            OnCounter($"{data.ProviderName}/{payload["Name"]}", payload, data.TimeStampRelativeMSec);
        }
        else if (data.ProviderName == "System.Runtime" && data.EventName == "ProcessorCount")
        {
            _processors = Convert.ToDouble(data.PayloadValue(0), CultureInfo.InvariantCulture);
        }
    }

    private void OnCounter(string name, IDictionary<string, object> payload, double at)
    {
        if (payload.TryGetValue("Mean", out var mean))
        {
            var value = Convert.ToDouble(mean, CultureInfo.InvariantCulture);
            _means[name] = _means.TryGetValue(name, out var known)
                ? (known.First, value, Math.Max(known.Most, value))
                : (value, value, value);
            if (name == Queue)
            {
                _poolWait.AddQueue(at, value);
            }
        }
        else if (payload.TryGetValue("Increment", out var increment))
        {
            var value = Convert.ToDouble(increment, CultureInfo.InvariantCulture);
            _sums[name] = _sums.GetValueOrDefault(name) + value;
            if (name == Completed)
            {
                _poolWait.AddCompleted(value);
            }
        }
    }
}

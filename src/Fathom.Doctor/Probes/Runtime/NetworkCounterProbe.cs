using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// The event counters of HttpClient, sockets, TLS, Grpc.Net.Client, ASP.NET Core and Kestrel. While they are watched HttpClient and sockets
/// keep account of every call, which costs a busy client about a sixth of its time.
/// </summary>
internal sealed class NetworkCounterProbe : IRuntimeProbe
{
    private const string Name = "counters";
    private const string Interval = "0.1";
    private const double IntervalMs = 100;

    // By then each source that is in use has written its counters.
    private const double AllWrittenMs = 200;

    private static readonly string[] Sources =
    [
        "System.Net.Http", "System.Net.Sockets", "System.Net.Security", "Grpc.Net.Client", "Microsoft.AspNetCore.Hosting",
        "Microsoft-AspNetCore-Server-Kestrel",
    ];

    private const string UnderWay = "System.Net.Http/current-requests";
    private const string Queued = "System.Net.Http/http20-requests-queue-duration";

    private readonly Dictionary<string, (double First, double Last, double Most)> _values = [];
    private readonly RequestQueue _queue = new();
    private readonly OpenCalls _openCalls = new();
    private int _looks;
    private int _looksWithCalls;
    private bool _allWritten;

    public IEnumerable<EventPipeProvider> Providers => Sources.Select(s => CounterEvents.Of(s, Interval));

    public void Attach(TraceLogEventSource events)
    {
        CounterEvents.Attach(events, OnCounter);
        events.AllEvents += data => _allWritten |= data.TimeStampRelativeMSec >= AllWrittenMs;
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        // A source that was never used has no counters: nothing was called, nothing was opened.
        double? none = _allWritten ? 0 : null;
        var calls = Growth("System.Net.Http/requests-started") ?? Growth("Grpc.Net.Client/total-calls") ?? none;
        var messages = Math.Min(Growth("Grpc.Net.Client/messages-sent") ?? 0, Growth("Grpc.Net.Client/messages-received") ?? 0);
        (Quantity<double> Quantity, double? Value)[] seen =
        [
            (CallQuantities.Calls, calls),
            (WatchQuantities.Exchanges, calls is { } made ? Math.Max(made, messages) : null),
            (WatchQuantities.MaxCallsAtOnce, _values.TryGetValue(UnderWay, out var underWay) ? underWay.Most : none),
            (WatchQuantities.MeanCallTime, calls > 0 ? _looksWithCalls * IntervalMs / calls : none),
            (WatchQuantities.CallShare, _looks > 0 ? (double)_looksWithCalls / _looks : none),
            (CallQuantities.ConnectionsOpened, Growth("System.Net.Sockets/outgoing-connections-established") ?? none),
            (WatchQuantities.ConnectionsAccepted, Growth("Microsoft-AspNetCore-Server-Kestrel/total-connections")),
            (WatchQuantities.RequestsServed, Growth("Microsoft.AspNetCore.Hosting/total-requests")),
            (WatchQuantities.TlsHandshakes, Growth("System.Net.Security/total-tls-handshakes")),
            (WatchQuantities.QueuedShare, _queue.Share ?? none),
            (WatchQuantities.UnendedCalls, _openCalls.Unended ?? none), (WatchQuantities.CallsUnderWay, _openCalls.UnderWay ?? none),
            (WatchQuantities.StuckShare, _openCalls.StuckShare ?? none),
            (WatchQuantities.BytesReceived, Growth("System.Net.Sockets/bytes-received") ?? none),
        ];
        return [.. seen.Where(s => s.Value is not null).Select(s => s.Quantity.Seen(s.Value!.Value, Name, watched))];
    }

    // The counters of the framework's network count while somebody listens, all others from the start of the process.
    private double? Growth(string counter) => !_values.TryGetValue(counter, out var values) ? null
        : counter.StartsWith("System.Net.", StringComparison.Ordinal) ? values.Last
        : values.Last - values.First;

    private void OnCounter(CounterValue counter)
    {
        if (!counter.IsGrowth)
        {
            if (counter.Name == UnderWay)
            {
                _looks++;
                _looksWithCalls += counter.Value > 0 ? 1 : 0;
                _queue.AddUnderWay(counter.Value * IntervalMs);
            }

            if (counter.Name == Queued)
            {
                _queue.AddWaited(counter.Value, counter.Count);
            }

            _openCalls.Add(counter);

            _values[counter.Name] = _values.TryGetValue(counter.Name, out var known)
                ? (known.First, counter.Value, Math.Max(known.Most, counter.Value))
                : (counter.Value, counter.Value, counter.Value);
        }
    }
}

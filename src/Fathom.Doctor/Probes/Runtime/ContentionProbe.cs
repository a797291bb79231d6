using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Waits for locks (Monitor), how long at least one thread waited, and which code of the application waited longest.</summary>
internal sealed class ContentionProbe : IRuntimeProbe
{
    private const string Name = "locks";
    private const double NanosecondsPerMs = 1e6;

    private readonly Dictionary<int, string?> _places = [];
    private readonly PlaceTable _waited = new();
    private int _waits;
    private double _covered;
    private double _coveredUntil;

    public IEnumerable<EventPipeProvider> Providers => [ClrKeywords.At(ClrKeywords.Contention)];

    public void Attach(TraceLogEventSource events)
    {
        events.Clr.ContentionStart += start => _places[start.ThreadID] = StackPlace.Of(start.CallStack());
        events.Clr.ContentionStop += stop =>
        {
            var (end, length) = (stop.TimeStampRelativeMSec, stop.DurationNs / NanosecondsPerMs);
            // Stops arrive in the order of time: what earlier waits covered is not counted again.
            _covered += Math.Max(0, end - Math.Max(_coveredUntil, end - length));
            _coveredUntil = Math.Max(_coveredUntil, end);
            _waits++;
            if (_places.Remove(stop.ThreadID, out var place))
            {
                _waited.Add(place, length);
            }
        };
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        yield return WatchQuantities.Contentions.Seen(_waits, Name, watched);
        yield return WatchQuantities.ContendedShare.Seen(Math.Min(1, _covered / watched.TotalMilliseconds), Name, watched);
        if (_waited.Top is { } place)
        {
            yield return WatchQuantities.ContendedAt.Seen(place, Name, watched);
        }
    }
}

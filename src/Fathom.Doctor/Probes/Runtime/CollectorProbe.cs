using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Garbage collections, and for how long they stopped all managed threads. A suspension for another purpose than a collection,
/// as for sampling stacks, is not counted.</summary>
internal sealed class CollectorProbe : IRuntimeProbe
{
    private const string Name = "collector";
    private const int Oldest = 2;

    private const double PartMs = 200;

    private readonly List<double> _pausedOfParts = [];
    private int _collections;
    private int _full;
    private int _induced;
    private double _suspended = double.NaN;
    private double _paused;
    private double _longest;

    public IEnumerable<ObservedSeries> Series =>
    [
        new("share of the time in which all threads stood for the collector", "",
            [.. _pausedOfParts.Select((p, i) => (i * PartMs, p / PartMs))]),
    ];

    public IEnumerable<EventPipeProvider> Providers => [ClrKeywords.At(ClrKeywords.Collector)];

    public void Attach(TraceLogEventSource events)
    {
        events.Clr.GCStart += start =>
        {
            _collections++;
            _full += start.Depth == Oldest ? 1 : 0;
            _induced += start.Reason is GCReason.Induced or GCReason.InducedNotForced or GCReason.InducedCompacting ? 1 : 0;
        };
        // 1: for a collection; 6: for the start of a background collection.
        events.Clr.GCSuspendEEStart += suspend =>
            _suspended = (int)suspend.Reason is 1 or 6 ? suspend.TimeStampRelativeMSec : double.NaN;
        events.Clr.GCRestartEEStop += restart =>
        {
            if (!double.IsNaN(_suspended))
            {
                var pause = restart.TimeStampRelativeMSec - _suspended;
                AddToParts(_suspended, restart.TimeStampRelativeMSec);
                (_paused, _longest, _suspended) = (_paused + pause, Math.Max(_longest, pause), double.NaN);
            }
        };
    }

    public IEnumerable<Observation> Observe(TimeSpan watched) =>
    [
        WatchQuantities.Collections.Seen<double>(_collections, Name, watched),
        WatchQuantities.FullCollections.Seen<double>(_full, Name, watched),
        WatchQuantities.InducedCollections.Seen<double>(_induced, Name, watched),
        WatchQuantities.PauseTime.Seen(_paused, Name, watched),
        WatchQuantities.LongestPause.Seen(_longest, Name, watched),
    ];

    private void AddToParts(double from, double to)
    {
        for (var part = (int)(from / PartMs); part <= (int)(to / PartMs); part++)
        {
            _pausedOfParts.AddRange(Enumerable.Repeat(0.0, Math.Max(0, part + 1 - _pausedOfParts.Count)));
            _pausedOfParts[part] += Math.Min(to, (part + 1) * PartMs) - Math.Max(from, part * PartMs);
        }
    }
}

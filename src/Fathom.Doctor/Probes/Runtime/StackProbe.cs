using System.Diagnostics.Tracing;
using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// Sampled stacks of all managed threads: the share of samples in which at least one thread was in code of a kind, and how many pool
/// threads were blocked at a time, which are as many callers. The runtime stops all threads together for a sample, up to a thousand times a
/// second (measured: 820), which costs a busy client about a seventh of its time.
/// </summary>
internal sealed class StackProbe : IRuntimeProbe
{
    private const string Name = "stacks";

    private static readonly StackKind[] Kinds = Enum.GetValues<StackKind>();

    private readonly Dictionary<CallStackIndex, (StackKind Kind, string? Place)> _known = [];
    private readonly List<StackKind> _samples = [];
    private readonly SampleMoments _moments = new();
    private readonly Dictionary<StackKind, PlaceTable> _places = [];
    private bool _isSampling;
    private StackKind _inSample;
    private int _blocked;
    private int _mostBlocked;

    public IEnumerable<EventPipeProvider> Providers => [new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)];

    public void Attach(TraceLogEventSource events)
    {
        EndSample();
        _moments.Begin();
        // Each trace numbers its stacks anew.
        _known.Clear();
        new SampleProfilerTraceEventParser(events).ThreadSample += OnSample;
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        EndSample();
        if (_samples.Count == 0)
        {
            return [];
        }

        Observation Share(Quantity<double> quantity, StackKind kind) =>
            quantity.Seen(LastingShare(kind), Name, watched);
        IEnumerable<Observation> Place(Quantity<string> quantity, StackKind kind) =>
            _places.GetValueOrDefault(kind)?.Top is { } place && (kind == StackKind.BlockedPoolThread || LastingShare(kind) > 0)
                ? [quantity.Seen(place, Name, watched)] : [];
        return
        [
            WatchQuantities.BlockedThreads.Seen<double>(_mostBlocked, Name, watched),
            CallQuantities.CallersBlock.Seen(_mostBlocked > 0, Name, watched),
            CallQuantities.Callers.Seen<double>(_mostBlocked, Name, watched),
            Share(WatchQuantities.CertificateShare, StackKind.Certificate),
            Share(WatchQuantities.CompressionShare, StackKind.Compression),
            Share(WatchQuantities.LoggingShare, StackKind.Logging),
            Share(WatchQuantities.SerializerShare, StackKind.Serializer),
            Share(WatchQuantities.ConnectShare, StackKind.Connect),
            Share(WatchQuantities.ReflectionShare, StackKind.Reflection),
            .. Place(WatchQuantities.BlockedAt, StackKind.BlockedPoolThread),
            .. Place(WatchQuantities.CertificateAt, StackKind.Certificate),
            .. Place(WatchQuantities.CompressionAt, StackKind.Compression),
            .. Place(WatchQuantities.LoggingAt, StackKind.Logging),
            .. Place(WatchQuantities.ReflectionAt, StackKind.Reflection),
        ];
    }

    // What a program does once, at its start, is not what makes its calls slow: the smaller share of both halves counts.
    private double LastingShare(StackKind kind)
    {
        var half = _samples.Count / 2;
        return half == 0 ? 0 : Math.Min(ShareOf(_samples[..half], kind), ShareOf(_samples[half..], kind));
    }

    private static double ShareOf(List<StackKind> samples, StackKind kind) => (double)samples.Count(s => s.HasFlag(kind)) / samples.Count;

    private void OnSample(ClrThreadSampleTraceData sample)
    {
        if (_moments.IsNext(sample.TimeStampRelativeMSec, sample.ThreadID))
        {
            EndSample();
        }

        _isSampling = true;
        var index = sample.CallStackIndex();
        if (!_known.TryGetValue(index, out var known))
        {
            string[] methods = [.. StackPlace.MethodsOf(sample.CallStack())];
            known = (StackClassifier.Classify(methods), StackPlace.Of(methods));
            _known[index] = known;
        }

        _inSample |= known.Kind;
        _blocked += known.Kind.HasFlag(StackKind.BlockedPoolThread) ? 1 : 0;
        foreach (var kind in Kinds.Where(k => k != StackKind.None && known.Kind.HasFlag(k)))
        {
            (_places.TryGetValue(kind, out var places) ? places : _places[kind] = new PlaceTable()).Add(known.Place, 1);
        }
    }

    private void EndSample()
    {
        if (!_isSampling)
        {
            return;
        }

        _samples.Add(_inSample);
        _mostBlocked = Math.Max(_mostBlocked, _blocked);
        (_inSample, _blocked, _isSampling) = (StackKind.None, 0, false);
    }
}

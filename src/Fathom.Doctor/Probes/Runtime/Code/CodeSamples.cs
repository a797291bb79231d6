using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;

namespace Fathom.Doctor.Probes.Runtime.Code;

/// <summary>A thread that was in code of the application when all were sampled.</summary>
/// <param name="Place">Where.</param>
/// <param name="Computes">Whether it ran managed code; otherwise it waited there, or ran code that is not .NET's.</param>
internal readonly record struct CodeSample(CodePlace Place, bool Computes);

/// <summary>Sampled stacks of all managed threads, up to a thousand times a second.</summary>
/// <param name="code">Says what is the application's.</param>
internal sealed class CodeSamples(ApplicationCode code) : IRuntimeReader
{
    private readonly SampleMoments _moments = new();
    private List<CodeSample> _now = [];

    public IEnumerable<EventPipeProvider> Providers => [new("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)];

    /// <summary>When they were sampled, with the threads that were in code of the application then.</summary>
    public List<(DateTime At, IReadOnlyList<CodeSample> Threads)> All { get; } = [];

    public void Attach(TraceLogEventSource events) => new SampleProfilerTraceEventParser(events).ThreadSample += sample =>
    {
        if (_moments.IsNext(sample.TimeStampRelativeMSec, sample.ThreadID))
        {
            All.Add((sample.TimeStamp.ToUniversalTime(), _now = []));
        }

        if (code.PlaceOf(sample.CallStackIndex(), sample.CallStack()) is { } place)
        {
            _now.Add(new(place, sample.Type == ClrThreadSampleType.Managed));
        }
    };
}

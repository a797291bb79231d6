using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Reads events of the .NET runtime (EventPipe).</summary>
internal interface IRuntimeReader
{
    /// <summary>What the runtime must write for it.</summary>
    IEnumerable<EventPipeProvider> Providers { get; }

    /// <summary>Subscribes to its events.</summary>
    /// <param name="events">The events of one trace, in the order of their time, which begins with 0 in each.</param>
    void Attach(TraceLogEventSource events);
}

/// <summary>A probe that reads such events. One instance reads one trace, or several of one process in their order.</summary>
internal interface IRuntimeProbe : IRuntimeReader
{
    /// <summary>What it saw, after the last event.</summary>
    /// <param name="watched">How long the process was watched.</param>
    IEnumerable<Observation> Observe(TimeSpan watched);

    /// <summary>What it saw over the time of the one trace that it read.</summary>
    IEnumerable<ObservedSeries> Series => [];
}

using Fathom.Lab.Observations;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Lab.Probes.Runtime;

/// <summary>Reads the events of a session.</summary>
internal static class RuntimeTrace
{
    /// <summary>Gives the events of a file to the probes.</summary>
    /// <param name="file">A nettrace file, complete or cut off.</param>
    /// <param name="probes">The probes; each sees all events.</param>
    /// <param name="watched">How long the process was watched.</param>
    /// <returns>What they saw; empty where the file holds no event.</returns>
    public static IReadOnlyList<Observation> Read(string file, IReadOnlyList<IRuntimeProbe> probes, TimeSpan watched)
    {
        if (new FileInfo(file).Length == 0)
        {
            return [];
        }

        // Beside the file, and deleted with it.
        var converted = TraceLog.CreateFromEventPipeDataFile(file, file + ".etlx", new TraceLogOptions { ContinueOnError = true });
        using var log = new TraceLog(converted);
        using var events = log.Events.GetSource();
        foreach (var probe in probes)
        {
            probe.Attach(events);
        }

        events.Process();
        return [.. probes.SelectMany(p => p.Observe(watched))];
    }
}

using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Reads the events of a session.</summary>
internal static class RuntimeTrace
{
    /// <summary>Gives the events of a file to the probes.</summary>
    /// <param name="file">A nettrace file, complete or cut off; of an empty one nothing is given.</param>
    /// <param name="probes">The probes; each sees all events.</param>
    /// <returns>Whether there were events.</returns>
    public static bool Read(string file, IReadOnlyList<IRuntimeProbe> probes)
    {
        if (new FileInfo(file).Length == 0)
        {
            return false;
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
        return true;
    }
}

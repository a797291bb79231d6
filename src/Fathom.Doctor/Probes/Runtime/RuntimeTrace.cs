using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Reads the events of a session.</summary>
internal static class RuntimeTrace
{
    /// <summary>Gives the events of a file to readers.</summary>
    /// <param name="file">A nettrace file, complete or cut off; of an empty one nothing is given.</param>
    /// <param name="readers">Each sees all events.</param>
    /// <returns>Whether there were events.</returns>
    /// <exception cref="InvalidDataException">They cannot be read.</exception>
    public static bool Read(string file, IReadOnlyList<IRuntimeReader> readers)
    {
        if (new FileInfo(file).Length == 0)
        {
            return false;
        }

        try
        {
            Give(file, readers);
            return true;
        }
        catch (Exception e) when (e is FormatException or InvalidOperationException or ApplicationException)
        {
            throw new InvalidDataException(e.Message, e);
        }
    }

    private static void Give(string file, IReadOnlyList<IRuntimeReader> readers)
    {
        // Beside the file, and deleted with it.
        var converted = TraceLog.CreateFromEventPipeDataFile(file, file + ".etlx", new TraceLogOptions { ContinueOnError = true });
        using var log = new TraceLog(converted);
        using var events = log.Events.GetSource();
        foreach (var reader in readers)
        {
            reader.Attach(events);
        }

        events.Process();
    }
}

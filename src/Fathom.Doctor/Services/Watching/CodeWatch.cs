using Fathom.Doctor.Probes;
using Fathom.Doctor.Probes.Runtime;
using Fathom.Doctor.Probes.Runtime.Code;

namespace Fathom.Doctor.Services.Watching;

/// <summary>Calls, or a pause between two rows of them.</summary>
/// <param name="Began">When it began.</param>
/// <param name="Ended">When it ended.</param>
/// <param name="CallMs">The time of each call, ms; none in a pause.</param>
internal sealed record CodeRow(DateTime Began, DateTime Ended, IReadOnlyList<double> CallMs);

/// <summary>Watches the code of a .NET server while calls are served, and in pauses between these, by events of its runtime: what it
/// awaits, and where its threads are. Its calls are slower meanwhile.</summary>
/// <param name="process">The server's process.</param>
/// <param name="time">The clock.</param>
internal sealed class CodeWatch(int process, TimeProvider time)
{
    /// <summary>What beginning and ending it, and reading its events, take at most on most machines, ms: measured 150 to stop and 700 to
    /// read 4,900 operations.</summary>
    public const double SpareMs = 2_000;

    // As the events of a runtime: the time of the day when it began, and a clock that does not jump since.
    private readonly DateTime _began = time.GetUtcNow().UtcDateTime;
    private readonly long _stamp = time.GetTimestamp();

    private DateTime Now => _began + time.GetElapsedTime(_stamp);

    /// <summary>That of the first .NET process among some; null where there is none.</summary>
    public static CodeWatch? Of(IEnumerable<int> processes, TimeProvider time) =>
        processes.Where(RuntimePort.Exists).Select(p => new CodeWatch(p, time)).FirstOrDefault();

    /// <summary>Watches.</summary>
    /// <param name="calls">Calls that are made at once.</param>
    /// <param name="callAsync">Makes them, and gives the time of each, ms.</param>
    /// <param name="plan">How often, and for how long.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Null where the runtime sent no events.</returns>
    /// <exception cref="Microsoft.Diagnostics.NETCore.Client.DiagnosticsClientException">The runtime refuses.</exception>
    /// <exception cref="IOException">The process has ended, or its events cannot be kept.</exception>
    /// <exception cref="InvalidDataException">Its events cannot be read, or are too many.</exception>
    public async Task<ServerCode?> WatchAsync(
        int calls, Func<Task<IReadOnlyList<double>>> callAsync, WatchPlan plan, CancellationToken cancellation)
    {
        var code = new ApplicationCode(process);
        var (operations, samples) = (new AsyncOperations(code), new CodeSamples(code));
        IRuntimeReader[] readers = [operations, samples];
        var rows = new List<CodeRow>();
        await using var session = await RuntimeSession.StartAsync(process, readers, cancellation);
        var until = Now + plan.Length;
        while (rows.Count < 2 * plan.Fewest || Now < until)
        {
            rows.Add(await RowAsync(async () =>
            {
                await Task.Delay(plan.Pause, time, cancellation);
                return [];
            }));
            rows.Add(await RowAsync(callAsync));
        }

        await session.StopAsync();
        // Shares of a part of the events would be wrong.
        if (session.WriteFault is { } lost)
        {
            throw new IOException($"their file cannot be written: {lost}");
        }

        if (session.IsCut)
        {
            throw new InvalidDataException($"there were more than {RuntimeSession.MaxBytes >> 20} MiB of them");
        }

        return RuntimeTrace.Read(session.File, readers) ? new CodeShares(calls, rows).Of([.. operations.All], samples.All) : null;
    }

    private async Task<CodeRow> RowAsync(Func<Task<IReadOnlyList<double>>> runAsync)
    {
        var began = Now;
        var callMs = await runAsync();
        return new(began, Now, callMs);
    }
}

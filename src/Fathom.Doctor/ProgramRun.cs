using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;
using Fathom.Doctor.Interventions;
using Fathom.Machines.Kernel;
using Fathom.Machines.Prerequisites;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;

namespace Fathom.Doctor;

/// <summary>
/// Runs a program once, with its standard input empty and its output read here. Owns the process and all that it starts: they are ended
/// when a run is cancelled.
/// </summary>
internal sealed class ProgramRun(ProgramSpec spec, TimeProvider time) : IProgramRunner
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(2);

    /// <inheritdoc/>
    public async Task<ProgramOutcome> RunAsync(Intervention? change, bool watch, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        await using var around = change is null ? new RunEnvironment() : await change.PrepareAsync(cancellation);
        var (began, worked) = (time.GetTimestamp(), ProcessProcessors.TimeOfEndedChildren());
        using var process = Start(change, around);
        var inForce = change is null || IsInEnvironment(process, change);
        ProcessWatch? watching = null;
        try
        {
            process.StandardInput.Close();
            var output = ReadAsync(process.StandardOutput);
            var errors = ReadAsync(process.StandardError);
            var ended = process.WaitForExitAsync(cancellation);
            if (watch && !around.HidesRuntime && await FindRuntimeAsync(process, ended) is { } pid)
            {
                watching = await ProcessWatch.StartAsync(pid, WatchDepth.Whole, time, cancellation);
            }

            await ended;
            var (wall, work) = (time.GetElapsedTime(began), ProcessProcessors.TimeOfEndedChildren() - worked);
            var seen = watching is not null ? await watching.EndAsync()
                : around.HidesRuntime ? new WatchResult(await around.ObserveAsync(), [])
                : null;
            var (text, said) = (await output.WaitAsync(cancellation), await errors.WaitAsync(cancellation));
            var message = ProgramMessage.Of(said.Length > 0 ? said : text);
            return new ProgramOutcome(wall, process.ExitCode, NumberIn(text), inForce, message, seen)
            {
                ProcessorMs = 1e3 * work,
            };
        }
        finally
        {
            End(process);
            if (watching is not null)
            {
                await watching.DisposeAsync();
            }
        }
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<Observation>> MeasureAsync(IReadOnlyList<Observation> seen, CancellationToken cancellation) =>
        ProgramTargets.MeasureAsync(seen, time, cancellation);

    private Process Start(Intervention? change, RunEnvironment around)
    {
        var info = new ProcessStartInfo(Program(), spec.Words.Skip(1))
        {
            WorkingDirectory = spec.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        foreach (var (variable, value) in change?.Environment ?? new Dictionary<string, string>())
        {
            info.Environment[variable] = value;
        }

        try
        {
            return around.Start(info);
        }
        catch (Win32Exception e)
        {
            throw NotStarted(e.Message, e);
        }
    }

    // Process.Start looks for a bare name in the folder of this program and in the current folder before PATH.
    private string Program() => !ExecutableSearch.IsBareName(spec.Words[0]) ? spec.Words[0]
        : ExecutableSearch.Find(spec.Words[0]) ?? throw NotStarted("it is not on PATH");

    private DoctorException NotStarted(string why, Exception? inner = null) => new(
        $"'{spec.Words[0]}' cannot be started: {why}. Give a program with its path, or one that is on PATH, as in: "
            + "fathom doctor -- dotnet MyLoadTest.dll", inner);

    // /proc shows what the program was started with.
    private static bool IsInEnvironment(Process process, Intervention change) =>
        ProcFiles.Environment(process.Id) is not { } environment
        || change.Environment.All(v => environment.GetValueOrDefault(v.Key) == v.Value);

    // The runtime opens its port before it runs code of the program; a script may start it later.
    private async Task<int?> FindRuntimeAsync(Process process, Task ended)
    {
        while (!ended.IsCompleted)
        {
            if (RuntimePort.FindIn(process.Id) is { } found)
            {
                return found;
            }

            await Task.WhenAny(ended, Task.Delay(BetweenLooks, time));
        }

        return null;
    }

    private double? NumberIn(string text)
    {
        var found = spec.Metric?.Matches(text).LastOrDefault();
        return found is null ? null
            : double.TryParse(found.Groups[found.Groups.Count > 1 ? 1 : 0].ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture,
                out var number) ? number
            : null;
    }

    // A program may write without end: of its output the last part counts.
    private static async Task<string> ReadAsync(StreamReader reader)
    {
        const int Most = 1 << 20;
        var (text, part) = (new StringBuilder(), new char[1 << 14]);
        try
        {
            for (int read; (read = await reader.ReadAsync(part)) > 0;)
            {
                text.Append(part, 0, read);
                if (text.Length > 2 * Most)
                {
                    text.Remove(0, text.Length - Most);
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // It was ended meanwhile.
        }

        return text.ToString();
    }

    private static void End(Process process)
    {
        try
        {
            if (!process.HasExited)
            {
                process.Kill(entireProcessTree: true);
                process.WaitForExit();
            }
        }
        catch (InvalidOperationException)
        {
            // It ended meanwhile.
        }
    }
}

/// <summary>How one run ended.</summary>
/// <param name="Wall">From start to end.</param>
/// <param name="ExitCode">Its exit code.</param>
/// <param name="Number">The number found in its output; null without one.</param>
/// <param name="InForce">Whether the program had the changed variable in its environment.</param>
/// <param name="Wrote">The end of what it wrote, of its errors first, without stacks.</param>
/// <param name="Seen">What was seen of it; null where it was not watched, or was no .NET process.</param>
internal sealed record ProgramOutcome(TimeSpan Wall, int ExitCode, double? Number, bool InForce, string Wrote, WatchResult? Seen)
{
    /// <summary>Processor time of the program and of what it waited for, ms; null where the system does not say.</summary>
    public double? ProcessorMs { get; init; }
}

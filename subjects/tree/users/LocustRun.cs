using System.Diagnostics;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>A run of Locust, whose users wait for <see cref="RunAsync"/>. Owns Locust's process, which ends with this one, and the folder
/// of its CSV.</summary>
/// <param name="process">The process, which waits for a line.</param>
/// <param name="spec">Its users.</param>
/// <param name="folder">The folder.</param>
/// <param name="log">The request log that it writes.</param>
internal sealed class LocustRun(Process process, UsersSpec spec, DirectoryInfo folder, string log) : IDisposable
{
    private const int ErrorLines = 15;

    // Beyond what the requests take; Locust starts in about a second.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly Task<string> _output = process.StandardOutput.ReadToEndAsync();
    private readonly Task<string> _errors = process.StandardError.ReadToEndAsync();

    /// <summary>Lets the users begin, and reads what Locust counted.</summary>
    /// <exception cref="FormatException">Locust failed, wrote no figures, or counted otherwise than its request log.</exception>
    public async Task<IReadOnlyList<LoggedRequest>> RunAsync()
    {
        await BeginAsync();
        await EndAsync();
        if (!File.Exists(log))
        {
            throw new FormatException("Locust wrote no request log. Was it ended? Run the study again, or install another version.");
        }

        var requests = RequestLog.Read(log);
        var (counted, failed) = LocustStats.Read(Path.Combine(folder.FullName, "locust_stats.csv"));
        return counted == requests.Count && failed == requests.Count(r => r.Error.Length > 0) ? requests
            : throw new FormatException($"Locust's CSV counts {counted} requests, {failed} of them failed, and its log has "
                + $"{requests.Count}, {requests.Count(r => r.Error.Length > 0)} of them failed: the figures cannot be used.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (!process.HasExited)
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }

        process.Dispose();
        folder.Delete(recursive: true);
    }

    private async Task BeginAsync()
    {
        try
        {
            await process.StandardInput.WriteLineAsync();
            await process.StandardInput.FlushAsync();
        }
        catch (IOException)
        {
            // It has ended before: its exit code and what it wrote say why.
        }
    }

    private async Task EndAsync()
    {
        using var limit = new CancellationTokenSource(
            Patience + (10 * TimeSpan.FromMilliseconds(spec.RequestsPerUser * (spec.ThinkMs + 1000))));
        try
        {
            await process.WaitForExitAsync(limit.Token);
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            throw new FormatException("Locust did not end in time and was ended.");
        }

        if (process.ExitCode != 0)
        {
            await _output;
            throw new FormatException($"Locust ended with exit code {process.ExitCode}. Fathom needs Locust 2.0 or later (Debian: "
                + $"python3-locust; elsewhere: pip install locust), or none. It wrote: {TailOf(await _errors)}");
        }
    }

    private static string TailOf(string text) => string.Join(" | ", text.Split('\n', StringSplitOptions.RemoveEmptyEntries |
        StringSplitOptions.TrimEntries).TakeLast(ErrorLines));
}

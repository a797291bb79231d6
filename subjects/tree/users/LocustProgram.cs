using System.Diagnostics;
using System.Globalization;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>Locust on this machine, run headless with the locustfile beside this program.</summary>
/// <param name="program">Full path of <c>locust</c>.</param>
internal sealed class LocustProgram(string program)
{
    private const int ErrorLines = 15;

    // Beyond what the requests take; Locust starts in about a second.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    /// <summary>The Locust on PATH, or null.</summary>
    public static LocustProgram? Find() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Where(Path.IsPathFullyQualified).Select(f => Path.Combine(f, OperatingSystem.IsWindows() ? "locust.exe" : "locust"))
        .FirstOrDefault(File.Exists) is { } found ? new(found) : null;

    /// <summary>Runs the users and reads what Locust counted.</summary>
    /// <exception cref="FormatException">Locust failed, wrote no figures, or counted otherwise than its request log.</exception>
    public async Task<IReadOnlyList<LoggedRequest>> RunAsync(UsersSpec spec)
    {
        // In the folder of the tree, which deletes it even where this process is ended.
        var folder = Path.GetDirectoryName(spec.Log) is { } around ? Directory.CreateDirectory(Path.Combine(around, "locust"))
            : Directory.CreateTempSubdirectory("fathom-locust-");
        try
        {
            var log = spec.Log ?? Path.Combine(folder.FullName, RequestLog.FileName);
            await RunAsync(spec, Path.Combine(folder.FullName, "locust"), log);
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
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private async Task RunAsync(UsersSpec spec, string csv, string log)
    {
        var start = new ProcessStartInfo(program,
        [
            "-f", Path.Combine(AppContext.BaseDirectory, "locustfile.py"), "--headless", "--users", $"{spec.Users}", "--spawn-rate",
            $"{spec.Users}", "--host", spec.Api, "--csv", csv, "--only-summary", "--exit-code-on-error", "0", "--loglevel", "WARNING",
        ])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true, UseShellExecute = false,
        };
        start.Environment["FATHOM_ADMIN_HOST"] = spec.AdminApi;
        start.Environment["FATHOM_REQUESTS_PER_USER"] = $"{spec.RequestsPerUser}";
        start.Environment["FATHOM_THINK_MS"] = spec.ThinkMs.ToString(CultureInfo.InvariantCulture);
        start.Environment["FATHOM_SEED"] = $"{spec.Seed}";
        start.Environment["FATHOM_REQUEST_LOG"] = log;
        using var process = Process.Start(start) ?? throw new FormatException("Locust could not be started.");
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
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
            await output;
            throw new FormatException($"Locust ended with exit code {process.ExitCode}. Fathom needs Locust 2.0 or later (Debian: "
                + $"python3-locust; elsewhere: pip install locust), or none. It wrote: {TailOf(await errors)}");
        }
    }

    private static string TailOf(string text) => string.Join(" | ", text.Split('\n', StringSplitOptions.RemoveEmptyEntries |
        StringSplitOptions.TrimEntries).TakeLast(ErrorLines));
}

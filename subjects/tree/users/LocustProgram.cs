using System.Diagnostics;
using System.Globalization;
using Fathom.Tree.Tracing;

namespace Fathom.Subjects.Users;

/// <summary>Locust on this machine, run headless with the locustfile beside this program.</summary>
/// <param name="program">Full path of <c>locust</c>.</param>
internal sealed class LocustProgram(string program)
{
    /// <summary>The Locust on PATH, or null.</summary>
    public static LocustProgram? Find() =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
        .Where(Path.IsPathFullyQualified).Select(f => Path.Combine(f, OperatingSystem.IsWindows() ? "locust.exe" : "locust"))
        .FirstOrDefault(File.Exists) is { } found ? new(found) : null;

    /// <summary>Starts it: it loads, which takes it most of a second, and waits.</summary>
    /// <exception cref="FormatException">It cannot be started.</exception>
    public LocustRun Start(UsersSpec spec)
    {
        // In the folder of the tree, which deletes it even where this process is ended.
        var folder = Path.GetDirectoryName(spec.Log) is { } around ? Directory.CreateDirectory(Path.Combine(around, "locust"))
            : Directory.CreateTempSubdirectory("fathom-locust-");
        var log = spec.Log ?? Path.Combine(folder.FullName, RequestLog.FileName);
        var start = new ProcessStartInfo(program,
        [
            "-f", Path.Combine(AppContext.BaseDirectory, "locustfile.py"), "--headless", "--users", $"{spec.Users}", "--spawn-rate",
            $"{spec.Users}", "--host", spec.Api, "--csv", Path.Combine(folder.FullName, "locust"), "--only-summary",
            "--exit-code-on-error", "0", "--loglevel", "WARNING",
        ])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true, UseShellExecute = false,
        };
        start.Environment["FATHOM_ADMIN_HOST"] = spec.AdminApi;
        start.Environment["FATHOM_REQUESTS_PER_USER"] = $"{spec.RequestsPerUser}";
        start.Environment["FATHOM_THINK_MS"] = spec.ThinkMs.ToString(CultureInfo.InvariantCulture);
        start.Environment["FATHOM_SEED"] = $"{spec.Seed}";
        start.Environment["FATHOM_REQUEST_LOG"] = log;
        start.Environment["FATHOM_WAIT"] = "1";
        return new LocustRun(Process.Start(start) ?? throw new FormatException("Locust could not be started."), spec, folder, log);
    }
}

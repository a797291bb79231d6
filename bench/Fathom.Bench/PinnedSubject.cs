using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.Lab.Running;

namespace Fathom.Bench;

/// <summary>A subject pinned to cores by taskset, usually to one. Owned by a measurement; disposing it ends it.</summary>
internal sealed class PinnedSubject : IDisposable
{
    // Of /proc/PID/stat; 100 on every Linux that .NET runs on.
    private const double TicksPerSecond = 100;

    private readonly Process _process;

    public PinnedSubject(string subject, int core, params string[] arguments)
        : this(subject, $"{core}", arguments)
    {
    }

    /// <param name="subject">Its name.</param>
    /// <param name="cores">As taskset takes them: <c>0,1</c>.</param>
    /// <param name="arguments">Its arguments.</param>
    public PinnedSubject(string subject, string cores, params string[] arguments)
    {
        var info = Catalog.StartInfo(subject, arguments);
        _process = Process.Start(new ProcessStartInfo("taskset", ["-c", cores, info.FileName, .. info.ArgumentList])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        Ready = Read();
    }

    private static SubjectCatalog Catalog { get; } = new(Path.Combine(
        AppContext.BaseDirectory.Replace("Fathom.Bench", "Fathom.Cli", StringComparison.Ordinal), "subjects"));

    /// <summary>The subject's first reply.</summary>
    public JsonElement Ready { get; }

    /// <summary>Where a server listens.</summary>
    public string Address => Ready.GetProperty("address").GetString()!;

    /// <summary>User and system time of the process so far, in microseconds; in steps of 10 ms.</summary>
    public double CpuMicroseconds
    {
        get
        {
            // taskset replaces itself by the subject: the id is the subject's own.
            var fields = File.ReadAllText($"/proc/{_process.Id}/stat").Split(')')[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            return (double.Parse(fields[11], CultureInfo.InvariantCulture) + double.Parse(fields[12], CultureInfo.InvariantCulture))
                * 1e6 / TicksPerSecond;
        }
    }

    /// <summary>Resident memory of the process, in units of 1,000 bytes.</summary>
    public double ResidentKilobytes => double.Parse(
        File.ReadLines($"/proc/{_process.Id}/status").First(l => l.StartsWith("VmRSS:", StringComparison.Ordinal))
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture) * 1.024;

    /// <summary>Sends a command and reads its reply.</summary>
    public JsonElement Ask(string command)
    {
        _process.StandardInput.WriteLine(command);
        return Read();
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(5000))
        {
            _process.Kill(entireProcessTree: true);
        }

        _process.Dispose();
    }

    private JsonElement Read()
    {
        var line = _process.StandardOutput.ReadLine() ?? throw new InvalidOperationException("The subject ended before it answered.");
        return JsonDocument.Parse(line).RootElement;
    }
}

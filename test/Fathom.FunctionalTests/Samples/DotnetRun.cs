using System.Diagnostics;
using System.Text;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Samples;

/// <summary><c>dotnet run</c> of a project that the tests' build has built. A test owns it; disposing it ends it and what it
/// started.</summary>
internal sealed class DotnetRun : IDisposable
{
    private readonly Process _process;
    private readonly StringBuilder _output = new();

    private DotnetRun(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) => Append(line.Data);
        process.ErrorDataReceived += (_, line) => Append(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>All it has said so far, and what went wrong.</summary>
    public string Output
    {
        get
        {
            lock (_output)
            {
                return _output.ToString();
            }
        }
    }

    public bool HasExited => _process.HasExited;

    public static DotnetRun Start(string project, string folder, IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var configuration = AppContext.BaseDirectory.Contains("release", StringComparison.Ordinal) ? "Release" : "Debug";
        var info = new ProcessStartInfo("dotnet", ["run", "--no-build", "-c", configuration, "--project", Repository.PathOf(project), "--",
            .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = folder,
        };
        foreach (var (name, value) in environment)
        {
            info.Environment[name] = value;
        }

        return new DotnetRun(Process.Start(info)!);
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }

    private void Append(string? line)
    {
        lock (_output)
        {
            _output.AppendLine(line);
        }
    }
}

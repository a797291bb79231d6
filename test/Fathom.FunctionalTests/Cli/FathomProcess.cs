using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom</c> as a process of its own. A test owns it; disposing it ends it and all it started.</summary>
internal sealed class FathomProcess : IDisposable
{
    private readonly Process _process;
    private readonly StringBuilder _output = new();
    private readonly StringBuilder _error = new();

    private FathomProcess(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) => Append(_output, line.Data);
        process.ErrorDataReceived += (_, line) => Append(_error, line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>Where the build put the program and its subjects.</summary>
    public static string Folder => Path.Combine(Repository.Root, "artifacts", "bin", "Fathom.Cli", Configuration);

    public int Id => _process.Id;

    public string Output => Text(_output);

    public string Error => Text(_error);

    public static FathomProcess Start(params string[] arguments)
    {
        var program = Path.Combine(Folder, "fathom.dll");
        var info = new ProcessStartInfo(Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path : "dotnet", ["exec", program, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        return new FathomProcess(Process.Start(info)!);
    }

    public async Task<int> ExitAsync(TimeSpan within)
    {
        using var deadline = new CancellationTokenSource(within);
        await _process.WaitForExitAsync(deadline.Token);
        return _process.ExitCode;
    }

    /// <summary>Sends what Ctrl-C sends.</summary>
    public void Interrupt() => Signal(2);

    /// <summary>Ends it alone, its children not asked.</summary>
    public void Kill() => _process.Kill();

    /// <summary>The processes it started, and theirs.</summary>
    public IReadOnlyList<int> Descendants() => DescendantsOf(Id);

    public static bool Runs(int id)
    {
        try
        {
            // A zombie has ended.
            return File.ReadAllText($"/proc/{id}/stat").Split(')')[^1].Trim()[0] != 'Z';
        }
        catch (IOException)
        {
            return false;
        }
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

    private static string Configuration => AppContext.BaseDirectory.Contains("release", StringComparison.Ordinal) ? "release" : "debug";

    private static List<int> DescendantsOf(int parent)
    {
        var children = new List<int>();
        foreach (var folder in Directory.GetDirectories("/proc").Where(d => int.TryParse(Path.GetFileName(d), out _)))
        {
            try
            {
                if (File.ReadAllText(Path.Combine(folder, "stat")).Split(')')[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries)[1] == $"{parent}")
                {
                    children.Add(int.Parse(Path.GetFileName(folder), System.Globalization.CultureInfo.InvariantCulture));
                }
            }
            catch (IOException)
            {
                // It ended while we looked.
            }
        }

        return [.. children, .. children.SelectMany(DescendantsOf)];
    }

    private static void Append(StringBuilder text, string? line)
    {
        lock (text)
        {
            text.AppendLine(line);
        }
    }

    private static string Text(StringBuilder text)
    {
        lock (text)
        {
            return text.ToString();
        }
    }

    private void Signal(int signal) => kill(Id, signal).ShouldBe(0);

    [DllImport("libc", SetLastError = true)]
    private static extern int kill(int pid, int signal);
}

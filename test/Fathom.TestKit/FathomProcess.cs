using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.TestKit;

/// <summary><c>fathom</c> as a process of its own. A test owns it; disposing it ends it and all it started.</summary>
public sealed class FathomProcess : IDisposable
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

    /// <summary>The program that the tests' build left: <c>dotnet exec</c> runs it.</summary>
    public static string Program => Path.Combine(Folder, "fathom.dll");

    /// <summary>Its number.</summary>
    public int Id => _process.Id;

    /// <summary>What it has written to standard output so far.</summary>
    public string Output => Text(_output);

    /// <summary>What it has written to standard error so far.</summary>
    public string Error => Text(_error);

    /// <summary>Starts it, with these arguments.</summary>
    public static FathomProcess Start(params string[] arguments) => StartWith(new Dictionary<string, string>(), arguments);

    /// <summary>Starts it, with further variables in its environment.</summary>
    public static FathomProcess StartWith(IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        var info = new ProcessStartInfo(Environment.ProcessPath is { } path && Path.GetFileNameWithoutExtension(path) == "dotnet" ? path
            : "dotnet", ["exec", Program, .. arguments])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        foreach (var (name, value) in environment)
        {
            info.Environment[name] = value;
        }

        return new FathomProcess(Process.Start(info)!);
    }

    /// <summary>Writes a line to its standard input.</summary>
    public async Task TypeAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line);
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Waits for its end; its exit code.</summary>
    public async Task<int> ExitAsync(TimeSpan within)
    {
        using var deadline = new CancellationTokenSource(within);
        await _process.WaitForExitAsync(deadline.Token);
        return _process.ExitCode;
    }

    /// <summary>Sends what Ctrl-C sends.</summary>
    public void Interrupt() => Signal(2);

    /// <summary>Asks it to end (SIGTERM).</summary>
    public void Terminate() => Signal(15);

    /// <summary>Ends it alone, its children not asked.</summary>
    public void Kill() => _process.Kill();

    /// <summary>The processes it started, and theirs.</summary>
    public IReadOnlyList<int> Descendants() => DescendantsOf(Id);

    /// <summary>Whether a process runs.</summary>
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

    /// <inheritdoc/>
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
                if (File.ReadAllText(Path.Combine(folder, "stat")).Split(')')[^1]
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1] == $"{parent}")
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

    private void Signal(int signal)
    {
        if (kill(Id, signal) != 0)
        {
            throw new InvalidOperationException($"kill({Id}, {signal}) failed: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int kill(int pid, int signal);
}

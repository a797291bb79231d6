using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Fathom.TestKit;

/// <summary>
/// A program that a test starts: its lines are kept, and it can be written to, signalled and waited for. A test owns it. Disposing it ends
/// it and everything it started; asynchronously by closing its standard input first.
/// </summary>
public sealed class ChildProcess : IDisposable, IAsyncDisposable
{
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan ToRun = TimeSpan.FromMinutes(2);

    private readonly Process _process;
    private readonly List<string> _lines = [];
    private readonly List<string> _errors = [];

    private ChildProcess(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) => Keep(_lines, line.Data);
        process.ErrorDataReceived += (_, line) => Keep(_errors, line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>Its id.</summary>
    public int Id => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>The lines of its standard output so far.</summary>
    public IReadOnlyList<string> Lines => Copy(_lines);

    /// <summary>Its standard output so far.</summary>
    public string Output => Text(_lines);

    /// <summary>Its standard error so far.</summary>
    public string Errors => Text(_errors);

    /// <summary>Starts a program.</summary>
    /// <exception cref="Win32Exception">There is no such program.</exception>
    public static ChildProcess Start(string program, params IEnumerable<string> arguments) =>
        Start(new ProcessStartInfo(program, arguments));

    /// <summary>Starts a program; its streams are redirected here.</summary>
    /// <exception cref="Win32Exception">There is no such program.</exception>
    public static ChildProcess Start(ProcessStartInfo info)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        return new ChildProcess(Process.Start(info)!);
    }

    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    public static Task<ChildResult> RunAsync(string program, params IEnumerable<string> arguments) =>
        RunAsync(new ProcessStartInfo(program, arguments));

    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    /// <param name="info">The program.</param>
    /// <param name="within">How long it may take; two minutes unless given.</param>
    /// <exception cref="TimeoutException">It took longer and was ended; the message has what it wrote.</exception>
    public static async Task<ChildResult> RunAsync(ProcessStartInfo info, TimeSpan? within = null)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        Process process;
        try
        {
            process = Process.Start(info)!;
        }
        catch (Win32Exception e)
        {
            return new ChildResult(ChildResult.NotStarted, "", e.Message);
        }

        using (process)
        {
            process.StandardInput.Close();
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            try
            {
                await process.WaitForExitAsync().WaitAsync(within ?? ToRun);
            }
            catch (TimeoutException)
            {
                process.Kill(entireProcessTree: true);
                throw new TimeoutException($"{info.FileName} did not end. It wrote:\n{await output}{await errors}");
            }

            return new ChildResult(process.ExitCode, await output, await errors);
        }
    }

    /// <summary>Writes a line to its standard input.</summary>
    public async Task WriteLineAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line);
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Waits until it has ended and all its lines are here; its exit code.</summary>
    /// <exception cref="TimeoutException">It runs on.</exception>
    public async Task<int> ExitAsync(TimeSpan within)
    {
        await _process.WaitForExitAsync().WaitAsync(within);
        return _process.ExitCode;
    }

    /// <summary>Sends what Ctrl-C sends (SIGINT).</summary>
    public void Interrupt() => Signal(2);

    /// <summary>Sends SIGTERM.</summary>
    public void Terminate() => Signal(15);

    /// <summary>Ends it at once, and not its children.</summary>
    public void Kill() => _process.Kill();

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

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            await _process.WaitForExitAsync().WaitAsync(ToEnd);
        }
        catch (Exception e) when (e is TimeoutException or IOException)
        {
            // It does not follow its standard input.
        }

        Dispose();
    }

    private static void Keep(List<string> lines, string? line)
    {
        if (line is not null)
        {
            lock (lines)
            {
                lines.Add(line);
            }
        }
    }

    private static List<string> Copy(List<string> lines)
    {
        lock (lines)
        {
            return [.. lines];
        }
    }

    private static string Text(List<string> lines)
    {
        lock (lines)
        {
            return string.Concat(lines.Select(l => l + '\n'));
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

/// <summary>A program that has ended.</summary>
/// <param name="ExitCode">What it ended with; <see cref="NotStarted"/> where there is no such program.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Errors">Its standard error, or why it could not be started.</param>
public sealed record ChildResult(int ExitCode, string Output, string Errors)
{
    /// <summary>The exit code of a program that could not be started.</summary>
    public const int NotStarted = -1;
}

using System.ComponentModel;
using System.Diagnostics;

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
    private readonly LineBuffer _lines = new();
    private readonly LineBuffer _errors = new();

    private ChildProcess(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) => _lines.Add(line.Data);
        process.ErrorDataReceived += (_, line) => _errors.Add(line.Data);
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
    }

    /// <summary>Its id.</summary>
    public int Id => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>The lines of its standard output so far.</summary>
    public IReadOnlyList<string> Lines => _lines.Lines;

    /// <summary>Its standard output so far.</summary>
    public string Output => _lines.Text;

    /// <summary>Its standard error so far.</summary>
    public string Errors => _errors.Text;

    /// <summary>Starts a program.</summary>
    /// <exception cref="Win32Exception">There is no such program.</exception>
    public static ChildProcess Start(string program, params IEnumerable<string> arguments) =>
        Start(new ProcessStartInfo(program, arguments));

    /// <summary>Starts a program; its streams are redirected here.</summary>
    /// <exception cref="Win32Exception">There is no such program.</exception>
    public static ChildProcess Start(ProcessStartInfo info)
    {
        ChildStart.Prepare(info);
        return new ChildProcess(Process.Start(info)!);
    }

    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    public static Task<ChildResult> RunAsync(string program, params IEnumerable<string> arguments) =>
        RunAsync(new ProcessStartInfo(program, arguments));

    /// <summary>Runs a program to its end, with nothing on its standard input.</summary>
    /// <param name="info">The program.</param>
    /// <param name="within">How long it may take; two minutes unless given.</param>
    /// <exception cref="TimeoutException">It took longer and was ended; the message has what it wrote.</exception>
    public static Task<ChildResult> RunAsync(ProcessStartInfo info, TimeSpan? within = null) => ChildRun.RunAsync(info, within ?? ToRun);

    /// <summary>Writes a line to its standard input.</summary>
    public async Task WriteLineAsync(string line)
    {
        await _process.StandardInput.WriteLineAsync(line);
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Ends its standard input.</summary>
    public void CloseInput() => _process.StandardInput.Close();

    /// <summary>Waits until it has ended and all its lines are here; its exit code.</summary>
    /// <exception cref="TimeoutException">It runs on.</exception>
    public async Task<int> ExitAsync(TimeSpan within)
    {
        await _process.WaitForExitAsync().WaitAsync(within);
        return _process.ExitCode;
    }

    /// <summary>Sends what Ctrl-C sends (SIGINT).</summary>
    public void Interrupt() => Signals.Send(Id, 2);

    /// <summary>Sends SIGTERM.</summary>
    public void Terminate() => Signals.Send(Id, 15);

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
}

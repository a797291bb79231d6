using System.Collections.Concurrent;
using System.Diagnostics;

namespace Fathom.FunctionalTests.Interop;

/// <summary>A script or server as a child: its lines are kept, its standard input ends with this, and then it is ended for good.</summary>
internal sealed class ScriptProcess : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly Process _process;
    private readonly ConcurrentQueue<string> _lines = new();
    private readonly ConcurrentQueue<string> _errors = new();

    private ScriptProcess(Process process) => _process = process;

    public IReadOnlyCollection<string> Lines => _lines;

    public string Errors => string.Join('\n', _errors);

    public bool HasExited => _process.HasExited;

    public static ScriptProcess Start(string program, params IEnumerable<string> arguments)
    {
        var process = new Process
        {
            StartInfo = new ProcessStartInfo(program, arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            },
        };
        var started = new ScriptProcess(process);
        process.OutputDataReceived += (_, e) => Keep(started._lines, e.Data);
        process.ErrorDataReceived += (_, e) => Keep(started._errors, e.Data);
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return started;
    }

    public Task WaitForExitAsync(TimeSpan patience) => _process.WaitForExitAsync().WaitAsync(patience);

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.StandardInput.Close();
            try
            {
                await WaitForExitAsync(Patience);
            }
            catch (TimeoutException)
            {
                _process.Kill();
                await _process.WaitForExitAsync();
            }
        }

        _process.Dispose();
    }

    private static void Keep(ConcurrentQueue<string> lines, string? line)
    {
        if (line is not null)
        {
            lines.Enqueue(line);
        }
    }
}

using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Fathom.SubjectProtocol.Runners;

/// <summary>
/// A running subject: sends commands, reads replies, keeps to deadlines. Its owner disposes it, which ends the process whatever its state:
/// first by closing its standard input, then by force.
/// </summary>
public sealed class SubjectProcess : IAsyncDisposable
{
    private readonly string _side;
    private readonly Process _process;
    private readonly SubjectTimeouts _timeouts;
    private readonly LineTail _standardError = new();

    private SubjectProcess(string side, Process process, SubjectTimeouts timeouts) =>
        (_side, _process, _timeouts) = (side, process, timeouts);

    /// <summary>Id of the process.</summary>
    public int Id => _process.Id;

    /// <summary>The last lines of its standard error.</summary>
    public string StandardError => _standardError.ToString();

    /// <summary>Starts a subject.</summary>
    /// <param name="side"><c>server</c> or <c>client</c>; failures name it.</param>
    /// <param name="info">Program, arguments and environment; streams are redirected here.</param>
    /// <param name="timeouts">How long to wait for it.</param>
    /// <param name="standardError">Receives each line of its standard error, on a thread of the pool; null to discard it; its last 40 lines
    /// are kept in either case.</param>
    /// <exception cref="SubjectException">The process could not be started.</exception>
    public static SubjectProcess Start(
        string side, ProcessStartInfo info, SubjectTimeouts? timeouts = null, Action<string>? standardError = null)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = info.RedirectStandardError = true;
        info.UseShellExecute = false;
        Process process;
        try
        {
            process = Process.Start(info) ?? throw new InvalidOperationException("no process came of it");
        }
        catch (Exception e) when (e is Win32Exception or InvalidOperationException)
        {
            throw new SubjectException(side, "start", $"the {side} could not be started: {e.Message}");
        }

        var subject = new SubjectProcess(side, process, timeouts ?? new SubjectTimeouts());
        process.ErrorDataReceived += (_, line) =>
        {
            if (line.Data is { } text)
            {
                subject._standardError.Add(text);
                standardError?.Invoke(text);
            }
        };
        process.BeginErrorReadLine();
        return subject;
    }

    /// <summary>Waits until it is ready.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task<SubjectReply.Ready> ReadyAsync(CancellationToken cancellation = default) =>
        ExpectAsync<SubjectReply.Ready>("start", null, _timeouts.ToStart, cancellation);

    /// <summary>Lets a client warm up for a workload.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task WarmAsync(JsonObject workload, TimeSpan within, CancellationToken cancellation = default) =>
        ExpectAsync<SubjectReply.Warm>("run", $"{SubjectCommand.Warm} {workload.ToJsonString()}", within, cancellation);

    /// <summary>Lets a client run a workload.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task<ProcessFigures> RunAsync(JsonObject workload, TimeSpan within, CancellationToken cancellation = default) =>
        ExpectAsync<ProcessFigures>("run", $"{SubjectCommand.Run} {workload.ToJsonString()}", within, cancellation);

    /// <summary>Lets a server start to count.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task BeginAsync(CancellationToken cancellation = default) =>
        ExpectAsync<SubjectReply.Counting>("run", SubjectCommand.Begin, _timeouts.ToReport, cancellation);

    /// <summary>Lets a server stop counting and report.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task<ProcessFigures> EndAsync(CancellationToken cancellation = default) =>
        ExpectAsync<ProcessFigures>("report", SubjectCommand.End, _timeouts.ToReport, cancellation);

    /// <summary>Lets a server collect garbage and return memory.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task CollectAsync(CancellationToken cancellation = default) =>
        ExpectAsync<SubjectReply.Collected>("run", SubjectCommand.Collect, _timeouts.ToReport, cancellation);

    /// <summary>Sends a command of the subject's own, beyond the protocol, which it answers with figures.</summary>
    /// <inheritdoc cref="ExpectAsync"/>
    public Task<ProcessFigures> AskAsync(string command, TimeSpan within, CancellationToken cancellation = default) =>
        ExpectAsync<ProcessFigures>("run", command, within, cancellation);

    /// <summary>Waits until the process has ended by itself; its exit code.</summary>
    public async Task<int> WaitForExitAsync(CancellationToken cancellation)
    {
        await _process.WaitForExitAsync(cancellation);
        return _process.ExitCode;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
            using var deadline = new CancellationTokenSource(_timeouts.ToEnd);
            await _process.WaitForExitAsync(deadline.Token);
        }
        catch (Exception e) when (e is OperationCanceledException or IOException)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync(CancellationToken.None);
        }
        finally
        {
            _process.Dispose();
        }
    }

    /// <exception cref="SubjectException">The subject ended, was silent beyond the deadline, failed, or replied something else.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    private async Task<T> ExpectAsync<T>(string stage, string? command, TimeSpan within, CancellationToken cancellation)
        where T : SubjectReply
    {
        var line = await ExchangeAsync(stage, command, within, cancellation) ?? throw await ExitAsync(stage, cancellation);
        try
        {
            return SubjectReply.Parse(line) switch
            {
                T expected => expected,
                SubjectReply.Failed failed => throw Fault(stage, $"gave up: {failed.Message}"),
                var other => throw Fault(
                    stage, $"answered '{SubjectReply.KindOf(other.GetType())}' where '{SubjectReply.KindOf(typeof(T))}' was due"),
            };
        }
        catch (FormatException e)
        {
            throw Fault(stage, $"wrote a line that is no reply ({e.Message}): {Shortened(line)}");
        }
    }

    private async Task<string?> ExchangeAsync(string stage, string? command, TimeSpan within, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(within);
        try
        {
            if (command is not null)
            {
                await _process.StandardInput.WriteLineAsync(command.AsMemory(), deadline.Token);
                await _process.StandardInput.FlushAsync(deadline.Token);
            }

            return await _process.StandardOutput.ReadLineAsync(deadline.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw Fault(stage, $"was silent for {within.TotalSeconds:0} s and was ended");
        }
        catch (IOException)
        {
            // A broken pipe: the process is gone; its exit code and standard error say why.
            return null;
        }
    }

    private async Task<SubjectException> ExitAsync(string stage, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(_timeouts.ToEnd);
        try
        {
            await _process.WaitForExitAsync(deadline.Token);
            return Fault(stage, $"ended with exit code {_process.ExitCode} before it answered", _process.ExitCode);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return Fault(stage, "closed its standard output before it answered, and had to be ended");
        }
    }

    private static string Shortened(string line) => line.Length > 200 ? line[..200] + "..." : line;

    private SubjectException Fault(string stage, string what, int? exitCode = null) =>
        new(_side, stage, $"the {_side} {what}", _standardError.ToString(), exitCode);

    /// <summary>The last lines that a process wrote. Safe from any thread.</summary>
    private sealed class LineTail
    {
        private const int MaxLines = 40;
        private const int MaxLength = 500;
        private readonly Queue<string> _lines = new();

        public void Add(string line)
        {
            lock (_lines)
            {
                _lines.Enqueue(line.Length > MaxLength ? line[..MaxLength] + "..." : line);
                if (_lines.Count > MaxLines)
                {
                    _lines.Dequeue();
                }
            }
        }

        public override string ToString()
        {
            lock (_lines)
            {
                return string.Join('\n', _lines);
            }
        }
    }
}

using System.ComponentModel;
using System.Diagnostics;
using System.Text.Json.Nodes;

namespace Fathom.SubjectProtocol.Runners;

/// <summary>
/// A running subject: sends commands, reads replies, keeps to deadlines. Its owner disposes it, which ends the process whatever its state:
/// first by closing its standard input, then by force. Every wait has a deadline (<see cref="SubjectTimeouts"/>): neither the process nor
/// one that it started and that holds its output open keeps the runner waiting.
/// </summary>
public sealed class SubjectProcess : IAsyncDisposable
{
    /// <summary>Length of a line of its standard output: 1 MiB of characters. A subject that writes a longer one has failed.</summary>
    public const int MaxLineLength = 1024 * 1024;

    /// <summary>Length of a line of its standard error, in characters. The rest of a longer one is dropped.</summary>
    public const int MaxErrorLineLength = 16 * 1024;

    private readonly string _side;
    private readonly Process _process;
    private readonly SubjectTimeouts _timeouts;
    private readonly LineReader _output;
    private readonly LineTail _standardError = new();
    private readonly Task _exit;
    private readonly Task _errors;

    private SubjectProcess(string side, Process process, SubjectTimeouts timeouts, Action<string>? standardError)
    {
        (_side, _process, _timeouts) = (side, process, timeouts);
        _output = new LineReader(process.StandardOutput, MaxLineLength);
        _exit = process.WaitForExitAsync();
        _errors = ReadErrorsAsync(new LineReader(process.StandardError, MaxErrorLineLength), standardError);
    }

    /// <summary>Id of the process.</summary>
    public int Id => _process.Id;

    /// <summary>The last lines of its standard error.</summary>
    public string StandardError => _standardError.ToString();

    /// <summary>Starts a subject.</summary>
    /// <param name="side"><c>server</c> or <c>client</c>; failures name it.</param>
    /// <param name="info">Program, arguments and environment; streams are redirected here.</param>
    /// <param name="timeouts">How long to wait for it.</param>
    /// <param name="standardError">Receives each line of its standard error, on a thread of the pool; null to discard it; its last 40 lines
    /// are kept in either case. The rest of a line beyond 16,384 characters is dropped.</param>
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

        return new SubjectProcess(side, process, timeouts ?? new SubjectTimeouts(), standardError);
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
        await _exit.WaitAsync(cancellation);
        await WithinAsync(_errors, cancellation);
        return _process.ExitCode;
    }

    /// <inheritdoc/>
    /// <exception cref="SubjectException">The process did not end although it was killed.</exception>
    public async ValueTask DisposeAsync()
    {
        try
        {
            _process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended.
        }

        if (!await WithinAsync(_exit, CancellationToken.None))
        {
            _process.Kill(entireProcessTree: true);
            if (!await WithinAsync(_exit, CancellationToken.None))
            {
                throw Fault("stop", $"did not end within {_timeouts.ToEnd.TotalSeconds:0.#} s after it was killed");
            }
        }

        _process.Dispose();
    }

    // Whether something ends in the time that a process has to end.
    private async Task<bool> WithinAsync(Task task, CancellationToken cancellation)
    {
        await task.WaitAsync(_timeouts.ToEnd, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellation.ThrowIfCancellationRequested();
        return task.IsCompleted;
    }

    private async Task ReadErrorsAsync(LineReader reader, Action<string>? standardError)
    {
        while (await reader.ReadAsync(CancellationToken.None) is { } line)
        {
            _standardError.Add(line.Text);
            standardError?.Invoke(line.IsCut ? line.Text + "..." : line.Text);
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
            throw Fault(stage, $"wrote a line that is no reply ({e.Message}): {LineTail.Shortened(line, 200)}");
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

            var reading = _output.ReadAsync(deadline.Token);
            await Task.WhenAny(reading, _exit).WaitAsync(deadline.Token);
            if (!reading.IsCompleted && !await WithinAsync(reading, deadline.Token))
            {
                throw Fault(stage, $"ended with exit code {_process.ExitCode} before it answered; its standard output is still "
                    + "open, held by a process that it started", _process.ExitCode);
            }

            return await reading switch
            {
                { IsCut: true } => throw Fault(stage, $"wrote a line of more than {MaxLineLength} characters; accepted: at most "
                    + "1 MiB for a reply"),
                var line => line?.Text,
            };
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
        if (!await WithinAsync(_exit, cancellation))
        {
            return Fault(stage, "closed its standard output before it answered, and had to be ended");
        }

        await WithinAsync(_errors, cancellation);
        return Fault(stage, $"ended with exit code {_process.ExitCode} before it answered", _process.ExitCode);
    }

    private SubjectException Fault(string stage, string what, int? exitCode = null) =>
        new(_side, stage, $"the {_side} {what}", _standardError.ToString(), exitCode);
}

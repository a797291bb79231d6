using System.Diagnostics;
using System.Text.Json;
using System.Threading.Channels;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Handle of the process inside a link, which it owns. Disposing it closes standard input, kills the process after 5 seconds, and waits
/// for its exit. If this process is killed, the kernel closes that standard input. Every wait has a deadline (<see cref="HostTimeouts"/>).
/// </summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private readonly Process _launcher;
    private readonly HostTimeouts _timeouts;
    private readonly OutputTail _standardError;
    private readonly SemaphoreSlim _requests = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Channel<HostMessage> _answers = Channel.CreateUnbounded<HostMessage>();
    private Task _reading = Task.CompletedTask;
    private bool _disposing;

    private HostProcess(Process launcher, HostTimeouts timeouts) =>
        (_launcher, _timeouts, _standardError) = (launcher, timeouts, new OutputTail(launcher.StandardError));

    /// <summary>Process id of the host in the PID namespace of this process.</summary>
    public int HostId { get; private set; }

    /// <summary>Completes when the link ends; faults if it ended before it was disposed.</summary>
    public Task Ended => _ended.Task;

    /// <exception cref="LinkUnavailableException">A prerequisite is missing.</exception>
    /// <exception cref="LinkPlanException">The spec is invalid.</exception>
    public static async Task<(HostProcess Host, HostReady Ready)> StartAsync(
        LinkPrograms programs, LinkPlan plan, HostTimeouts timeouts, CancellationToken cancellation)
    {
        var host = new HostProcess(NamespaceLauncher.Start(programs), timeouts);
        try
        {
            return (host, await host.HandshakeAsync(plan.Spec, cancellation));
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }
    }

    /// <summary>Requests the counters.</summary>
    /// <exception cref="InvalidOperationException">The link broke, or its host sent no counters in time.</exception>
    public async Task<LinkCounters> CountersAsync(CancellationToken cancellation) =>
        (await AskAsync<HostCounters>(HostMessage.CountersCommand, "counters", cancellation)).Counters;

    /// <summary>Requests the round trip; null where no probe came back.</summary>
    /// <exception cref="InvalidOperationException">The link broke, or its host did not reply in time.</exception>
    public async Task<TimeSpan?> RoundTripAsync(CancellationToken cancellation) =>
        (await AskAsync<HostRoundTrip>(HostMessage.RoundTripCommand, "round trip", cancellation)).Took;

    /// <summary>Puts other impairments in force.</summary>
    /// <exception cref="InvalidOperationException">The link broke, or its host did not reply in time.</exception>
    public Task ChangeAsync(LinkSpec spec, CancellationToken cancellation) =>
        AskAsync<HostChanged>(HostMessage.ChangeCommand + JsonSerializer.Serialize(spec, LinkJson.Default.LinkSpec), "confirmation",
            cancellation);

    // what: the reply, for an error.
    private async Task<T> AskAsync<T>(string command, string what, CancellationToken cancellation)
        where T : HostMessage
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(_timeouts.ToReply);
        try
        {
            await _requests.WaitAsync(deadline.Token);
            try
            {
                // The reply to a request that was cancelled.
                while (_answers.Reader.TryRead(out _))
                {
                }

                await SendAsync(command, deadline.Token);
                return await _answers.Reader.ReadAsync(deadline.Token) switch
                {
                    T reply => reply,
                    HostRefusal refusal => throw new LinkPlanException(refusal.Faults),
                    _ => throw new InvalidOperationException($"the process inside the link sent another reply than its {what}"),
                };
            }
            finally
            {
                _requests.Release();
            }
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new InvalidOperationException(
                $"the process inside the link sent no {what} within {_timeouts.ToReply.TotalSeconds:0.#} s");
        }
        catch (ChannelClosedException e) when (e.InnerException is InvalidOperationException broken)
        {
            throw new InvalidOperationException(broken.Message, broken);
        }
        catch (IOException)
        {
            // Broken pipe: the reader of its standard output has the reason.
            await _reading.WaitAsync(_timeouts.ToEnd, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw new InvalidOperationException(
                Ended.Exception?.InnerException?.Message ?? "the link broke: the process inside the link reads no commands");
        }
    }

    /// <exception cref="InvalidOperationException">The process did not end although it was killed.</exception>
    public async ValueTask DisposeAsync()
    {
        _disposing = true;
        try
        {
            _launcher.StandardInput.Close();
        }
        catch (IOException)
        {
            // The process has exited.
        }

        if (!await HasExitedAsync(_timeouts.ToEnd))
        {
            // --kill-child: the kernel ends the host and every process in the link.
            _launcher.Kill(entireProcessTree: true);
            if (!await HasExitedAsync(_timeouts.AfterKill))
            {
                throw new InvalidOperationException($"the process inside the link, {HostId}, did not end within "
                    + $"{_timeouts.AfterKill.TotalSeconds:0.#} s after it was killed");
            }
        }

        // The pipe closes with the last process of the link. One that left it can hold the pipe open: it is not waited for.
        await _reading.WaitAsync(_timeouts.ToEnd).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _ended.TrySetResult();
        _launcher.Dispose();
        _requests.Dispose();
    }

    private async Task<HostReady> HandshakeAsync(LinkSpec spec, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(_timeouts.ToStart);
        string? line;
        try
        {
            await SendAsync(JsonSerializer.Serialize(spec, LinkJson.Default.LinkSpec), deadline.Token);
            line = await _launcher.StandardOutput.ReadLineAsync(deadline.Token);
        }
        catch (IOException)
        {
            // Broken pipe: the process has exited, and standard error has the reason.
            line = null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new LinkUnavailableException($"the process inside the link did not reply within {_timeouts.ToStart.TotalSeconds:0.#} s",
                "approximate the link with --mode relay");
        }

        switch (line is null ? null : Parse(line))
        {
            case HostReady ready:
                HostId = ChildOf.Find(_launcher.Id) ?? throw await ExplainAsync();
                _reading = ReadAsync();
                return ready;
            case HostRefusal refusal:
                throw new LinkPlanException(refusal.Faults);
            case HostUnavailable unavailable:
                throw new LinkUnavailableException(unavailable.Reason, unavailable.Remedy);
            case HostFailed failed:
                throw new LinkUnavailableException(failed.Message, "approximate the link with --mode relay");
            default:
                throw await ExplainAsync();
        }
    }

    private async Task<LinkUnavailableException> ExplainAsync() => await HasExitedAsync(_timeouts.ToEnd)
        ? NamespaceLauncher.Explain(await _standardError.TextAsync(_timeouts.ToEnd), _launcher.ExitCode)
        : new LinkUnavailableException("the process inside the link closed its standard output before the link was ready, and did not end "
            + $"within {_timeouts.ToEnd.TotalSeconds:0.#} s", "approximate the link with --mode relay");

    private async Task SendAsync(string line, CancellationToken cancellation)
    {
        await _launcher.StandardInput.WriteLineAsync(line.AsMemory(), cancellation);
        await _launcher.StandardInput.FlushAsync(cancellation);
    }

    private async Task<bool> HasExitedAsync(TimeSpan within)
    {
        using var deadline = new CancellationTokenSource(within);
        await _launcher.WaitForExitAsync(deadline.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return _launcher.HasExited;
    }

    private static HostMessage Parse(string line)
    {
        try
        {
            return HostMessage.FromLine(line);
        }
        catch (Exception e) when (e is JsonException or NotSupportedException)
        {
            return new HostFailed($"the process inside the link wrote a line that is no message ({e.Message})");
        }
    }

    private async Task ReadAsync()
    {
        string? failure = null;
        while (await _launcher.StandardOutput.ReadLineAsync() is { } line)
        {
            var message = Parse(line);
            if (message is HostFailed failed)
            {
                failure = failed.Message;
            }
            else
            {
                _answers.Writer.TryWrite(message);
            }
        }

        var why = _disposing ? null : new InvalidOperationException("the link broke: " + (failure
            ?? $"the process inside the link ended; {await _standardError.TextAsync(_timeouts.ToEnd)}"));
        _answers.Writer.TryComplete(why);
        if (why is not null)
        {
            _ended.TrySetException(why);
        }
    }
}

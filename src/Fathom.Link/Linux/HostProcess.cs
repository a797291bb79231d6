using System.Diagnostics;
using System.Text.Json;
using System.Threading.Channels;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// Handle of the process inside a link, which it owns. Disposing it closes standard input, kills the process after 5 seconds, and waits
/// for its exit. If this process is killed, the kernel closes that standard input.
/// </summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(5);

    private readonly Process _launcher;
    private readonly Task<string> _standardError;
    private readonly SemaphoreSlim _requests = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Channel<HostMessage> _answers = Channel.CreateUnbounded<HostMessage>();
    private Task _reading = Task.CompletedTask;
    private bool _disposing;

    private HostProcess(Process launcher)
    {
        _launcher = launcher;
        _standardError = launcher.StandardError.ReadToEndAsync();
    }

    /// <summary>Process id of the host in the PID namespace of this process.</summary>
    public int HostId { get; private set; }

    /// <summary>Completes when the link ends; faults if it ended before it was disposed.</summary>
    public Task Ended => _ended.Task;

    /// <exception cref="LinkUnavailableException">A prerequisite is missing.</exception>
    /// <exception cref="LinkPlanException">The spec is invalid.</exception>
    public static async Task<(HostProcess Host, HostReady Ready)> StartAsync(LinkPlan plan, CancellationToken cancellation)
    {
        var host = new HostProcess(NamespaceLauncher.Start());
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
    public async Task<LinkCounters> CountersAsync(CancellationToken cancellation)
    {
        await _requests.WaitAsync(cancellation);
        try
        {
            await _launcher.StandardInput.WriteLineAsync(HostMessage.CountersCommand.AsMemory(), cancellation);
            await _launcher.StandardInput.FlushAsync(cancellation);
            return (await _answers.Reader.ReadAsync(cancellation) as HostCounters)?.Counters
                ?? throw new InvalidOperationException("the process inside the link sent another reply than its counters");
        }
        finally
        {
            _requests.Release();
        }
    }

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

        using var deadline = new CancellationTokenSource(TimeToEnd);
        try
        {
            await _launcher.WaitForExitAsync(deadline.Token);
        }
        catch (OperationCanceledException)
        {
            // --kill-child: the kernel ends the host and every process in the link.
            _launcher.Kill();
            await _launcher.WaitForExitAsync(CancellationToken.None);
        }

        await _reading;
        _ended.TrySetResult();
        _launcher.Dispose();
        _requests.Dispose();
    }

    private async Task<HostReady> HandshakeAsync(LinkSpec spec, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(TimeToStart);
        string? line;
        try
        {
            await _launcher.StandardInput.WriteLineAsync(JsonSerializer.Serialize(spec).AsMemory(), deadline.Token);
            await _launcher.StandardInput.FlushAsync(deadline.Token);
            line = await _launcher.StandardOutput.ReadLineAsync(deadline.Token);
        }
        catch (IOException)
        {
            // Broken pipe: the process has exited, and standard error has the reason.
            line = null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new LinkUnavailableException($"the process inside the link did not reply within {TimeToStart.TotalSeconds:0} s",
                "approximate the link with --mode relay");
        }

        switch (line is null ? null : HostMessage.FromLine(line))
        {
            case HostReady ready:
                HostId = ChildOf.Find(_launcher.Id) ?? throw await ExplainAsync();
                _reading = ReadAsync();
                return ready;
            case HostRefusal refusal:
                throw new LinkPlanException(refusal.Faults);
            case HostUnavailable unavailable:
                throw new LinkUnavailableException(unavailable.Reason, unavailable.Remedy);
            default:
                throw await ExplainAsync();
        }
    }

    private async Task<LinkUnavailableException> ExplainAsync()
    {
        await _launcher.WaitForExitAsync();
        return NamespaceLauncher.Explain((await _standardError).Trim(), _launcher.ExitCode);
    }

    private async Task ReadAsync()
    {
        string? failure = null;
        while (await _launcher.StandardOutput.ReadLineAsync() is { } line)
        {
            var message = HostMessage.FromLine(line);
            if (message is HostFailed failed)
            {
                failure = failed.Message;
            }
            else
            {
                _answers.Writer.TryWrite(message);
            }
        }

        var why = _disposing ? null : new InvalidOperationException(
            $"the link broke: {failure ?? $"the process inside the link ended; {(await _standardError).Trim()}"}");
        _answers.Writer.TryComplete(why);
        if (why is not null)
        {
            _ended.TrySetException(why);
        }
    }
}

using System.Diagnostics;
using System.Text.Json;
using System.Threading.Channels;
using Fathom.Link.Plans;

namespace Fathom.Link.Linux;

/// <summary>
/// The process inside, seen from outside. It owns the process: disposing ends it, first by closing its standard input, then by force, and
/// waits until it is gone. If this process is killed, its standard input ends as well.
/// </summary>
internal sealed class HostProcess : IAsyncDisposable
{
    private static readonly TimeSpan TimeToStart = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(5);

    private readonly Process _launcher;
    private readonly Task<string> _standardError;
    private readonly SemaphoreSlim _asking = new(1);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Channel<HostMessage> _answers = Channel.CreateUnbounded<HostMessage>();
    private Task _reading = Task.CompletedTask;
    private bool _disposing;

    private HostProcess(Process launcher)
    {
        _launcher = launcher;
        _standardError = launcher.StandardError.ReadToEndAsync();
    }

    /// <summary>The host's number in the PID namespace of this process.</summary>
    public int HostId { get; private set; }

    /// <summary>Ends when the link does: well if it was asked to, else with what happened.</summary>
    public Task Ended => _ended.Task;

    /// <exception cref="LinkUnavailableException">The machine lacks something.</exception>
    /// <exception cref="LinkPlanException">Something asked for is not accepted.</exception>
    public static async Task<(HostProcess Host, HostReady Ready)> StartAsync(LinkPlan plan, CancellationToken cancellation)
    {
        var host = new HostProcess(NamespaceLauncher.Start());
        try
        {
            return (host, await host.BeginAsync(plan.Spec, cancellation));
        }
        catch
        {
            await host.DisposeAsync();
            throw;
        }
    }

    /// <summary>Asks for the counters.</summary>
    public async Task<LinkCounters> CountersAsync(CancellationToken cancellation)
    {
        await _asking.WaitAsync(cancellation);
        try
        {
            await _launcher.StandardInput.WriteLineAsync(HostMessage.CountersCommand.AsMemory(), cancellation);
            await _launcher.StandardInput.FlushAsync(cancellation);
            return (await _answers.Reader.ReadAsync(cancellation) as HostCounters)?.Counters
                ?? throw new InvalidOperationException("the link answered something else than its counters");
        }
        finally
        {
            _asking.Release();
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
            // It is gone already, and what was last written to it with it.
        }

        using var deadline = new CancellationTokenSource(TimeToEnd);
        try
        {
            await _launcher.WaitForExitAsync(deadline.Token);
        }
        catch (OperationCanceledException)
        {
            // --kill-child: the host goes with it, and all in the link with the host.
            _launcher.Kill();
            await _launcher.WaitForExitAsync(CancellationToken.None);
        }

        await _reading;
        _ended.TrySetResult();
        _launcher.Dispose();
        _asking.Dispose();
    }

    private async Task<HostReady> BeginAsync(LinkSpec spec, CancellationToken cancellation)
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
            // A broken pipe: it is gone, and its standard error says why.
            line = null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new LinkUnavailableException($"the process inside was silent for {TimeToStart.TotalSeconds:0} s",
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
            $"the link broke: {failure ?? $"the process inside ended; {(await _standardError).Trim()}"}");
        _answers.Writer.TryComplete(why);
        if (why is not null)
        {
            _ended.TrySetException(why);
        }
    }
}

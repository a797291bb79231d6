using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Link.Linux;
using Fathom.Link.Plans;

namespace Fathom.Link;

/// <summary>
/// A command at an end of a link, with the standard streams of this process. Its owner stops or awaits it. Disposing it does not end it:
/// it ends with the link.
/// </summary>
/// <remarks>The started process is <c>nsenter</c>, which passes on no signal: signals go to its child, the command.</remarks>
public sealed class LinkProcess : IDisposable
{
    // Exit code of a process that a signal has ended, less the signal's number.
    private const int KilledBy = 128;

    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(10);

    private readonly Process _launcher;
    private readonly int _host;
    private readonly Task<int?> _command;

    private LinkProcess(Process launcher, int host)
    {
        (_launcher, _host) = (launcher, host);
        Exit = launcher.WaitForExitAsync();
        _command = FindCommandAsync();
    }

    /// <summary>Completes when the process that was started ends: with the command, or before it where a signal ended only the
    /// former.</summary>
    public Task Exit { get; }

    /// <summary>Starts a command at an end of a link, see <see cref="LinkEnd.StartInfo"/>.</summary>
    /// <param name="end">The end.</param>
    /// <param name="command">A program on PATH, or a path to one.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="LinkPlanException">The program does not exist.</exception>
    /// <exception cref="LinkUnavailableException"><c>nsenter</c> cannot be started.</exception>
    public static LinkProcess Start(LinkEnd end, string command, IEnumerable<string> arguments)
    {
        var start = end.StartInfo(command, arguments);
        try
        {
            return new LinkProcess(Process.Start(start)!, end.Host);
        }
        catch (Win32Exception e)
        {
            throw new LinkUnavailableException($"'nsenter' could not be started: {new Win32Exception(e.NativeErrorCode).Message}",
                "install util-linux again (apt-get install --reinstall util-linux)");
        }
    }

    /// <summary>Sends the command a signal, waits until it has ended, and kills it after a grace period. A command that has ended is left
    /// alone.</summary>
    /// <param name="signal">SIGINT, SIGTERM, SIGHUP or SIGQUIT; null to send none, for a command that has received one.</param>
    /// <param name="grace">From the signal until the command is killed; at most 49 days.</param>
    /// <returns>The exit code of the command; 128 and the signal's number where a signal ended it.</returns>
    /// <exception cref="InvalidOperationException">The command did not end although it was killed.</exception>
    public async Task<int> StopAsync(PosixSignal? signal, TimeSpan grace)
    {
        using var deadline = new CancellationTokenSource(grace);
        try
        {
            if (await _command.WaitAsync(deadline.Token) is { } command)
            {
                await StopAsync(command, signal, grace, deadline.Token);
            }
        }
        catch (OperationCanceledException)
        {
            // The launcher has started no command in all this time.
            _launcher.Kill();
        }

        await Exit;
        return _launcher.ExitCode;
    }

    /// <inheritdoc/>
    public void Dispose() => _launcher.Dispose();

    private static int NumberOf(PosixSignal signal) => signal switch
    {
        PosixSignal.SIGHUP => 1,
        PosixSignal.SIGINT => 2,
        PosixSignal.SIGQUIT => 3,
        PosixSignal.SIGTERM => 15,
        _ => throw new ArgumentOutOfRangeException(nameof(signal), signal, "accepted: SIGINT, SIGTERM, SIGHUP and SIGQUIT"),
    };

    private void Send(int command, int signal)
    {
        if (ChildOf.RunsBeside(command, _host) && SystemCalls.SendSignal(command, signal) != 0
            && Marshal.GetLastPInvokeError() is not SystemCalls.NoProcess and var error)
        {
            throw new SystemCallException($"kill({command}, {signal})", error);
        }
    }

    private async Task StopAsync(int command, PosixSignal? signal, TimeSpan grace, CancellationToken deadline)
    {
        if (signal is { } given)
        {
            Send(command, NumberOf(given));
        }

        if (await EndsAsync(command, deadline))
        {
            return;
        }

        Send(command, SystemCalls.KillSignal);
        using var last = new CancellationTokenSource(grace);
        if (!await EndsAsync(command, last.Token))
        {
            throw new InvalidOperationException(
                $"the command, process {command}, did not end within {grace.TotalSeconds:0.#} s after it was killed");
        }
    }

    // Where the launcher has ended before the command, the kernel no longer notifies this process of the command's end.
    private async Task<bool> EndsAsync(int command, CancellationToken deadline)
    {
        while (!Exit.IsCompleted || ChildOf.RunsBeside(command, _host))
        {
            if (deadline.IsCancellationRequested)
            {
                return false;
            }

            await (Exit.IsCompleted ? Task.Delay(Poll, deadline) : Exit.WaitAsync(deadline))
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return true;
    }

    private async Task<int?> FindCommandAsync()
    {
        while (!Exit.IsCompleted)
        {
            if (ChildOf.Find(_launcher.Id) is { } child)
            {
                return child;
            }

            await Task.Delay(Poll);
        }

        // A signal may have ended the launcher before its child was found.
        return _launcher.ExitCode > KilledBy ? ChildOf.FindOrphan(_host, Path.GetFileName(_launcher.StartInfo.FileName)) : null;
    }
}

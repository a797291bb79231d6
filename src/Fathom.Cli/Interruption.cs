using System.Runtime.InteropServices;

namespace Fathom.Cli;

/// <summary>
/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a cancellation, so that children end and what was measured is kept; the second
/// ends the process at once. A command that runs for long owns one.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly List<PosixSignalRegistration> _registrations;
    private volatile bool _ctrlCIsOthers;

    public Interruption() => _registrations =
        [.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(s => PosixSignalRegistration.Create(s, OnSignal))];

    public CancellationToken Token => _cancellation.Token;

    /// <summary>From now on Ctrl-C is for a child that shares the terminal, and got it too: what it makes of it is its own.</summary>
    public void LeaveCtrlCToChild() => _ctrlCIsOthers = true;

    public void Dispose()
    {
        _registrations.ForEach(r => r.Dispose());
        _cancellation.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        if (_ctrlCIsOthers && signal.Signal == PosixSignal.SIGINT)
        {
            signal.Cancel = true;
        }
        else if (!_cancellation.IsCancellationRequested)
        {
            signal.Cancel = true;
            _cancellation.Cancel();
        }
    }
}

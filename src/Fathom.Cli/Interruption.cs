using System.Runtime.InteropServices;

namespace Fathom.Cli;

/// <summary>
/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a cancellation, so that children end and measurements are kept. The second ends the
/// process at once. A long-running command owns one.
/// </summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly List<PosixSignalRegistration> _registrations;
    private volatile bool _ignoreCtrlC;
    private int _signal;

    public Interruption() => _registrations =
        [.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(s => PosixSignalRegistration.Create(s, OnSignal))];

    public CancellationToken Token => _cancellation.Token;

    /// <summary>The first signal; null before it.</summary>
    public PosixSignal? Signal => Volatile.Read(ref _signal) is not 0 and var signal ? (PosixSignal)signal : null;

    /// <summary>Ignores Ctrl-C from now on: a child that shares the terminal receives it too, and decides.</summary>
    public void LeaveCtrlCToChild() => _ignoreCtrlC = true;

    public void Dispose()
    {
        _registrations.ForEach(r => r.Dispose());
        _cancellation.Dispose();
    }

    private void OnSignal(PosixSignalContext signal)
    {
        if (_ignoreCtrlC && signal.Signal == PosixSignal.SIGINT)
        {
            signal.Cancel = true;
        }
        else if (!_cancellation.IsCancellationRequested)
        {
            signal.Cancel = true;
            Volatile.Write(ref _signal, (int)signal.Signal);
            _cancellation.Cancel();
        }
    }
}

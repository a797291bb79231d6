using System.Runtime.InteropServices;

namespace Fathom.Subjects.Kestrel;

/// <summary>Waits for Ctrl-C or SIGTERM. Owns the handlers of both while it lives.</summary>
internal sealed class ProcessEnd : IDisposable
{
    private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly PosixSignalRegistration[] _handlers;

    public ProcessEnd() => _handlers =
    [
        PosixSignalRegistration.Create(PosixSignal.SIGINT, End),
        PosixSignalRegistration.Create(PosixSignal.SIGTERM, End),
    ];

    public Task WaitAsync() => _asked.Task;

    public void Dispose() => Array.ForEach(_handlers, handler => handler.Dispose());

    private void End(PosixSignalContext signal)
    {
        signal.Cancel = true;
        _asked.TrySetResult();
    }
}

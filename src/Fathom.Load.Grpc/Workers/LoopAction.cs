using Fathom.Transport.Connections.Loops;

namespace Fathom.Load.Grpc.Workers;

/// <summary>A step on an event loop.</summary>
internal sealed class LoopAction(Action action) : ILoopWork
{
    public void Run() => action();
}

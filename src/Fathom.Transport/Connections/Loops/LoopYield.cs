using System.Runtime.CompilerServices;

namespace Fathom.Transport.Connections.Loops;

/// <summary>Continues an asynchronous method on an event loop, after what waits there: by awaiting it, a connection ends its turn, or comes
/// back from another thread. Without a loop it continues on the thread pool, likewise.</summary>
internal readonly struct LoopYield(EventLoop? loop) : ICriticalNotifyCompletion
{
    /// <summary>Never: awaiting always goes through the loop. A task in between could be completed before it is awaited, and its method
    /// would continue where it is.</summary>
    public bool IsCompleted => false;

    public LoopYield GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation)
    {
        if (loop is null)
        {
            PoolTurns.Shared.Post(continuation);
        }
        else
        {
            loop.Post(new Continuation(continuation));
        }
    }

    private sealed class Continuation(Action body) : ILoopWork
    {
        public void Run() => body();
    }
}

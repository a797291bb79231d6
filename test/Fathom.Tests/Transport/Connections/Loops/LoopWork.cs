using Fathom.Transport.Connections.Loops;

namespace Fathom.Tests.Transport.Connections.Loops;

/// <summary>Work that a test posts to a loop.</summary>
internal sealed class LoopWork(Action run) : ILoopWork
{
    /// <summary>Returns when the loop has looked at its sockets once more, at its timers and at its work.</summary>
    public static Task TurnAsync(EventLoop loop)
    {
        // What is posted by posted work runs in the next turn.
        var turned = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        loop.Post(new LoopWork(() => loop.Post(new LoopWork(turned.SetResult))));
        return turned.Task;
    }

    /// <summary>After that time the loop has done all that was due before.</summary>
    public static Task AfterAsync(EventLoop loop, TimeSpan time)
    {
        var fired = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        loop.Time.CreateTimer(_ => loop.Post(new LoopWork(fired.SetResult)), null, time, Timeout.InfiniteTimeSpan);
        return fired.Task;
    }

    public void Run() => run();
}

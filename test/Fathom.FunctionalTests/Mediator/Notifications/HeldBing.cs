using Fathom.Mediator.Messages;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>A handler that goes on when the test says so, and fails where the notification names its node.</summary>
[ManualRegistration]
internal sealed class HeldBing(string node) : INotificationHandler<Bing>
{
    private int _count;

    public SemaphoreSlim Began { get; } = new(0);

    public SemaphoreSlim Cancelled { get; } = new(0);

    /// <summary>How often it was called.</summary>
    public int Count => Volatile.Read(ref _count);

    public SemaphoreSlim Ended { get; } = new(0);

    private SemaphoreSlim MayEnd { get; } = new(0);

    public void Release(int times = 1) => MayEnd.Release(times);

    /// <summary>Takes back what was released.</summary>
    public void Hold()
    {
        while (MayEnd.Wait(0))
        {
            // One more.
        }
    }

    public async ValueTask HandleAsync(Bing notification, MessageContext context)
    {
        Interlocked.Increment(ref _count);
        Began.Release();
        try
        {
            await MayEnd.WaitAsync(context.CancellationToken);
        }
        catch (OperationCanceledException)
        {
            Cancelled.Release();
            throw;
        }

        if (notification.FailsOn == node)
        {
            throw new InvalidDataException($"Bing {notification.Number}");
        }

        Ended.Release();
    }
}

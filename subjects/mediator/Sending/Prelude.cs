using Fathom.Subjects.Mediator.Certificates;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>What a sender does before each message: sees to its certificates, in a lock that all share, or not. Owned by a workload.</summary>
internal sealed class Prelude(CertificateFiles? files, bool locks) : IDisposable
{
    private readonly SemaphoreSlim? _lock = locks ? new(1, 1) : null;
    private long _ticks;

    /// <summary>Time that senders spent on it so far, without waiting for the lock.</summary>
    public TimeSpan Spent => TimeSpan.FromTicks(Interlocked.Read(ref _ticks));

    public async ValueTask PassAsync()
    {
        if (_lock is { } one)
        {
            await one.WaitAsync();
            try
            {
                See();
            }
            finally
            {
                one.Release();
            }
        }
        else
        {
            See();
        }
    }

    public void Dispose() => _lock?.Dispose();

    private void See()
    {
        var began = TimeProvider.System.GetTimestamp();
        files?.LoadAsPublished();
        Interlocked.Add(ref _ticks, TimeProvider.System.GetElapsedTime(began).Ticks);
    }
}

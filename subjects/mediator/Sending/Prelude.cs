using Fathom.Subjects.Mediator.Certificates;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>What a sender does before each message: loads its certificates, most of it in a lock that all senders share, or without one.
/// Owned by a workload.</summary>
internal sealed class Prelude(CertificateFiles? files, bool locks) : IDisposable
{
    private readonly SemaphoreSlim? _lock = locks ? new(1, 1) : null;
    private long _ticks;

    /// <summary>Time that senders spent so far in the section that the lock guards, without waiting for it.</summary>
    public TimeSpan Spent => TimeSpan.FromTicks(Interlocked.Read(ref _ticks));

    public async ValueTask PassAsync()
    {
        if (_lock is { } one)
        {
            await one.WaitAsync();
            try
            {
                await LoadAsync();
            }
            finally
            {
                one.Release();
            }
        }
        else
        {
            await LoadAsync();
        }

        if (files is not null)
        {
            await files.LoadParentsAsync();
        }
    }

    public void Dispose() => _lock?.Dispose();

    private async ValueTask LoadAsync()
    {
        var began = TimeProvider.System.GetTimestamp();
        if (files is not null)
        {
            await files.LoadWithKeysAsync();
        }

        Interlocked.Add(ref _ticks, TimeProvider.System.GetElapsedTime(began).Ticks);
    }
}

using System.Net;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Server.Native;

/// <summary>The bytes of one kind that a host holds for one connection. Used inside the connection's strand; owned by the connection.
/// </summary>
/// <param name="now">Monotonic time in milliseconds.</param>
/// <param name="all">The quota of the host.</param>
/// <param name="owner">The connection.</param>
/// <param name="client">Whose connection it is (<see cref="ConnectionAdmission.KeyOf"/>).</param>
/// <param name="limit">The name of the quota's limit, for a connection that is evicted.</param>
internal sealed class ReceiveShare(Func<long> now, ReceiveQuota all, ServerConnection owner, IPAddress client, string limit)
{
    // Smaller changes are not reported, so that small calls do not contend for the quota's lock.
    private const int ReportStep = 16 * 1024;

    // Less than an eighth of what is held is no progress: otherwise small calls beside it would keep a client that holds memory and waits.
    private const int ProgressFraction = 8;

    private long _bytes;
    private long _moved;
    private long _lastProgress = now();

    /// <summary>Whose connection it is.</summary>
    public IPAddress Client { get; } = client;

    /// <summary>The bytes last reported. Set by <see cref="ReceiveQuota"/>.</summary>
    public long Reported { get; set; }

    /// <summary>Whether the connection was evicted. Set by <see cref="ReceiveQuota"/>.</summary>
    public bool IsEvicted { get; set; }

    /// <summary>When a considerable part of the bytes last moved: it arrived, a handler read it, or it was sent to the client. In
    /// milliseconds. Can be read on any thread.</summary>
    public long LastProgress => Volatile.Read(ref _lastProgress);

    /// <summary>Adds bytes; negative to remove.</summary>
    public void Add(long bytes)
    {
        _bytes += bytes;
        var reported = Reported;
        if (Math.Abs(_bytes - reported) < ReportStep && (_bytes != 0 || reported <= 0))
        {
            return;
        }

        if (reported < ReportStep && _bytes >= ReportStep)
        {
            // What begins now has not waited, however long the connection was idle before.
            OnProgress();
        }

        if (all.Report(this, _bytes, now()) is { } evicted)
        {
            // As soon as this strand is left: at the end of the loop's turn, 468 others had brought 120 MB.
            owner.Strand.Defer(new DeferredCall(() => evicted.ForEach(static share => share.Evict())));
        }
    }

    /// <summary>Adds bytes of messages. Negative: a handler has read them, or the connection accepted them for sending.</summary>
    public void AddMoving(long bytes)
    {
        if (bytes < 0)
        {
            Move(-bytes);
        }

        Add(bytes);
    }

    /// <summary>Adds the memory that arrived bytes take.</summary>
    /// <param name="arrived">The number of bytes.</param>
    /// <param name="bytes">The memory; 0 where there was room for them.</param>
    public void AddArrived(int arrived, long bytes)
    {
        if (Reported > 0)
        {
            Move(arrived);
        }

        if (bytes != 0)
        {
            Add(bytes);
        }
    }

    // With no strand held.
    private void Evict() => owner.Strand.Post(new Eviction(owner, limit));

    private void Move(long bytes)
    {
        _moved += bytes;
        if (_moved >= _bytes / ProgressFraction)
        {
            OnProgress();
        }
    }

    private void OnProgress()
    {
        _moved = 0;
        Volatile.Write(ref _lastProgress, now());
    }

    private sealed class Eviction(ServerConnection connection, string limit) : IStrandWork
    {
        public void Run() => connection.EndWithLimit(limit);

        public void OnFailed(Exception error) => connection.OnFailed(error);
    }
}

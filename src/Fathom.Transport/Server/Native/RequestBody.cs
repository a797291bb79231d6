using System.Buffers;
using System.IO.Pipelines;
using Fathom.Transport.Connections;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>The body of one request as a pipe, read by the handler's call. The client gets credit as bytes are consumed, or while the
/// reader waits for the rest of a message. Owned by its exchange.</summary>
internal sealed class RequestBody(ServerConnection connection, Http2Stream stream) : PipeReader
{
    private readonly InboundBuffer _buffer = new();
    private AsyncSignal? _arrival;
    private ReadOnlySequence<byte> _sequence;
    private int _minimumSize;
    private bool _allExamined;
    private bool _completed;
    private bool _aborted;

    /// <summary>Whether received bytes are not credited yet.</summary>
    public bool HasPendingCredit => _buffer.HasPendingCredit;

    /// <summary>Whether the bytes being read are in a buffer that the reader can keep.</summary>
    public bool IsDedicated => _buffer.IsDedicated;

    private ConnectionLock Lock => connection.Lock;

    /// <summary>Messages of at least this size, in bytes, get a buffer of their own.</summary>
    public void SetDedicatedThreshold(int bytes)
    {
        Lock.Enter();
        _buffer.DedicatedThreshold = bytes;
        Lock.Exit();
    }

    /// <summary>Under the lock: adds received bytes.</summary>
    public void Append(ReadOnlySpan<byte> data, bool isLast)
    {
        _buffer.Append(data);
        connection.ReceiveShare.Add(data.Length);
        _completed |= isLast;
        _allExamined = false;
        if (_arrival is { IsArmed: true })
        {
            GiveCredit(_buffer.CreditAll());
            if (CanRead(_minimumSize))
            {
                _arrival.Set(Lock);
            }
        }
    }

    /// <summary>Under the lock: the client has disconnected.</summary>
    public void Abort()
    {
        _aborted = true;
        _arrival?.Set(Lock);
    }

    /// <summary>Under the lock: releases unread bytes.</summary>
    public void Release()
    {
        connection.ReceiveShare.Add(-_buffer.Length);
        GiveCredit(_buffer.Release());
    }

    public override bool TryRead(out ReadResult result)
    {
        Lock.Enter();
        var found = TryReadBuffered(out result);
        Lock.Exit();
        return found;
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
        ReadAtLeastBytesAsync(1, cancellationToken);

    // The reader of a large message resumes once it is complete, not for each frame.
    protected override ValueTask<ReadResult> ReadAtLeastAsyncCore(int minimumSize, CancellationToken cancellationToken) =>
        ReadAtLeastBytesAsync(minimumSize, cancellationToken);

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        var count = (int)_sequence.Slice(_sequence.Start, consumed).Length;
        var seen = _sequence.Slice(_sequence.Start, examined).Length;
        Lock.Enter();
        _allExamined = seen == _buffer.Length;
        connection.ReceiveShare.Add(-count);
        GiveCredit(_buffer.Advance(count));
        connection.ExitLock();
    }

    public override void CancelPendingRead() => Interrupt();

    public override void Complete(Exception? exception = null)
    {
    }

    private async ValueTask<ReadResult> ReadAtLeastBytesAsync(int wanted, CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Lock.Enter();
            if (CanRead(wanted) && TryReadBuffered(out var result))
            {
                Lock.Exit();
                return result;
            }

            if (_aborted)
            {
                Lock.Exit();
                throw new IOException("The client reset the stream or closed the connection.");
            }

            GiveCredit(_buffer.CreditAll());
            _minimumSize = wanted;
            _arrival ??= new AsyncSignal(connection.InlineContinuations);
            var arrival = _arrival.Arm();
            connection.ExitLock();
            using (cancellationToken.UnsafeRegister(static state => ((RequestBody)state!).Interrupt(), this))
            {
                await arrival;
            }
        }
    }

    private bool CanRead(int wanted) => _completed || _aborted || _buffer.Length >= wanted;

    private bool TryReadBuffered(out ReadResult result)
    {
        if (_aborted || (_allExamined && !_completed) || (_buffer.Length == 0 && !_completed))
        {
            result = default;
            return false;
        }

        _sequence = _buffer.Read();
        result = new ReadResult(_sequence, isCanceled: false, _completed);
        return true;
    }

    private void Interrupt()
    {
        Lock.Enter();
        _arrival?.Set(Lock);
        Lock.Exit();
    }

    private void GiveCredit(int bytes)
    {
        if (bytes > 0)
        {
            connection.Engine.Consume(stream, bytes);
        }
    }
}

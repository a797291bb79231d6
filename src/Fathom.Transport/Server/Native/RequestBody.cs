using System.Buffers;
using System.IO.Pipelines;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>The body of one request as a pipe, read by the handler's call. The client gets credit as bytes are consumed, or while the
/// reader waits for the rest of a message. Owned by its exchange.</summary>
internal sealed class RequestBody(NativeExchange exchange, ServerConnection connection, Http2Stream stream) : PipeReader
{
    // Less is what a call costs anyway, and small calls need not enter the strand for it.
    internal const int MinMessageBytes = 1024;

    private readonly InboundBuffer _buffer = new();
    private AsyncSignal? _arrival;
    private ReadOnlySequence<byte> _sequence;
    private int _minimumSize;
    private int _held;
    private long _message;
    private bool _begun;
    private bool _allExamined;
    private bool _completed;
    private bool _aborted;

    /// <summary>Bytes that have arrived.</summary>
    public long ReceivedBytes { get; private set; }

    /// <summary>Whether bytes are held.</summary>
    public bool Holds => _buffer.Length > 0;

    /// <summary>Whether the bytes being read are in a buffer that the reader can keep.</summary>
    public bool IsDedicated => _buffer.IsDedicated;

    /// <summary>Whether all of the body has arrived.</summary>
    public bool IsComplete => _completed;

    /// <summary>Whether the reader waits for bytes.</summary>
    public bool IsAwaited => _arrival is { IsArmed: true };

    private Strand Strand => connection.Strand;

    /// <summary>Inside: adds received bytes.</summary>
    public void Append(ReadOnlySpan<byte> data, bool isLast)
    {
        if (!_begun)
        {
            // Here, not where the handler starts to read: on the pool, the first bytes may be there before it.
            _begun = true;
            _buffer.DedicatedThreshold = InboundBuffer.DeclaredLength(data) > data.Length ? exchange.DedicatedRequestThreshold
                : int.MaxValue;
        }

        _buffer.Append(data);
        ReceivedBytes += data.Length;
        connection.ReceiveShare.AddArrived(data.Length, _buffer.AllocatedBytes - _held);
        _held = _buffer.AllocatedBytes;
        _completed |= isLast;
        _allExamined = false;
        if (_arrival is { IsArmed: true })
        {
            GiveCredit(_buffer.CreditAll());
            if (CanRead(_minimumSize))
            {
                _arrival.Set(Strand);
            }
        }
    }

    /// <summary>Inside: the client has disconnected.</summary>
    public void Abort()
    {
        _aborted = true;
        _arrival?.Set(Strand);
    }

    /// <summary>Outside: the handler has a message of this many bytes in place of the one before.</summary>
    public void HoldMessage(long bytes)
    {
        bytes = bytes < MinMessageBytes ? 0 : bytes;
        if (bytes != 0 || _message != 0)
        {
            using (Strand.Enter())
            {
                CountMessage(bytes);
            }
        }
    }

    /// <summary>Inside: the handler has returned. Releases unread bytes.</summary>
    public void Release()
    {
        CountMessage(0);
        GiveCredit(_buffer.Release());
        connection.ReceiveShare.Add(-_held);
        _held = 0;
    }

    public override bool TryRead(out ReadResult result)
    {
        using (Strand.Enter())
        {
            return TryReadBuffered(out result);
        }
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
        using (Strand.Enter())
        {
            _allExamined = seen == _buffer.Length;
            GiveCredit(_buffer.Advance(count));
            ReportHeld();
        }
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
            ValueTask arrival;
            using (Strand.Enter())
            {
                if (CanRead(wanted) && TryReadBuffered(out var result))
                {
                    return result;
                }

                if (_aborted)
                {
                    throw new IOException("The client reset the stream or closed the connection.");
                }

                GiveCredit(_buffer.CreditAll());
                _minimumSize = wanted;
                _arrival ??= new AsyncSignal(connection.InlineContinuations);
                arrival = _arrival.Arm();
            }

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
        using (Strand.Enter())
        {
            _arrival?.Set(Strand);
        }
    }

    private void CountMessage(long bytes)
    {
        if (_message != 0)
        {
            connection.MessageShare.AddMoving(-_message);
        }

        if (bytes != 0)
        {
            connection.MessageShare.Add(bytes);
        }

        _message = bytes;
    }

    private void ReportHeld()
    {
        var held = _buffer.AllocatedBytes;
        if (held != _held)
        {
            connection.ReceiveShare.AddMoving(held - _held);
            _held = held;
        }
    }

    private void GiveCredit(int bytes)
    {
        if (bytes > 0)
        {
            connection.Engine.Consume(stream, bytes);
        }
    }
}
